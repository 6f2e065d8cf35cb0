import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { ApiError } from '#platform/client/api-client.ts';
import { focusOn } from '#ui/keep-row-focus.ts';
import { toast } from '#ui/overlays/toasts.tsx';
import { commentAnchor, commentInHash } from './comment-address.ts';
import { type CommentsOf, commentQuery } from './comment-queries.ts';
import type { Comment } from './comments.contract.ts';
import * as m from './words/messages.ts';

type Loading = { hasMore: boolean; load: () => unknown };
type Parts = CommentsOf & {
  known: ReadonlyMap<string, Comment>;
  isLoaded: boolean;
  /** Loads the next page of the list, and of a thread. `hasMore` is false while a page is loading and after a failure. */
  next: Loading;
  nextOf: (root: Comment) => Loading;
};

/**
 * The id of the comment that the URL's hash refers to, as in emails. Loads the pages before it, and focuses it once it
 * is there. If it no longer exists, says so and focuses the comments' heading.
 */
export function useLinkedComment({ known, isLoaded, next, nextOf, ...item }: Parts): string | undefined {
  const id = commentInHash(useLocation().hash);
  const isThere = id !== undefined && known.has(id);
  const { data, isError, error } = useQuery({
    ...commentQuery(item, id ?? ''),
    enabled: id !== undefined && isLoaded && !isThere,
  });
  const rootId = data && (data.root_id ?? data.id);
  const root = rootId === undefined ? undefined : known.get(rootId);
  const loading = isThere || rootId === undefined ? undefined : root ? nextOf(root) : next;
  useEffect(() => {
    if (loading?.hasMore) loading.load();
  });

  const last = useRef<string>(undefined);
  const isGone = isError && !isThere;
  const isDeleted = isGone && error instanceof ApiError && error.status === 404;
  useEffect(() => {
    if (id === undefined || last.current === id || !(isThere || isGone)) return;
    last.current = id;
    const place = document.getElementById(isGone ? 'comments' : commentAnchor(id));
    focusOn(place);
    place?.scrollIntoView({ block: isGone ? 'start' : 'center' });
    if (isDeleted) toast.info(m.comment_not_there());
  }, [id, isThere, isGone, isDeleted]);
  return id;
}
