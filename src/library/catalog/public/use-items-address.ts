import { limits, promptTypes } from '#constants';
import { useTableAddress } from '#ui/tables/use-table-address.ts';
import { adminSorts, shownStatuses } from '../admin-sorts.ts';
import type { AdminItemFilters } from './admin-items.contract.ts';

type Values = Omit<AdminItemFilters, 'tier'> & {
  tier?: string;
  sort?: (typeof adminSorts)[number];
  order?: 'asc' | 'desc';
  page?: string;
};

const filters = {
  status: shownStatuses,
  type: promptTypes,
  category: limits.category,
  tier: Array.from({ length: limits.accessLevel + 1 }, (_, level) => String(level)),
};

/** The state of an admin item table, kept in the URL. */
export function useItemsAddress() {
  const { values, ...address } = useTableAddress(filters, adminSorts);
  const known = values as Values;
  const { sort: _sort, order: _order, page: _page, ...chosen } = known;
  return { ...address, values: known, filters: chosen };
}
export type ItemsAddress = ReturnType<typeof useItemsAddress>;
