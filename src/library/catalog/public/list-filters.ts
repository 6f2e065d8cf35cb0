import { useCallback, useMemo } from 'react';
import { difficulties, promptTypes, searchSorts } from '#constants';
import { setParameters, useRequestedSearch } from '#ui/tables/use-requested-search.ts';
import { defaultSort } from './browse-query.ts';

const oneOf = <Value extends string>(values: readonly Value[], value: string | null) =>
  values.find((item) => item === value);

/** The order that an address asks for: what is found by how well it matches, everything else by its day. */
function sortOf(query: URLSearchParams) {
  const q = query.get('q')?.trim() || undefined;
  const asked = oneOf(searchSorts, query.get('sort'));
  return asked === undefined || (asked === 'best' && !q) ? defaultSort(q) : asked;
}

/** The filters of a member's list, as the address has them. */
export type ListFilters = {
  q: string;
  type: (typeof promptTypes)[number] | undefined;
  category: string | undefined;
  difficulty: (typeof difficulties)[number] | undefined;
  favorites: boolean;
  /** Of playbooks. */
  purchased: boolean;
  sort: (typeof searchSorts)[number];
};

const names = ['q', 'type', 'category', 'difficulty', 'favorites', 'purchased', 'sort'] as const;

/**
 * Filters live in the address, so that back, reload and a shared link keep them. Typing replaces the entry in the
 * history; every other change adds one.
 */
export function useListFilters() {
  const [query, changeSearch] = useRequestedSearch();
  const filters = useMemo<ListFilters>(
    () => ({
      q: query.get('q') ?? '',
      type: oneOf(promptTypes, query.get('type')),
      category: query.get('category') ?? undefined,
      difficulty: oneOf(difficulties, query.get('difficulty')),
      favorites: query.get('favorites') === 'true',
      purchased: query.get('purchased') === 'true',
      sort: sortOf(query),
    }),
    [query],
  );
  const change = useCallback(
    (
      values: Partial<Record<(typeof names)[number], string | undefined>>,
      options: { replace?: boolean } = {},
    ) => changeSearch((search) => setParameters(search, values), options),
    [changeSearch],
  );
  const clear = () => change(Object.fromEntries(names.map((name) => [name, undefined])));
  const set = names.filter((name) => name !== 'sort' && query.has(name));
  return {
    filters,
    change,
    clear,
    isFiltered: set.length > 0,
    onlyFilter: set.length === 1 ? set[0] : undefined,
  };
}

/** The filters as the API takes them; what is not set is left out. */
export function listQueryOf(filters: ListFilters, cursor: string | undefined): Record<string, string> {
  const { favorites, purchased, ...rest } = filters;
  const set = (value: boolean) => (value ? 'true' : undefined);
  const query = { ...rest, favorites: set(favorites), purchased: set(purchased), cursor };
  return Object.fromEntries(
    Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}
