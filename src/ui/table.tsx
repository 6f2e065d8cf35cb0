import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import * as m from './words/messages.ts';

/** On phones the actions stay in view, beside the columns that scroll. */
const actionsInView =
  'max-md:[&_tr>:last-child:not([colspan])]:sticky max-md:[&_tr>:last-child:not([colspan])]:right-0 max-md:[&_tr>:last-child:not([colspan])]:border-l max-md:[&_tr>:last-child:not([colspan])]:border-line max-md:[&_tr>:last-child:not([colspan])]:bg-surface max-md:[&_td:last-child:not([colspan])]:px-1 max-md:[&_td:last-child>button]:flex';

/** A table that scrolls horizontally in narrow windows. */
export function Table({
  label,
  columns,
  children,
}: {
  label: string;
  /** What stands above each column. */
  columns: readonly (() => string)[];
  children: ReactNode;
}) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
      tabIndex={0}
      className="relative overflow-x-auto border border-line bg-surface"
    >
      <table
        className={classNames('w-full text-left text-sm', columns.at(-1) === m.actions && actionsInView)}
      >
        <thead>
          <tr className="border-b border-line">
            {columns.map((column) => (
              <th key={column()} scope="col" className="eyebrow px-4 py-3 whitespace-nowrap">
                {column()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line [&_td]:px-4 [&_td]:py-3 [&_td]:align-top">{children}</tbody>
      </table>
    </section>
  );
}

/** The message of a table without rows. */
export const EmptyRow = ({ columns, children }: { columns: number; children: ReactNode }) => (
  <tr>
    <td colSpan={columns} className="!py-12 text-center text-muted">
      {children}
    </td>
  </tr>
);
