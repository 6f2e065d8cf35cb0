import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** How many pages are loaded again at most. */
const maxPages = 20;

type Entry = { key?: string; pages?: Record<string, number> } | null;

/**
 * Keeps how many pages of a list are loaded in the current entry of the browser's history, so that a reload and Back
 * load as many again.
 * @param name of the list on its page; without one, nothing is kept
 */
export function useKeptPages(
  query: UseInfiniteQueryResult<{ pages: unknown[] }>,
  name: string | undefined,
): void {
  const { key } = useLocation();
  const { data, isPlaceholderData, isFetching, isError, hasNextPage, fetchNextPage } = query;
  const loaded = isPlaceholderData ? 0 : (data?.pages.length ?? 0);
  useEffect(() => {
    const entry: Entry = history.state;
    // The browser goes to another page before the app shows it.
    if (name === undefined || loaded === 0 || entry?.key !== key) return;
    const kept = entry.pages?.[name] ?? 1;
    if (loaded > kept) history.replaceState({ ...entry, pages: { ...entry.pages, [name]: loaded } }, '');
    else if (loaded < Math.min(kept, maxPages) && hasNextPage && !isFetching && !isError)
      void fetchNextPage();
  }, [name, key, loaded, hasNextPage, isFetching, isError, fetchNextPage]);
}
