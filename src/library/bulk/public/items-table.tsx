import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { contentStatuses, promptTypes } from '#constants';
import { choicesOf, levelLabel, statusLabel, typeLabel } from '#library/catalog/public/labels.ts';
import type { ItemsAddress } from '#library/catalog/public/use-items-address.ts';
import { useTiers } from '#money/tiers/public/use-tiers.ts';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { Button } from '#ui/button.tsx';
import { formatNumber } from '#ui/format.ts';
import { inputStyles } from '#ui/forms/field.tsx';
import { toast } from '#ui/overlays/toasts.tsx';
import { Pager } from '#ui/tables/pager.tsx';
import { SearchBox } from '#ui/tables/search-box.tsx';
import { searchLabel } from '#ui/tables/search-label.ts';
import { EmptyRow, Table, type TableColumn } from '#ui/tables/table.tsx';
import { TryAgain } from '#ui/try-again.tsx';
import * as common from '#ui/words/messages.ts';
import { BulkBar } from '../bulk-bar.tsx';
import { useChosenRows } from '../use-chosen-rows.ts';
import * as m from '../words/messages.ts';

export const rowsPerPage = 50;

type Row = { id: string; title: string; deleted_at: string | null };
type Props<Item extends Row> = {
  collection: 'prompts' | 'playbooks';
  label: string;
  columns: readonly { label: () => string; sort?: string }[];
  address: ItemsAddress;
  query: UseQueryResult<{ items: Item[]; total: number }>;
  /** The options of the category filter. */
  categories: readonly string[];
  /** The toast if the list can't be loaded. */
  failure: string;
  empty: string;
  footer: (total: number) => string;
  /** `unselect` is for a row that leaves the table by an action of its own. */
  renderCells: (item: Item, unselect: () => void) => ReactNode;
};

/** An admin table of prompts or playbooks. Filters, order and page are in the URL; rows can be selected and changed in bulk. */
export function ItemsTable<Item extends Row>(props: Props<Item>) {
  const { collection, label, columns, address, query, categories, failure, empty, footer, renderCells } =
    props;
  const chosen = useChosenRows(address.filters);
  const { isError, isPlaceholderData, data } = query;
  useEffect(() => {
    if (isError) toast.error(failure);
  }, [isError, failure]);
  const rows = data?.items ?? [];
  const total = data?.total ?? 0;
  const isWhole = rows.length > 0 && rows.every(({ id }) => chosen.ids.has(id));
  const heads: TableColumn[] = [
    {
      label: m.select,
      head: (
        <input
          type="checkbox"
          className="size-4 accent-(--accent) pointer-coarse:size-6"
          aria-label={m.select_all_on_this_page()}
          checked={isWhole}
          disabled={isPlaceholderData}
          onChange={() =>
            chosen.choose(
              rows.map(({ id }) => id),
              !isWhole,
            )
          }
        />
      ),
    },
    ...columns.map(({ label: name, sort }) =>
      sort
        ? ({
            label: name,
            sorted: address.sort === sort ? (address.isAscending ? 'ascending' : 'descending') : 'none',
            onSort: () => address.sortBy(sort),
          } as const)
        : { label: name },
    ),
  ];
  return (
    <>
      <Filters collection={collection} label={label} address={address} categories={categories} />
      {(chosen.ids.size > 0 || chosen.isEverything) && (
        <BulkBar
          collection={collection}
          ids={[...chosen.ids]}
          filters={chosen.isEverything ? address.filters : undefined}
          count={chosen.isEverything ? total : chosen.ids.size}
          isTrash={address.values.status === 'trash'}
          isWaiting={isPlaceholderData}
          clear={chosen.clear}
        >
          {isWhole && !chosen.isEverything && total > rows.length && (
            <Button size="small" variant="quiet" onClick={chosen.chooseEverything}>
              {m.select_all_total({ total: formatNumber(total) })}
            </Button>
          )}
        </BulkBar>
      )}
      {query.isPending ? (
        <div className="skeleton h-96" role="status" aria-label={common.loading()} />
      ) : (
        <>
          <Table label={label} columns={heads} hasActions>
            {rows.map((item) => (
              <tr
                key={item.id}
                className={chosen.has(item.id) ? 'bg-accent-soft [&>:last-child]:bg-accent-soft!' : undefined}
              >
                <td className="w-10">
                  <input
                    type="checkbox"
                    className="size-4 accent-(--accent) pointer-coarse:size-6"
                    aria-label={m.select_title({ title: item.title })}
                    checked={chosen.has(item.id)}
                    disabled={isPlaceholderData}
                    onChange={(event) => chosen.choose([item.id], event.target.checked)}
                  />
                </td>
                {renderCells(item, () => chosen.forget(item.id))}
              </tr>
            ))}
            {isError && rows.length === 0 && (
              <EmptyRow columns={heads.length}>
                <TryAgain size="small" retry={query.refetch} />
              </EmptyRow>
            )}
            {query.isSuccess && rows.length === 0 && <EmptyRow columns={heads.length}>{empty}</EmptyRow>}
          </Table>
          <div className="mt-3 flex flex-wrap items-center justify-between gap-4 text-sm text-muted">
            <p role="status">{data && footer(total)}</p>
            <Pager
              page={address.page}
              isWaiting={isPlaceholderData}
              pages={Math.ceil(total / rowsPerPage)}
              go={(page, options) => address.set({ page: page === 1 ? undefined : String(page) }, options)}
            />
          </div>
        </>
      )}
    </>
  );
}

