import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { api } from '#platform/client/api-client.ts';
import { cursorPages } from '#platform/client/cursor-pages.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { AdminFrame } from '#ui/admin-frame.tsx';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { formatRelative } from '#ui/format.ts';
import { toastError } from '#ui/overlays/toasts.tsx';
import { newId } from '#ui/saving/new-id.ts';
import { LoadMore } from '#ui/tables/load-more.tsx';
import { StackedLabel, Table } from '#ui/tables/table.tsx';
import { TryAgain } from '#ui/try-again.tsx';
import * as common from '#ui/words/messages.ts';
import { BouncedAddresses } from './bounced-addresses.tsx';
import { isBegun, progressLabel, statusLabel, titleOf } from './mailing-words.ts';
import * as m from './words/messages.ts';

export const meta = privateMeta(m.email_to_members);

const columns = [m.subject, common.status, m.emails, common.updated];

/** All mailings, and the addresses that bounce. */
export default function MailingsPage() {
  const query = useInfiniteQuery({
    queryKey: queryKeys.admin.mailings.all,
    queryFn: async ({ pageParam }) =>
      (await api.admin.mailings.$get({ query: pageParam ? { cursor: pageParam } : {} })).json(),
    ...cursorPages,
    staleTime: 0,
  });
  const { data, isPending, isError, refetch } = query;
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <AdminFrame title={m.email_to_members()} action={<NewMailing />}>
      <p className="mb-5 max-w-2xl text-muted">{m.about_mailings()}</p>
      {isPending && <div className="skeleton h-64" role="status" aria-label={common.loading()} />}
      {isError && !data && (
        <EmptyState title={m.couldnt_load_mailings()}>
          <TryAgain retry={refetch} />
        </EmptyState>
      )}
      {data && items.length === 0 && (
        <EmptyState title={m.no_mailings_yet()}>{m.start_with_a_draft()}</EmptyState>
      )}
      {items.length > 0 && (
        <Table label={m.email_to_members()} columns={columns} isStacked>
          {items.map((item) => (
            <tr key={item.id}>
              <td className="min-w-48 [overflow-wrap:anywhere]">
                <Link
                  to={`/admin/mailings/${item.id}`}
                  className="inline-block min-h-6 font-semibold text-accent underline underline-offset-4"
                >
                  {titleOf(item)}
                </Link>
              </td>
              <td className="whitespace-nowrap">{statusLabel(item)}</td>
              <td
                className={classNames('whitespace-nowrap tabular-nums', !isBegun(item) && 'max-sm:hidden!')}
              >
                <StackedLabel>{m.emails()}</StackedLabel>
                {progressLabel(item)}
              </td>
              <td className="whitespace-nowrap">{formatRelative(item.updated_at)}</td>
            </tr>
          ))}
        </Table>
      )}
      <LoadMore query={query} keptAs="page" className="mt-4" />
      {/* Below the list, so that it doesn't shift. */}
      {!isPending && <BouncedAddresses />}
    </AdminFrame>
  );
}

function NewMailing() {
  const navigate = useNavigate();
  const client = useQueryClient();
  // A retry after a lost answer creates the same draft.
  const [id] = useState(newId);
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: async () => (await api.admin.mailings.$post({ json: { id } })).json(),
    onSuccess(mailing) {
      client.setQueryData(queryKeys.admin.mailings.one(mailing.id), mailing);
      void navigate(`/admin/mailings/${mailing.id}`);
    },
    onError: toastError,
  });
  return (
    <Button disabled={isPending || isSuccess} onClick={() => mutate()}>
      {m.write_an_email()}
    </Button>
  );
}
