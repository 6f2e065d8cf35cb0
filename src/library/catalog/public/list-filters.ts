import { useCallback, useMemo } from 'react';
import { difficulties, limits, promptTypes, searchSorts } from '#constants';
import { setParameters, useRequestedSearch } from '#ui/tables/use-requested-search.ts';
import { readParameter } from '#ui/tables/use-table-address.ts';
import { defaultSort } from './browse-query.ts';

const oneOf = <Value extends string>(values: readonly Value[], value: string | null) =>
  values.find((item) => item === value);

/** The sort order from the URL. By default, search results are sorted by relevance, everything else by date. */
function sortOf(q: string, query: URLSearchParams) {
  const asked = oneOf(searchSorts, query.get('sort'));
  return asked === undefined || (asked === 'best' && !q) ? defaultSort(q) : asked;
}

/** The filters of a member's list, from the URL. */
export type ListFilters = {
  q: string;
  type: (typeof promptTypes)[number] | undefined;
  category: string | undefined;
  difficulty: (typeof difficulties)[number] | undefined;
  favorites: boolean;
  /** Only for playbooks. */
  purchased: boolean;
  sort: (typeof searchSorts)[number];
};

/** The filters of each list. Other URL parameters are ignored. */
const listNames = {
  prompts: ['q', 'type', 'category', 'difficulty', 'favorites'],
  playbooks: ['q', 'category', 'favorites', 'purchased'],
} as const;
const names = ['q', 'type', 'category', 'difficulty', 'favorites', 'purchased', 'sort'] as const;

export function readListFilters(list: keyof typeof listNames, query: URLSearchParams): ListFilters {
  const known: readonly string[] = listNames[list];
  const asked = (name: keyof ListFilters) => (known.includes(name) ? query.get(name) : null);
  const q = readParameter(query, 'q', limits.searchText) ?? '';
  return {
    q,
    type: oneOf(promptTypes, asked('type')),
    category: readParameter(query, 'category', limits.category),
    difficulty: oneOf(difficulties, asked('difficulty')),
    favorites: asked('favorites') === 'true',
    purchased: asked('purchased') === 'true',
    sort: sortOf(q.trim(), query),
  };
}

/** The names of the filters that are set. */
export const setFilters = (list: keyof typeof listNames, filters: ListFilters) =>
  listNames[list].filter((name) => (name === 'q' ? filters.q.trim() : filters[name]));

/**
 * Filters are stored in the URL, so that they survive back, reload and sharing a link. Typing replaces the history
 * entry; every other change adds one.
 */
export function useListFilters(list: keyof typeof listNames) {
  const [query, changeSearch] = useRequestedSearch();
  const filters = useMemo(() => readListFilters(list, query), [query, list]);
  const change = useCallback(
    (
      values: Partial<Record<(typeof names)[number], string | undefined>>,
      options: { replace?: boolean } = {},
    ) => changeSearch((search) => setParameters(search, values), options),
    [changeSearch],
  );
  const clear = () => change(Object.fromEntries(names.map((name) => [name, undefined])));
  const set = setFilters(list, filters);
  return {
    filters,
    change,
    clear,
    isFiltered: set.length > 0,
    onlyFilter: set.length === 1 ? set[0] : undefined,
  };
}

/** The filters as API parameters; unset ones are left out. */
export function listQueryOf(filters: ListFilters, cursor?: string): Record<string, string> {
  const { favorites, purchased, ...rest } = filters;
  const set = (value: boolean) => (value ? 'true' : undefined);
  const query = { ...rest, favorites: set(favorites), purchased: set(purchased), cursor };
  return Object.fromEntries(
    Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}

/** The data that the page of a list loads first; see `PageHandle`. */
export const askedOfList = (list: keyof typeof listNames, query: URLSearchParams) => ({
  list: `${list}?${new URLSearchParams(listQueryOf(readListFilters(list, query)))}`,
  categories: 'categories',
});
