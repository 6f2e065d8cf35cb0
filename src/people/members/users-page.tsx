import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useRouteLoaderData } from 'react-router';
import { type Role, roles } from '#constants';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { AdminFrame } from '#ui/admin-frame.tsx';
import { formatLocalDay, formatNumber } from '#ui/format.ts';
import { inputStyles } from '#ui/forms/field.tsx';
import { Pager } from '#ui/tables/pager.tsx';
import { SearchBox } from '#ui/tables/search-box.tsx';
import { AddressText, EmptyRow, Table, type TableColumn } from '#ui/tables/table.tsx';
import { useTableAddress } from '#ui/tables/use-table-address.ts';
import { TryAgain } from '#ui/try-again.tsx';
import * as common from '#ui/words/messages.ts';
import type { AdminUsersQuery } from './members.contract.ts';
import { roleName } from './public/role-name.ts';
import * as m from './words/messages.ts';

export const meta = privateMeta(common.users);

const columns = [
  { label: common.email, sort: 'email' },
  { label: m.role, sort: 'role' },
  { label: m.tier, sort: 'tier' },
  { label: m.joined, sort: 'newest' },
];
const roleStyles: Partial<Record<Role, string>> = {
  admin: 'rounded-full bg-accent-soft px-2.5 py-0.5 text-[0.8125rem] font-semibold text-accent',
};
const sorts = columns.map(({ sort }) => sort);
const rowsPerPage = 50;

/** All accounts, read-only. Filters, sorting and page are in the URL. */
export default function UsersPage() {
  // The root loader returns all plans with every page.
  const tiers = useRouteLoaderData<{ tiers: { id: string; name: string }[] }>('root')?.tiers ?? [];
  const address = useTableAddress({ role: roles, tier: ['none', ...tiers.map(({ id }) => id)] }, sorts);
  const { values, set } = address;
  const query = useQuery({
    queryKey: queryKeys.admin.users.list(values),
    queryFn: async ({ signal }) => {
      const { role, sort, order, ...others } = values as Pick<AdminUsersQuery, 'role' | 'sort' | 'order'>;
      const parameters = { ...others, ...(role && { role }), ...(sort && { sort }), ...(order && { order }) };
      return (
        await api.admin.users.$get(
          { query: { limit: String(rowsPerPage), page: '1', ...parameters } },
          { init: { signal } },
        )
      ).json();
    },
    placeholderData: keepPreviousData,
  });
  const heads = columns.map(
    ({ label, sort }): TableColumn => ({
      label,
      sorted: address.sort === sort ? (address.isAscending ? 'ascending' : 'descending') : 'none',
      onSort: () => address.sortBy(sort),
    }),
  );
  const choices = [
    {
      name: 'role',
      label: m.role(),
      all: m.all_roles(),
      options: roles.toReversed().map((role) => ({ value: role, label: roleName(role) })),
    },
    {
      name: 'tier',
      label: m.tier(),
      all: m.all_tiers(),
      options: [
        { value: 'none', label: m.no_tier() },
        ...tiers.map(({ id, name }) => ({ value: id, label: name })),
      ],
    },
  ] as const;
  const { data } = query;
  return (
    <AdminFrame title={common.users()}>
      <div className="mb-4 flex flex-wrap gap-2">
        <SearchBox
          label={m.search_by_email()}
          placeholder={m.search_by_email_2()}
          value={values.q ?? ''}
          onChange={(text) => set({ q: text.trim() || undefined }, { replace: true })}
        />
        {choices.map(({ name, label, all, options }) => (
          <label key={name} className="w-[calc(50%-0.25rem)] max-[18rem]:w-full sm:w-40">
            <span className="sr-only">{label}</span>
            <select
              className={inputStyles}
              value={values[name] ?? ''}
              onChange={(event) => set({ [name]: event.target.value || undefined })}
            >
              <option value="">{all}</option>
              {options.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
      {query.isPending ? (
        <div className="skeleton h-96" role="status" aria-label={common.loading()} />
      ) : (
        <>
          <Table label={common.users()} columns={heads}>
            {data?.items.map((user) => (
              <tr key={user.id}>
                <td>
                  <Link to={`/admin/members/${user.id}`} className="font-semibold hover:text-accent">
                    <AddressText>{user.email}</AddressText>
                  </Link>
                </td>
                <td>
                  <span className={roleStyles[user.role]}>{roleName(user.role)}</span>
                </td>
                <td>{user.tier_name ?? <span className="whitespace-nowrap">{m.no_tier()}</span>}</td>
                <td className="whitespace-nowrap">{formatLocalDay(user.created_at)}</td>
              </tr>
            ))}
            {query.isError && !data && (
              <EmptyRow columns={columns.length}>
                <TryAgain size="small" retry={query.refetch} />
              </EmptyRow>
            )}
            {data?.items.length === 0 && <EmptyRow columns={columns.length}>{m.no_users_found()}</EmptyRow>}
          </Table>
          <div className="mt-3 flex flex-wrap items-center justify-between gap-4 text-sm text-muted">
            <p role="status">
              {data &&
                m.showing_found_of_total_users({
                  found: formatNumber(data.total),
                  total: formatNumber(data.all),
                })}
            </p>
            <Pager
              page={address.page}
              isWaiting={query.isPlaceholderData}
              pages={Math.ceil((data?.total ?? 0) / rowsPerPage)}
              go={(page, options) => set({ page: page === 1 ? undefined : String(page) }, options)}
            />
          </div>
        </>
      )}
    </AdminFrame>
  );
}
