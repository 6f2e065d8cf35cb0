import { useTableAddress } from '#ui/tables/use-table-address.ts';
import type { AdminItemFilters, adminSorts } from './admin-items.contract.ts';

/** As the address has it: the server refuses what it does not know. */
type Values = Omit<AdminItemFilters, 'tier'> & {
  tier?: string;
  sort?: (typeof adminSorts)[number];
  order?: 'asc' | 'desc';
  page?: string;
};

const names = ['q', 'status', 'type', 'category', 'tier'] as const;

/** What an admin's table of items shows, as part of its address. */
export function useItemsAddress() {
  const { values, ...address } = useTableAddress(names);
  const known = values as Values;
  const { sort: _sort, order: _order, page: _page, ...filters } = known;
  return { ...address, values: known, filters };
}
export type ItemsAddress = ReturnType<typeof useItemsAddress>;
