import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/client/api-client.ts';
import { cursorPages } from '#platform/client/cursor-pages.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { Button } from '#ui/button.tsx';
import { formatRelative } from '#ui/format.ts';
import { keepRowFocus } from '#ui/keep-row-focus.ts';
import { toast, toastError } from '#ui/overlays/toasts.tsx';
import { LoadMore } from '#ui/tables/load-more.tsx';
import { AddressText, Table } from '#ui/tables/table.tsx';
import * as common from '#ui/words/messages.ts';
import * as m from './words/messages.ts';

const columns = [common.email, m.what_the_server_said, common.date, common.actions];
const queryKey = queryKeys.admin.mailings.bounces;

/** Addresses that get no more emails, each with a button to try it again. Nothing if there are none. */
export function BouncedAddresses() {
  const client = useQueryClient();
  const query = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam }) =>
      (await api.admin.mailings.bounces.$get({ query: pageParam ? { cursor: pageParam } : {} })).json(),
    ...cursorPages,
    staleTime: 0,
  });
  const { data } = query;
  const { mutate, isPending } = useMutation({
    mutationFn: (id: string) => api.admin.mailings.bounces[':id'].$delete({ param: { id } }),
    onSuccess: () => toast.success(m.address_is_used_again()),
    onError: toastError,
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  const rows = data?.pages.flatMap((page) => page.items) ?? [];
  if (rows.length === 0) return null;
  return (
    <section ref={keepRowFocus} className="mt-12">
      <h2 className="text-xl">{m.bounced_addresses({ count: data?.pages[0]?.total ?? 0 })}</h2>
      <p className="mt-1.5 mb-4 max-w-2xl text-sm text-muted">{m.about_bounced_addresses()}</p>
      <Table label={m.bounced_addresses({ count: rows.length })} columns={columns} hasActions>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>
              <AddressText>{row.email}</AddressText>
            </td>
            <td className="min-w-48 text-muted [overflow-wrap:anywhere]">{row.reason}</td>
            <td className="whitespace-nowrap">{formatRelative(row.bounced_at)}</td>
            <td>
              <Button size="small" variant="secondary" disabled={isPending} onClick={() => mutate(row.id)}>
                {m.use_again()}
                <span className="sr-only"> {row.email}</span>
              </Button>
            </td>
          </tr>
        ))}
      </Table>
      <LoadMore query={query} className="mt-4" />
    </section>
  );
}
