import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { toast, toastError } from '#ui/overlays/toasts.tsx';
import type { CommentsOf } from './comment-queries.ts';
import type { Comment, CommentChange } from './comments.contract.ts';
import type { Report } from './report-comment.tsx';
import * as m from './words/messages.ts';

/** The actions on comments; each resolves to whether the server accepted it. */
export type CommentActions = {
  isBusy: boolean;
  post: (body: string, id: string) => Promise<boolean>;
  reply: (parentId: string, body: string, id: string) => Promise<boolean>;
  edit: (id: string, body: string) => Promise<boolean>;
  remove: (id: string) => Promise<boolean>;
  setHidden: (id: string, isHidden: boolean) => Promise<boolean>;
  report: (id: string, report: Report) => Promise<boolean>;
};
/**
 * Runs one action at a time. `mine` are the comments posted here: in a long list they would otherwise only appear once
 * all earlier ones are loaded. `said` announces the result of the last action.
 */
export function useCommentActions({ collection, slug }: CommentsOf) {
  const client = useQueryClient();
  const [mine, setMine] = useState<Comment[]>([]);
  const [said, say] = useState('');
  const forget = (id?: string) => setMine((known) => known.filter((comment) => comment.id !== id));
  const loadAgain = () => client.invalidateQueries({ queryKey: queryKeys.comments(collection, slug) });
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ send }: { send: () => Promise<unknown>; id: string | undefined }) => send(),
    // Cleared first, so that screen readers announce the same message again.
    onMutate: () => say(''),
    onSuccess: loadAgain,
    onError(error, { id }) {
      toastError(error);
      if (!(error instanceof ApiError && error.status === 404)) return;
      // Somebody has deleted the comment meanwhile.
      forget(id);
      void loadAgain();
    },
  });
  /** `id` is the comment that the action needs. */
  const run = (id: string | undefined, send: () => Promise<unknown>) =>
    mutateAsync({ send, id }).then(
      () => true,
      () => false,
    );
  const add = (body: string, id: string, parent_id?: string) =>
    run(parent_id, async () => {
      const json = { body, id, parent_id };
      const answer = await api[':collection'][':slug'].comments.$post({ param: { collection, slug }, json });
      const added = await answer.json();
      setMine((known) => [...known, added]);
      say(added.status === 'held' ? m.comment_posted_held() : m.comment_posted());
    });
  const endpoint = api.comments[':id'];
  const change = (id: string, json: CommentChange) =>
    run(id, async () => {
      const changed = await (await endpoint.$patch({ param: { id }, json })).json();
      setMine((known) => known.map((comment) => (comment.id === id ? changed : comment)));
      if ('body' in json) say(m.comment_saved());
      else say(json.status === 'hidden' ? m.comment_hidden() : m.comment_shown());
    });
  const actions: CommentActions & { mine: Comment[]; said: string } = {
    mine,
    said,
    isBusy: isPending,
    post: add,
    reply: (parentId, body, id) => add(body, id, parentId),
    edit: (id, body) => change(id, { body }),
    report: async (id, json) => {
      const isDone = await run(id, () => endpoint.report.$put({ param: { id }, json }));
      if (isDone) toast.success(m.comment_reported());
      return isDone;
    },
    remove: (id) =>
      run(id, async () => {
        await endpoint.$delete({ param: { id } });
        forget(id);
        say(m.comment_deleted());
      }),
    setHidden: (id, isHidden) => change(id, { status: isHidden ? 'hidden' : 'visible' }),
  };
  return actions;
}
