import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '#platform/client/api-client.ts';
import { cursorPages } from '#platform/client/cursor-pages.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { LoadMore } from '#ui/tables/load-more.tsx';
import { AddressText, Table } from '#ui/tables/table.tsx';
import { TryAgain } from '#ui/try-again.tsx';
import * as common from '#ui/words/messages.ts';
import { reasonLabel } from './mailing-words.ts';
import type { Mailing, Recipient } from './mailings.contract.ts';
import * as m from './words/messages.ts';

const columns = [common.email, common.status, m.why];
const statuses = {
  sent: m.fact_sent,
  refused: m.recipient_refused,
  failed: m.recipient_failed,
  'left-out': m.recipient_left_out,
} satisfies Record<Recipient['status'], () => string>;

/** Members who did not get an email, or whose copy came back. */
export function MissedRecipients({ mailing: { id, progress } }: { mailing: Mailing }) {
  const missed = progress.refused + progress.failed + progress.left_out + progress.bounced;
  const query = useInfiniteQuery({
    queryKey: [...queryKeys.admin.mailings.recipients(id), missed],
    queryFn: async ({ pageParam }) =>
      (
        await api.admin.mailings[':id'].recipients.$get({
          param: { id },
          query: pageParam ? { cursor: pageParam } : {},
        })
      ).json(),
    ...cursorPages,
    enabled: missed > 0,
    placeholderData: (former) => former,
  });
  const { data, isError, refetch } = query;
  if (missed === 0) return null;
  const rows = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section className="mt-10">
      <h2 className="mb-4 text-xl">{m.who_did_not_get_it()}</h2>
      {data ? (
        <Table label={m.who_did_not_get_it()} columns={columns}>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>
                <AddressText>{row.email ?? m.deleted_account()}</AddressText>
              </td>
              <td className="whitespace-nowrap">
                {row.is_bounced ? m.recipient_bounced() : statuses[row.status]()}
              </td>
              <td className="min-w-48 text-muted [overflow-wrap:anywhere]">{reasonLabel(row)}</td>
            </tr>
          ))}
        </Table>
      ) : isError ? (
        <TryAgain retry={refetch} />
      ) : (
        <div className="skeleton h-32" role="status" aria-label={common.loading()} />
      )}
      <LoadMore query={query} className="mt-4" />
    </section>
  );
}
