import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { formatNumber } from '#ui/format.ts';
import { keepRowFocus } from '#ui/keep-row-focus.ts';
import { adoptDraft } from '#ui/saving/drafts.ts';
import { LoadMore } from '#ui/tables/load-more.tsx';
import { TryAgain } from '#ui/try-again.tsx';
import * as common from '#ui/words/messages.ts';
import { CommentForm } from './comment-form.tsx';
import { CommentItem } from './comment-item.tsx';
import { type CommentsOf, commentsQuery, repliesQuery } from './comment-queries.ts';
import type { Comment } from './comments.contract.ts';
import { useCommentActions } from './use-comment-actions.ts';
import { useKeptPlaces } from './use-kept-places.ts';
import { useLinkedComment } from './use-linked-comment.ts';
import * as m from './words/messages.ts';

/** The comments on a prompt or playbook, and the form for a new one. */
export default function CommentSection({
  collection,
  slug,
  itemId,
  canComment,
}: CommentsOf & { itemId: string; canComment: boolean }) {
  const draftKey = `comment ${itemId}`;
  useState(() => adoptDraft(`comment ${collection} ${slug}`, draftKey));
  const query = useInfiniteQuery(commentsQuery({ collection, slug }));
  const { mine, said, ...actions } = useCommentActions({ collection, slug });
  const further = useFurtherReplies({ collection, slug });
  const listed = query.data?.pages.flatMap((page) => page.items) ?? [];
  // Deduplicate: when a reply is deleted, the first of the further replies moves up into the list.
  const loaded = new Map([...listed, ...further.items].map((comment) => [comment.id, comment]));
  for (const comment of mine) if (!loaded.has(comment.id)) loaded.set(comment.id, comment);
  const { known, comments, tellForm } = useKeptPlaces({ collection, slug, itemId }, loaded, query.isSuccess);
  const linkedId = useLinkedComment({
    collection,
    slug,
    known,
    isLoaded: query.isSuccess,
    next: { hasMore: query.hasNextPage && !query.isFetching && !query.isError, load: query.fetchNextPage },
    nextOf: (root) => ({
      hasMore: further.hasMore(root) && !further.isBusy(root) && !further.hasFailed(root),
      load: () => further.show(root),
    }),
  });
  // If a reply's parent is not shown, attach the reply to the top of its thread.
  const replies = Map.groupBy(comments, ({ parent_id, root_id }) =>
    parent_id && known.has(parent_id) ? parent_id : root_id,
  );
  const total = query.data?.pages[0]?.total;
  return (
    <section aria-labelledby="comments" className="mt-14 border-t border-line pt-6">
      <h2 id="comments" className="mb-5 text-2xl">
        {m.comments()}
        {total !== undefined && <span className="text-muted"> ({formatNumber(total)})</span>}
      </h2>
      <p role="status" className="sr-only">
        {said}
      </p>
      {canComment ? (
        <CommentForm
          key={itemId}
          draftKey={draftKey}
          label={m.write_a_comment()}
          submitLabel={m.post_comment()}
          busyLabel={m.posting()}
          isBlocked={actions.isBusy}
          onSubmit={actions.post}
        />
      ) : (
        <p className="text-muted">{m.sign_in_to_comment()}</p>
      )}
      <div className="mt-4">
        {query.isPending ? (
          <div role="status" aria-label={m.loading_comments()} className="space-y-3 py-4">
            <div className="skeleton h-4 w-40" />
            <div className="skeleton h-4 w-3/5" />
          </div>
        ) : query.isError && !query.data ? (
          <TryAgain size="small" retry={query.refetch} />
        ) : comments.length === 0 ? (
          <p className="py-6 text-muted">{m.no_comments_yet()}</p>
        ) : (
          <ul ref={keepRowFocus} className="divide-y divide-line">
            {(replies.get(null) ?? []).map((comment) => (
              <CommentItem
                key={comment.id}
                comment={comment}
                repliesOf={({ id }) => replies.get(id) ?? []}
                depth={0}
                linkedId={linkedId}
                itemId={itemId}
                actions={actions}
                tellForm={tellForm}
              >
                {(further.isBusy(comment) || further.hasMore(comment)) && (
                  <Button
                    variant="secondary"
                    size="small"
                    disabled={further.isBusy(comment)}
                    onClick={() => further.show(comment)}
                  >
                    {further.isBusy(comment) ? common.loading_2() : m.show_more_replies()}
                  </Button>
                )}
              </CommentItem>
            ))}
          </ul>
        )}
        <LoadMore
          query={query}
          keptAs="comments"
          size="small"
          className="mt-4"
          label={m.load_more_comments()}
        />
      </div>
    </section>
  );
}

/** Loads further replies of long threads on request, a page at a time. */
function useFurtherReplies(item: CommentsOf) {
  const [shown, setShown] = useState<{ id: string; cursor: string }[]>([]);
  const pages = useQueries({ queries: shown.map((page) => repliesQuery(item, page)) });
  const lastOf = ({ id }: Comment) => pages[shown.findLastIndex((page) => page.id === id)];
  const hasFailed = (comment: Comment) => lastOf(comment)?.isError ?? false;
  const cursorOf = (comment: Comment) => {
    const last = lastOf(comment);
    return last ? last.data?.next_cursor : comment.more_replies;
  };
  return {
    items: pages.flatMap(({ data }) => data?.items ?? []),
    isBusy: (comment: Comment) => lastOf(comment)?.isFetching ?? false,
    hasFailed,
    hasMore: (comment: Comment) => hasFailed(comment) || Boolean(cursorOf(comment)),
    show(comment: Comment) {
      const last = lastOf(comment);
      const cursor = cursorOf(comment);
      if (last?.isError) void last.refetch();
      else if (cursor) setShown([...shown, { id: comment.id, cursor }]);
    },
  };
}
