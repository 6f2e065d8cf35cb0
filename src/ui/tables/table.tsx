import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

/** In narrow windows, the actions stay in view beside the scrolling columns. In wide ones, they are on the first line of the row. */
const actionsInView =
  'actions-in-view max-xl:[&_tr>:last-child:not([colspan])]:sticky max-xl:[&_tr>:last-child:not([colspan])]:right-0 max-xl:[&_tr>:last-child:not([colspan])]:bg-surface max-lg:[&_td:last-child:not([colspan])]:px-1 max-lg:[&_td:last-child>button]:flex lg:[&_td:last-child:not([colspan])>button]:-my-[5px]';

/** On phones, each row is a block of stacked cells. */
const stackedRows =
  'max-sm:block max-sm:[&_thead]:sr-only max-sm:[&_tbody]:block max-sm:[&_tr]:block max-sm:[&_tr]:py-2 max-sm:[&_td]:block max-sm:[&_td]:py-1.5! max-sm:[&_td:last-child>button]:inline-flex';

/** The head of a column: its label, or other content; with `onSort` it is a button. */
export type TableColumn = {
  label: () => string;
  head?: ReactNode;
  sorted?: 'ascending' | 'descending' | 'none';
  onSort?: () => void;
};

/** A table that scrolls horizontally in narrow windows, unless its rows are stacked there. */
export function Table({
  label,
  columns,
  hasActions = false,
  isStacked = false,
  children,
}: {
  label: string;
  /** The head of each column. */
  columns: readonly ((() => string) | TableColumn)[];
  /** Whether the last column has actions. */
  hasActions?: boolean;
  /** For rows with a few cells that need no label on a phone. */
  isStacked?: boolean;
  children: ReactNode;
}) {
  const heads: TableColumn[] = columns.map((column) =>
    typeof column === 'function' ? { label: column } : column,
  );
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
      tabIndex={0}
      className={classNames(
        'table-scroll relative overflow-x-auto border border-line',
        // Keeps a focused element from being hidden behind the actions.
        hasActions && 'max-xl:scroll-pr-40',
      )}
    >
      <table
        className={classNames(
          'w-full text-left text-sm',
          hasActions && actionsInView,
          isStacked && stackedRows,
        )}
      >
        <thead>
          <tr className="border-b border-line">
            {heads.map(({ label: name, head, sorted, onSort }) => (
              <th key={name()} scope="col" aria-sort={sorted} className="eyebrow px-4 py-3 whitespace-nowrap">
                {onSort ? (
                  <button
                    type="button"
                    className="-my-1.25 inline-flex min-h-6 items-center gap-1 [text-transform:inherit]"
                    onClick={onSort}
                  >
                    {name()}
                    {sorted === 'ascending' && <ArrowUp className="size-3.5" aria-hidden="true" />}
                    {sorted === 'descending' && <ArrowDown className="size-3.5" aria-hidden="true" />}
                  </button>
                ) : (
                  (head ?? name())
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line [&_td]:px-4 [&_td]:py-3 [&_td]:align-top">{children}</tbody>
      </table>
    </section>
  );
}

/** An email address in a cell: it doesn't wrap, unless it is very long. */
export const AddressText = ({ children }: { children: ReactNode }) => (
  <span className="block w-max max-w-60 [overflow-wrap:anywhere] sm:max-w-80 xl:max-w-120">{children}</span>
);

/** A column heading for stacked rows, where the table's own heading is only for screen readers. */
export const StackedLabel = ({ children }: { children: string }) => (
  <span aria-hidden="true" className="mb-1 block text-[0.8125rem] text-muted sm:hidden">
    {children}
  </span>
);

/** The message in a table without rows. */
export const EmptyRow = ({ columns, children }: { columns: number; children: ReactNode }) => (
  <tr>
    <td colSpan={columns} className="!py-12 text-center text-muted">
      {children}
    </td>
  </tr>
);
