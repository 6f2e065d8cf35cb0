import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { difficulties, promptTypes, sorts } from '#constants';

const oneOf = <Value extends string>(values: readonly Value[], value: string | null) =>
  values.find((each) => each === value);

/** The filters of the prompt library, as they stand in the address. */
export type LibraryFilters = {
  q: string;
  type: (typeof promptTypes)[number] | undefined;
  category: string | undefined;
  difficulty: (typeof difficulties)[number] | undefined;
  favorites: boolean;
  sort: (typeof sorts)[number];
};

const names = ['q', 'type', 'category', 'difficulty', 'favorites', 'sort'] as const;

/**
 * Filters live in the address, so that back, reload and a shared link keep them. Typing replaces the entry in the
 * history; every other change adds one.
 */
export function useLibraryFilters() {
  const [query, setQuery] = useSearchParams();
  const filters = useMemo<LibraryFilters>(
    () => ({
      q: query.get('q') ?? '',
      type: oneOf(promptTypes, query.get('type')),
      category: query.get('category') ?? undefined,
      difficulty: oneOf(difficulties, query.get('difficulty')),
      favorites: query.get('favorites') === 'true',
      sort: oneOf(sorts, query.get('sort')) ?? 'newest',
    }),
    [query],
  );
  const change = useCallback(
    (
      values: Partial<Record<(typeof names)[number], string | undefined>>,
      options: { replace?: boolean } = {},
    ) =>
      setQuery(
        (before) => {
          const after = new URLSearchParams(before);
          for (const [name, value] of Object.entries(values)) {
            if (value) after.set(name, value);
            else after.delete(name);
          }
          return after;
        },
        { preventScrollReset: true, ...options },
      ),
    [setQuery],
  );
  const clear = () => change(Object.fromEntries(names.map((name) => [name, undefined])));
  const isFiltered = names.some((name) => name !== 'sort' && query.has(name));
  return { filters, change, clear, isFiltered };
}
