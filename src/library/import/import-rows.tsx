import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { Chip } from '#ui/chip.tsx';
import { formatNumber } from '#ui/format.ts';
import { Pager } from '#ui/tables/pager.tsx';
import { EmptyRow, Table } from '#ui/tables/table.tsx';
import { setParameters, useRequestedSearch } from '#ui/tables/use-requested-search.ts';
import { readPage, readParameter } from '#ui/tables/use-table-address.ts';
import { TryAgain } from '#ui/try-again.tsx';
import * as common from '#ui/words/messages.ts';
import { rowOutcomes } from './import-fields.ts';
import { outcomeLabel, placeLabel } from './import-words.ts';
import type { ImportItem } from './imports.contract.ts';
import * as m from './words/messages.ts';

const rowsPerPage = 50;
const columns = [m.place, common.title, m.result, m.reason];

/** What an import will do, or has done, with each row of a file. Filters and page are in the URL. */
export function ImportRows({ item }: { item: ImportItem }) {
  const [search, change] = useRequestedSearch();
  const outcome = readParameter(search, 'outcome', [...rowOutcomes, 'kept'] as const);
  const page = readPage(search);
  const set = (name: 'outcome' | 'page', value: string | undefined, { replace = false } = {}) =>
    change((next) => setParameters(next, { page: undefined, [name]: value }), { replace });
  const filters = { ...(outcome && { outcome }), page: String(page), limit: String(rowsPerPage) };
  const { state, done, settings } = item;
  const { data, isPending, isError, isPlaceholderData, refetch } = useQuery({
    // While an import is running, the rows are reloaded when its progress changes, and after a check with other settings.
    queryKey: queryKeys.admin.imports.rows(item.id, { state, done, settings }, filters),
    queryFn: async () =>
      (await api.admin.imports[':id'].rows.$get({ param: { id: item.id }, query: filters })).json(),
    placeholderData: keepPreviousData,
    // A check with the same settings can find another library.
    staleTime: 0,
  });
  const choices = [
    ...rowOutcomes.map((name) => ({ name, label: outcomeLabel(name), count: item.counts[name] })),
    ...(item.kept > 0 ? [{ name: 'kept', label: m.kept_rows(), count: item.kept }] : []),
  ];
  return (
    <>
      <div className="mb-4 flex flex-wrap gap-2">
        {choices.map(({ name, label, count }) => (
          <Chip
            key={name}
            pressed={outcome === name}
            onClick={() => set('outcome', outcome === name ? undefined : name)}
          >
            {label} <span className="tabular-nums">{formatNumber(count)}</span>
          </Chip>
        ))}
      </div>
      {isError && !data ? (
        <TryAgain retry={refetch} />
      ) : isPending ? (
        <div className="skeleton h-96" role="status" aria-label={common.loading()} />
      ) : (
        <>
          <Table label={m.result()} columns={columns}>
            {data?.items.map((row) => (
              <tr key={row.position}>
                <td className="whitespace-nowrap text-muted">{placeLabel(row.place)}</td>
                <td className="min-w-56 [overflow-wrap:anywhere]">
                  {row.item_id && row.kind && row.undone !== 'restored' ? (
                    <Link
                      className="font-semibold hover:underline"
                      to={`/admin/${row.kind}s?edit=${row.item_id}`}
                    >
                      {row.title}
                    </Link>
                  ) : (
                    row.title
                  )}
                </td>
                <td className="whitespace-nowrap">
                  {row.undone
                    ? row.undone === 'kept'
                      ? m.kept_rows()
                      : m.restored()
                    : outcomeLabel(row.outcome)}
                </td>
                <td className="min-w-48 [overflow-wrap:anywhere]">{row.reason}</td>
              </tr>
            ))}
            {data?.items.length === 0 && <EmptyRow columns={columns.length}>{m.no_rows()}</EmptyRow>}
          </Table>
          <div className="mt-3 flex justify-end text-sm text-muted">
            <Pager
              page={page}
              pages={Math.ceil((data?.total ?? 0) / rowsPerPage)}
              isWaiting={isPlaceholderData}
              go={(next, options) => set('page', next === 1 ? undefined : String(next), options)}
            />
          </div>
        </>
      )}
    </>
  );
}
