import { useInfiniteQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useDeferredValue, useEffect, useState } from 'react';
import { api } from '#platform/api-client.ts';
import { privateMeta } from '#platform/page-meta.ts';
import { queryKeys } from '#platform/query-keys.ts';
import { AdminFrame } from '#ui/admin-frame.tsx';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { inputStyles } from '#ui/field.tsx';
import { formatLocalDay, formatNumber } from '#ui/format.ts';
import { EmptyRow, Table } from '#ui/table.tsx';
import * as common from '#ui/words/messages.ts';
import * as m from './words/messages.ts';

export const meta = () => privateMeta(common.users());

const columns = [common.email, m.role, m.tier, m.joined];
const roleWords = { admin: m.role_admin, member: m.role_member };
const roleStyles = {
  admin: 'rounded-full bg-accent-soft px-2.5 py-0.5 text-[0.8125rem] font-semibold text-accent',
  member: '',
};
/** How many rows are drawn at once; the search covers all that are loaded. */
const rowsDrawn = 200;

export default function UsersPage() {
  const [text, setText] = useState('');
  const [drawn, setDrawn] = useState(rowsDrawn);
  const query = useAllUsers();
  const users = query.data?.pages.flatMap((page) => page.items) ?? [];
  const wanted = useDeferredValue(text.trim().toLowerCase());
  const found = users.filter((user) => user.email.toLowerCase().includes(wanted));
  const total = query.data?.pages[0]?.total ?? 0;
  return (
    <AdminFrame title={common.users()}>
      <label className="relative mb-4 block max-w-md">
        <span className="sr-only">{m.search_by_email()}</span>
        <Search
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
          aria-hidden="true"
        />
        <input
          type="search"
          className={classNames(inputStyles, 'pl-10')}
          placeholder={m.search_by_email_2()}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      {query.isPending ? (
        <div className="skeleton h-96" role="status" aria-label={common.loading()} />
      ) : (
        <>
          <Table label={common.users()} columns={columns}>
            {found.slice(0, drawn).map((user) => (
              <tr key={user.id}>
                <td className="min-w-56 [overflow-wrap:anywhere]">{user.email}</td>
                <td>
                  <span className={roleStyles[user.role]}>{roleWords[user.role]()}</span>
                </td>
                <td>{user.tier_name ?? common.free()}</td>
                <td className="whitespace-nowrap">{formatLocalDay(user.created_at)}</td>
              </tr>
            ))}
            {query.isError && users.length === 0 && (
              <EmptyRow columns={columns.length}>
                <Button variant="secondary" size="small" onClick={() => void query.refetch()}>
                  {common.try_again()}
                </Button>
              </EmptyRow>
            )}
            {query.isSuccess && found.length === 0 && (
              <EmptyRow columns={columns.length}>{m.no_users_found()}</EmptyRow>
            )}
          </Table>
          <p className="mt-3 flex flex-wrap items-center gap-4 text-sm text-muted" role="status">
            {m.showing_found_of_total_users({
              found: formatNumber(found.length),
              total: formatNumber(total),
            })}
            {found.length > drawn && (
              <Button size="small" variant="secondary" onClick={() => setDrawn(drawn + rowsDrawn)}>
                {m.show_more()}
              </Button>
            )}
          </p>
        </>
      )}
    </AdminFrame>
  );
}

/** All accounts: the first page at once, the others in the background. */
function useAllUsers() {
  const query = useInfiniteQuery({
    queryKey: queryKeys.admin.users,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const parameters: Record<string, string> = {
        limit: '100',
        ...(pageParam ? { cursor: pageParam } : {}),
      };
      return (await api.admin.users.$get({ query: parameters }, { init: { signal } })).json();
    },
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  return query;
}
