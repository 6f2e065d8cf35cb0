import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#platform/client/api-client.ts';
import { cursorPages } from '#platform/client/cursor-pages.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { formatTime } from '#ui/format.ts';
import { LoadMore } from '#ui/tables/load-more.tsx';
import { SearchBox } from '#ui/tables/search-box.tsx';
import { AddressText, EmptyRow, Table } from '#ui/tables/table.tsx';
import { TryAgain } from '#ui/try-again.tsx';
import * as common from '#ui/words/messages.ts';
import * as m from './words/messages.ts';

const columns = [m.member, m.version, m.where, m.when];

/** The members who agreed to the page, and to which version. */
export function PageConsents({ id }: { id: string }) {
  const [q, setQ] = useState('');
  const query = useInfiniteQuery({
    queryKey: queryKeys.admin.pages.consents(id, q),
    queryFn: async ({ pageParam }) =>
      (
        await api.admin.pages[':id'].consents.$get({
          param: { id },
          query: { q, ...(pageParam ? { cursor: pageParam } : {}) },
        })
      ).json(),
    ...cursorPages,
    placeholderData: keepPreviousData,
  });
  const { data, isError, refetch } = query;
  const items = data?.pages.flatMap((page) => page.items);
  return (
    <section className="border-t border-line py-8">
      <h2 className="mb-4 text-xl">{m.consents()}</h2>
      <div className="mb-4 flex">
        <SearchBox label={m.search_by_email()} placeholder={m.search_by_email()} value={q} onChange={setQ} />
      </div>
      {isError && !items ? (
        <TryAgain retry={refetch} />
      ) : !items ? (
        <div className="skeleton h-32" role="status" aria-label={common.loading()} />
      ) : (
        <Table label={m.consents()} columns={columns}>
          {items.map((consent) => (
            <tr key={consent.id}>
              <td>
                <AddressText>{consent.email}</AddressText>
              </td>
              <td>{consent.version}</td>
              <td>{consent.place === 'signup' ? m.at_sign_up() : m.at_checkout()}</td>
              <td className="whitespace-nowrap">{formatTime(consent.agreed_at)}</td>
            </tr>
          ))}
          {items.length === 0 && <EmptyRow columns={columns.length}>{m.nobody_yet()}</EmptyRow>}
        </Table>
      )}
      <LoadMore query={query} className="mt-4" />
    </section>
  );
}
