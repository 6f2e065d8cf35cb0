import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { retention } from '#constants';
import { api } from '#platform/client/api-client.ts';
import { cursorPages } from '#platform/client/cursor-pages.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { Button } from '#ui/button.tsx';
import { formatRelative } from '#ui/format.ts';
import { Modal, ModalBody, ModalFooter } from '#ui/overlays/modal.tsx';
import { toast, toastError } from '#ui/overlays/toasts.tsx';
import { LoadMore } from '#ui/tables/load-more.tsx';
import { EmptyRow, Table } from '#ui/tables/table.tsx';
import { TryAgain } from '#ui/try-again.tsx';
import * as common from '#ui/words/messages.ts';
import { eventLabel } from './event-label.ts';
import type { Delivery, WebhookItem } from './webhooks.contract.ts';
import * as m from './words/messages.ts';

const columns = [m.event, m.response, common.actions] as const;
/** How often an open list is refreshed, in milliseconds. */
const freshness = 5_000;
const statuses = {
  pending: m.status_pending,
  delivered: m.status_delivered,
  failed: m.status_failed,
} satisfies Record<Delivery['status'], () => string>;
const problems = {
  timeout: m.problem_timeout,
  private_address: m.problem_private_address,
  not_found: m.problem_not_found,
  refused: m.problem_refused,
  tls: m.problem_tls,
  other: m.problem_other,
} satisfies Partial<Record<NonNullable<Delivery['problem']>, () => string>>;

const answerOf = ({ response_status, problem }: Delivery) =>
  problem && problem !== 'status' ? problems[problem]() : response_status && `HTTP ${response_status}`;

/** A webhook's deliveries, with buttons to send them again. */
export function DeliveriesModal({ webhook, close }: { webhook: WebhookItem; close: () => void }) {
  const { id, is_enabled } = webhook;
  const queryKey = queryKeys.admin.webhooks.deliveries(id);
  const client = useQueryClient();
  const query = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam }) =>
      (
        await api.admin.webhooks[':id'].deliveries.$get({
          param: { id },
          query: pageParam ? { cursor: pageParam } : {},
        })
      ).json(),
    ...cursorPages,
    refetchInterval: freshness,
    staleTime: 0,
  });
  const { data, isError, refetch } = query;
  const rows = data?.pages.flatMap((page) => page.items) ?? [];
  const settle = { onError: toastError, onSettled: () => client.invalidateQueries({ queryKey }) };
  const { mutate: resend, isPending: isResending } = useMutation({
    mutationFn: ({ id: delivery }: Delivery) =>
      api.admin.webhooks[':id'].deliveries[':delivery'].resend.$post({ param: { id, delivery } }),
    ...settle,
  });
  const { mutate: resendFailed, isPending: isResendingFailed } = useMutation({
    mutationFn: async () =>
      (await api.admin.webhooks[':id']['resend-failed'].$post({ param: { id } })).json(),
    onSuccess: ({ count }) => toast.success(m.sent_again({ count })),
    ...settle,
  });
  const { mutate: test, isPending: isTesting } = useMutation({
    mutationFn: () => api.admin.webhooks[':id'].test.$post({ param: { id } }),
    onSuccess: () => toast.success(m.test_is_sent()),
    ...settle,
  });
  return (
    <Modal title={m.deliveries()} close={close} isDirty={false}>
      <ModalBody>
        <p className="text-sm text-muted [overflow-wrap:anywhere]">
          {webhook.url} · {m.deliveries_are_kept({ count: retention.webhookEvent })}
        </p>
        {!data && !isError ? (
          <div className="skeleton h-48" role="status" aria-label={common.loading()} />
        ) : (
          <Table label={m.deliveries()} columns={columns} hasActions>
            {rows.map((row) => (
              <tr key={row.id}>
                <td className="md:min-w-36">
                  {eventLabel(row.type)}
                  <span className="block text-[0.8125rem] text-muted">{formatRelative(row.created_at)}</span>
                </td>
                <td className="md:min-w-36">
                  <span className={row.status === 'failed' ? 'text-signal' : ''}>
                    {statuses[row.status]()}
                  </span>
                  <span className="block text-[0.8125rem] text-muted">
                    {[answerOf(row), m.attempts({ count: row.attempts })].filter(Boolean).join(' · ')}
                  </span>
                </td>
                <td>
                  {row.status !== 'pending' && is_enabled && (
                    <Button
                      variant="secondary"
                      size="small"
                      disabled={isResending}
                      aria-label={m.send_event_again({
                        event: eventLabel(row.type),
                        when: formatRelative(row.created_at),
                      })}
                      onClick={() => resend(row)}
                    >
                      {m.send_again()}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
            {isError && !data && (
              <EmptyRow columns={columns.length}>
                <TryAgain size="small" retry={refetch} />
              </EmptyRow>
            )}
            {data && rows.length === 0 && (
              <EmptyRow columns={columns.length}>{m.no_deliveries_yet()}</EmptyRow>
            )}
          </Table>
        )}
        <LoadMore query={query} size="small" />
      </ModalBody>
      <ModalFooter>
        {is_enabled && (
          <>
            <Button variant="secondary" disabled={isTesting} onClick={() => test()}>
              {m.send_test()}
            </Button>
            <Button variant="secondary" disabled={isResendingFailed} onClick={() => resendFailed()}>
              {m.send_failed_again()}
            </Button>
          </>
        )}
        <Button onClick={close}>{common.done()}</Button>
      </ModalFooter>
    </Modal>
  );
}
