import { useQueries } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '#platform/client/api-client.ts';
import { draftedComments } from './comment-drafts.ts';
import { type CommentsOf, commentQuery } from './comment-queries.ts';
import type { Comment } from './comments.contract.ts';

/** Called when a comment's form opens or closes. */
export type TellForm = (id: string, isOpen: boolean) => void;

const gone = {
  author: null,
  is_admin: false,
  body: null,
  status: 'deleted',
  is_reported: false,
  is_edited: false,
  can: { edit: false, reply: false, hide: false, report: false },
  more_replies: null,
} as const;

/** A stand-in for a comment that was deleted before this page was opened, so its place in the thread is unknown. */
const placeOf = (id: string): Comment => ({
  id,
  parent_id: null,
  root_id: null,
  created_at: '',
  updated_at: '',
  ...gone,
});

const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404;

/**
 * The loaded comments, oldest first. Deleted comments keep their place while a form on them is open or has an unsent
 * draft, because the form is shown there.
 */
export function useKeptPlaces(
  { itemId, ...item }: CommentsOf & { itemId: string },
  loaded: ReadonlyMap<string, Comment>,
  isLoaded: boolean,
) {
  const [written, setWritten] = useState<ReadonlySet<string>>(() => new Set(draftedComments(itemId)));
  const tellForm = useCallback<TellForm>((id, isOpen) => {
    setWritten((before) => {
      if (before.has(id) === isOpen) return before;
      return isOpen ? new Set(before).add(id) : new Set([...before].filter((other) => other !== id));
    });
  }, []);
  const [seen] = useState(() => new Map<string, Comment>());
  // It may also come with a later page.
  const missing = isLoaded ? [...written].filter((id) => !loaded.has(id) && !seen.has(id)) : [];
  const asked = useQueries({ queries: missing.map((id) => commentQuery(item, id)) });
  const lost = missing.filter((_, index) => isNotFound(asked[index]?.error)).map(placeOf);
  useEffect(() => {
    for (const comment of [...loaded.values(), ...lost]) seen.set(comment.id, comment);
  });

  const places = new Map(loaded);
  const find = (id: string | null) =>
    id === null ? undefined : (seen.get(id) ?? lost.find((one) => one.id === id));
  for (const id of written)
    for (let place = find(id); place && !places.has(place.id); place = find(place.parent_id))
      places.set(place.id, { ...place, ...gone });
  const comments = [...places.values()];
  if (places.size > loaded.size)
    comments.sort(
      (one, other) => Number(one.created_at > other.created_at) - Number(one.created_at < other.created_at),
    );
  return { known: places, comments, tellForm };
}
