import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { replyPage } from '#constants';
import { api } from '#platform/client/api-client.ts';
import { cursorPages } from '#platform/client/cursor-pages.ts';
import { queryKeys } from '#platform/client/query-keys.ts';

export type CommentsOf = { collection: 'prompts' | 'playbooks'; slug: string };

export const commentsQuery = ({ collection, slug }: CommentsOf) =>
  infiniteQueryOptions({
    queryKey: queryKeys.comments(collection, slug),
    queryFn: async ({ pageParam, signal }) => {
      const query: Record<string, string> = pageParam ? { cursor: pageParam } : {};
      const endpoint = api[':collection'][':slug'].comments;
      return (await endpoint.$get({ param: { collection, slug }, query }, { init: { signal } })).json();
    },
    ...cursorPages,
  });

export const commentQuery = ({ collection, slug }: CommentsOf, id: string) =>
  queryOptions({
    queryKey: [...queryKeys.comments(collection, slug), 'one', id],
    queryFn: async ({ signal }) =>
      (await api.comments[':id'].$get({ param: { id } }, { init: { signal } })).json(),
  });

/** One further page of a thread's replies. */
export const repliesQuery = (
  { collection, slug }: CommentsOf,
  { id, cursor }: { id: string; cursor: string },
) =>
  queryOptions({
    queryKey: [...queryKeys.comments(collection, slug), 'replies', id, cursor],
    queryFn: async ({ signal }) => {
      const endpoint = api[':collection'][':slug'].comments[':id'].replies;
      const request = { param: { collection, slug, id }, query: { cursor, limit: String(replyPage) } };
      return (await endpoint.$get(request, { init: { signal } })).json();
    },
  });