const accessLevelsQuery = {
  queryKey: queryKeys.admin.accessLevels,
  queryFn: async () => (await api.admin['access-levels'].$get()).json(),
};

type FilterProps = Pick<Props<Row>, 'collection' | 'label' | 'address' | 'categories'>;

function Filters({ collection, label, address, categories }: FilterProps) {
  const { values, set } = address;
  const { data: used } = useQuery(accessLevelsQuery);
  const levels = [
    0,
    ...useTiers().map((tier) => tier.access_level),
    ...(used?.[collection] ?? []),
    ...(values.tier === undefined ? [] : [Number(values.tier)]),
  ];
  const choices = [
    {
      name: 'status',
      label: common.status(),
      options: [
        ...choicesOf(contentStatuses, statusLabel),
        { value: 'scheduled', label: m.scheduled() },
        { value: 'trash', label: m.trash() },
      ],
    },
    ...(collection === 'prompts'
      ? [{ name: 'type', label: common.type(), options: choicesOf(promptTypes, typeLabel) } as const]
      : []),
    {
      name: 'category',
      label: common.category(),
      options: categories.map((name) => ({ value: name, label: name })),
    },
    {
      name: 'tier',
      label: common.tier_access(),
      options: [...new Set(levels)]
        .sort((a, b) => a - b)
        .map((level) => ({ value: String(level), label: levelLabel(level) })),
    },
  ] as const;
  return (
    <div className="mb-4 flex flex-wrap gap-2">
      <SearchBox
        label={searchLabel(label)}
        value={values.q ?? ''}
        onChange={(text) => set({ q: text.trim() || undefined }, { replace: true })}
      />
      {choices.map(({ name, label: title, options }) => (
        <label
          key={name}
          className="w-[calc(50%-0.25rem)] max-sm:even:last:w-full max-[18rem]:w-full sm:w-40"
        >
          <span className="sr-only">{title}</span>
          <select
            className={inputStyles}
            value={values[name] ?? ''}
            onChange={(event) => set({ [name]: event.target.value || undefined })}
          >
            {/* In German, the whole label is too long for a phone. */}
            <option value="">{m.filter_all({ name: name === 'tier' ? m.level() : title })}</option>
            {options.map(({ value, label: shown }) => (
              <option key={value} value={value}>
                {shown}
              </option>
            ))}
          </select>
        </label>
      ))}
    </div>
  );
}
