import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTiers } from '#money/tiers/public/use-tiers.ts';
import { api } from '#platform/client/api-client.ts';
import { cursorPages } from '#platform/client/cursor-pages.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { AdminFrame } from '#ui/admin-frame.tsx';
import { Button } from '#ui/button.tsx';
import { formatTime } from '#ui/format.ts';
import { inputStyles } from '#ui/forms/field.tsx';
import { toastError } from '#ui/overlays/toasts.tsx';
import { PathText } from '#ui/path-text.tsx';
import { saveFile } from '#ui/save-file.ts';
import { LoadMore } from '#ui/tables/load-more.tsx';
import { SearchBox } from '#ui/tables/search-box.tsx';
import { AddressText, EmptyRow, Table } from '#ui/tables/table.tsx';
import { useTableAddress } from '#ui/tables/use-table-address.ts';
import { TryAgain } from '#ui/try-again.tsx';
import * as common from '#ui/words/messages.ts';
import type { AuditEntry } from './audit.contract.ts';
import { actionName, actorName, areaName, detailsOf } from './audit-words.ts';
import * as m from './words/messages.ts';

export const meta = privateMeta(m.audit_log);

const columns = [m.when, m.what, m.details, m.who];
/** The maximum length of each parameter, in characters. */
const addressFilters = { area: 60, target: 100, from: 10, until: 10 };

/** What was done on the site, by whom and when. Entries can be read and exported, but not changed. */
export default function AuditPage() {
  const { values, set } = useTableAddress(addressFilters);
  const filters = filtersOf(values);
  const query = useInfiniteQuery({
    queryKey: queryKeys.admin.audit(filters),
    queryFn: async ({ pageParam, signal }) => {
      const parameters = { limit: '50', ...filters, ...(pageParam ? { cursor: pageParam } : {}) };
      return (await api.admin.audit.$get({ query: parameters }, { init: { signal } })).json();
    },
    ...cursorPages,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const { mutate: save, isPending: isSaving } = useMutation({
    mutationFn: async () => (await api.admin.audit.export.$get({ query: filters })).blob(),
    onSuccess: (csv) => saveFile(csv, 'audit-log.csv', 'text/csv'),
    onError: toastError,
  });
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  const [first] = query.data?.pages ?? [];
  return (
    <AdminFrame
      title={m.audit_log()}
      action={
        <Button variant="secondary" disabled={isSaving} onClick={() => save()}>
          {m.export_csv()}
        </Button>
      }
    >
      <p className="mb-5 max-w-2xl text-muted">{m.entries_stay_two_years()}</p>
      <div className="mb-4 flex flex-wrap items-end gap-2">
        <SearchBox
          label={m.search_by_address()}
          placeholder={m.search_by_address_2()}
          value={values.q ?? ''}
          onChange={(text) => set({ q: text.trim() || undefined }, { replace: true })}
        />
        <label className="w-full sm:w-44">
          <span className="sr-only">{m.area()}</span>
          <select
            className={inputStyles}
            value={values.area ?? ''}
            onChange={(event) => set({ area: event.target.value || undefined })}
          >
            <option value="">{m.all_areas()}</option>
            {(first?.areas ?? (values.area ? [values.area] : [])).map((area) => (
              <option key={area} value={area}>
                {areaName(area)}
              </option>
            ))}
          </select>
        </label>
        <div className="grid w-full grid-cols-2 gap-2 max-[18rem]:grid-cols-1 sm:w-82">
          {(['from', 'until'] as const).map((name) => (
            <label key={name} className="text-[0.8125rem] text-muted">
              {name === 'from' ? m.from() : m.to()}
              <input
                type="date"
                className={inputStyles}
                value={values[name] ?? ''}
                // Each digit of a year that is typed is a date of its own.
                onChange={(event) => set({ [name]: event.target.value || undefined }, { replace: true })}
              />
            </label>
          ))}
        </div>
        {values.target && (
          <Button size="small" variant="secondary" onClick={() => set({ target: undefined })}>
            {m.show_all_targets()}
          </Button>
        )}
      </div>
      {query.isPending ? (
        <div className="skeleton h-96" role="status" aria-label={common.loading()} />
      ) : (
        <>
          <Table label={m.audit_log()} columns={columns} isStacked>
            {items.map((entry) => (
              <EntryRow key={entry.id} entry={entry} />
            ))}
            {query.isError && !query.data && (
              <EmptyRow columns={columns.length}>
                <TryAgain size="small" retry={query.refetch} />
              </EmptyRow>
            )}
            {query.data && items.length === 0 && (
              <EmptyRow columns={columns.length}>{m.no_entries_found()}</EmptyRow>
            )}
          </Table>
          <div className="mt-3 flex flex-wrap items-center justify-between gap-4 text-sm text-muted">
            <p role="status">{first && m.count_entries({ count: first.total })}</p>
            <LoadMore query={query} keptAs="page" size="small" />
          </div>
        </>
      )}
    </AdminFrame>
  );
}

type Names = 'q' | keyof typeof addressFilters;

/** Dates are in the reader's time zone; the last day counts in full. */
function filtersOf({ q, area, target, from, until }: Partial<Record<Names, string>>) {
  const start = dayStart(from);
  const end = dayStart(until, 1);
  return {
    ...(q && { q }),
    ...(area && { area }),
    ...(target && { target }),
    ...(start && { from: start }),
    ...(end && { until: end }),
  };
}

function dayStart(day: string | undefined, plusDays = 0): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? '') ?? [];
  if (!year || !month || !date) return undefined;
  const time = new Date(Number(year), Number(month) - 1, Number(date) + plusDays);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

function EntryRow({ entry }: { entry: AuditEntry }) {
  const target = entry.target !== null && entry.area === 'bulk' ? areaName(entry.target) : entry.target;
  const name = entry.target_name ?? target ?? entry.target_id;
  const tiers = useTiers();
  const details = detailsOf(entry, new Map(tiers.map(({ id, name: plan }) => [id, plan])));
  return (
    <tr>
      <td className="whitespace-nowrap">
        <time dateTime={entry.created_at}>{formatTime(entry.created_at)}</time>
      </td>
      <td className="min-w-44 xl:min-w-80">
        <span className="font-semibold">{areaName(entry.area)}</span>
        <span className="block">{actionName(entry)}</span>
        <code className="block font-mono text-xs text-muted [overflow-wrap:anywhere]">
          <PathText path={entry.action} />
        </code>
      </td>
      <td className="min-w-48 [overflow-wrap:anywhere]">
        {name &&
          (entry.area === 'members' && entry.target_name && entry.target_id ? (
            <Link
              to={`/admin/members/${entry.target_id}`}
              className="underline underline-offset-4 hover:text-accent"
            >
              {name}
            </Link>
          ) : (
            <span>{name}</span>
          ))}
        {details && <span className="block text-muted">{details}</span>}
      </td>
      <td>
        <AddressText>{actorName(entry)}</AddressText>
      </td>
    </tr>
  );
}
