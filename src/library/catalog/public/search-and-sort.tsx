import { SearchBox } from '#ui/tables/search-box.tsx';
import { SortButtons } from '../sort-buttons.tsx';
import type { useListFilters } from './list-filters.ts';

export type Filters = Pick<ReturnType<typeof useListFilters>, 'filters' | 'change'>;

/** The first row above a member's list. */
export const SearchAndSort = ({ label, filters, change }: Filters & { label: string }) => (
  <div className="flex flex-wrap gap-3">
    <SearchBox label={label} value={filters.q} onChange={(q) => change({ q }, { replace: true })} />
    <SortButtons
      sort={filters.sort}
      isSearch={filters.q.trim() !== ''}
      onChange={(sort) => change({ sort })}
    />
  </div>
);
