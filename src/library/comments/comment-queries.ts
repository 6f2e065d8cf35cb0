import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '#platform/api-client.ts';
import { queryKeys } from '#platform/query-keys.ts';

export type CommentsOf = { collection: 'prompts' | 'playbooks'; slug: string };

export const commentsQuery = ({ collection, slug }: CommentsOf) =>
  infiniteQueryOptions({
    queryKey: queryKeys.comments(collection, slug),
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const query: Record<string, string> = pageParam ? { cursor: pageParam } : {};
      const endpoint = api[':collection'][':slug'].comments;
      return (await endpoint.$get({ param: { collection, slug }, query }, { init: { signal } })).json();
    },
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
