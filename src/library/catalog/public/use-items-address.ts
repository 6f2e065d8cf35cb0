import { useSearchParams } from 'react-router';
import type { AdminItemFilters, adminSorts } from './admin-items.contract.ts';

/** As the address has it: the server refuses what it does not know. */
type Values = Omit<AdminItemFilters, 'tier'> & {
  tier?: string;
  sort?: (typeof adminSorts)[number];
  order?: 'asc' | 'desc';
  page?: string;
};

const names = ['q', 'status', 'type', 'category', 'tier', 'sort', 'order', 'page'] as const;
type Name = (typeof names)[number];

/** What an admin's table of items shows, as part of its address: filters, order and page. */
export function useItemsAddress() {
  const [search, setSearch] = useSearchParams();
  const values: Values = Object.fromEntries(
    names.flatMap((name) => {
      const value = search.get(name);
      return value ? [[name, value]] : [];
    }),
  );
  /** Another filter or order begins at the first page again. */
  const set = (changes: Partial<Record<Name, string | undefined>>, isReplaced = false) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (!('page' in changes)) next.delete('page');
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: isReplaced, preventScrollReset: true },
    );
  const { sort, order, page: _page, ...filters } = values;
  return {
    values,
    filters,
    page: Math.max(1, Number.parseInt(values.page ?? '1', 10) || 1),
    set,
    sort,
    isAscending: order !== 'desc',
    /** By a column: first up, then down, then the newest first again. */
    sortBy(name: string) {
      if (sort !== name) return set({ sort: name, order: undefined });
      return order === 'desc' ? set({ sort: undefined, order: undefined }) : set({ order: 'desc' });
    },
  };
}
export type ItemsAddress = ReturnType<typeof useItemsAddress>;
