import {
  type InfiniteData,
  type QueryClient,
  type QueryKey,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { queryKeys } from '#platform/client/query-keys.ts';
import { toastError } from '#ui/overlays/toasts.tsx';
import type { ListFilters } from './list-filters.ts';

/** A member's vote and favorite on an item, and its vote count. */
export type Engagement = { is_upvoted: boolean; is_favorited: boolean; vote_count: number };

type Item = Engagement & { slug: string };
type Page = { items: Item[] };
/** The cached data under a collection's key: an item, a search result, or the pages of a list. */
type Cached = Item | Page | InfiniteData<Page>;

function withEngagement(data: Cached, slug: string, change: Partial<Engagement>): Cached {
  const inPage = (page: Page) => ({
    ...page,
    items: page.items.map((item) => (item.slug === slug ? { ...item, ...change } : item)),
  });
  if ('pages' in data) return { ...data, pages: data.pages.map(inPage) };
  if ('items' in data) return inPage(data);
  return data.slug === slug ? { ...data, ...change } : data;
}

/** Updates an item's engagement in every cached list and page. */
export function setEngagement(
  client: QueryClient,
  collection: 'prompts' | 'playbooks',
  slug: string,
  change: Partial<Engagement>,
) {
  client.setQueriesData<Cached>(
    { queryKey: queryKeys[collection].all },
    (data) => data && withEngagement(data, slug, change),
  );
}

/** Whether a cached list is filtered by favorites. */
const ofFavorites = ({ queryKey }: { queryKey: QueryKey }) =>
  (queryKey.at(-1) as Partial<ListFilters>).favorites === true;

/** Removes an item that is no longer a favorite from the lists of favorites. */
function leaveFavorites(client: QueryClient, collection: 'prompts' | 'playbooks', slug: string) {
  client.setQueriesData<InfiniteData<Page & { total: number }>>(
    { queryKey: queryKeys[collection].lists, predicate: ofFavorites },
    (list) =>
      list?.pages.some(({ items }) => items.some((item) => item.slug === slug))
        ? {
            ...list,
            pages: list.pages.map((page) => ({
              ...page,
              items: page.items.filter((item) => item.slug !== slug),
              total: page.total - 1,
            })),
          }
        : list,
  );
}

type Options = {
  collection: 'prompts' | 'playbooks';
  slug: string;
  isOn: boolean;
  /** The fields of the item that a state changes. */
  changes: (isOn: boolean) => Partial<Engagement>;
  send: (isOn: boolean) => Promise<unknown>;
};

/**
 * A toggle that shows its new state immediately. Requests run one at a time, and rapid clicks only send the last state
 * after the current request. If the server refuses it, it is undone with a message.
 */
export function useEngagementToggle({ collection, slug, isOn, changes, send }: Options) {
  const client = useQueryClient();
  /** The last requested state, while a request is pending. */
  const wanted = useRef<boolean>(undefined);
  /** The last state shown. */
  const shown = useRef(isOn);
  const show = (state: boolean) => {
    shown.current = state;
    const change = changes(state);
    setEngagement(client, collection, slug, change);
    if (change.is_favorited === false) leaveFavorites(client, collection, slug);
  };

  const { mutate } = useMutation<unknown, Error, boolean>({
    mutationFn: send,
    onSuccess: (_answer, sent) => {
      const next = wanted.current;
      wanted.current = next === sent ? undefined : next;
      if (next !== undefined && next !== sent) mutate(next);
      else {
        // Responses that arrived during the request may not include it.
        show(sent);
        // Lists sorted by votes or favorites are now stale, but don't reorder while visible.
        void client.invalidateQueries({ queryKey: queryKeys[collection].all, refetchType: 'none' });
        if (changes(sent).is_favorited)
          void client.invalidateQueries({ queryKey: queryKeys[collection].lists, predicate: ofFavorites });
      }
    },
    onError: (error, refused) => {
      wanted.current = undefined;
      show(!refused);
      // Restore an item that was removed from a list of favorites.
      void client.invalidateQueries({ queryKey: queryKeys[collection].lists, predicate: ofFavorites });
      toastError(error);
    },
  });

  return function toggle() {
    const isSending = wanted.current !== undefined;
    wanted.current = !(wanted.current ?? isOn);
    show(wanted.current);
    // Responses to requests from before the click don't contain it: show the new state again after them.
    for (const query of client
      .getQueryCache()
      .findAll({ queryKey: queryKeys[collection].all, fetchStatus: 'fetching' }))
      void query.fetch().then(
        () => show(shown.current),
        () => undefined,
      );
    if (!isSending) mutate(wanted.current);
  };
}
