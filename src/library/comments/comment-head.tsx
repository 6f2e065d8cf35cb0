import { formatRelative, formatTime } from '#ui/format.ts';
import * as common from '#ui/words/messages.ts';
import type { Comment } from './comments.contract.ts';
import * as m from './words/messages.ts';

/** A comment's author, date and status. */
export const CommentHead = ({ comment, author }: { comment: Comment; author: string | null }) => (
  <>
    <p className="flex flex-wrap items-baseline gap-x-2 text-[0.8125rem] text-muted">
      <span className="min-w-0 font-semibold text-ink [overflow-wrap:anywhere]">{author}</span>
      {comment.is_admin && (
        <span className="rounded-full bg-accent px-2 text-xs font-semibold text-on-accent">
          {common.admin()}
        </span>
      )}
      <time dateTime={comment.created_at} title={formatTime(comment.created_at)}>
        {formatRelative(comment.created_at)}
      </time>
      {comment.is_edited && <span>{m.edited()}</span>}
      {comment.status === 'hidden' && <span className="font-semibold text-signal">{m.hidden()}</span>}
      {comment.status === 'held' && (
        <span className="font-semibold text-signal">{m.waits_for_approval()}</span>
      )}
    </p>
    {comment.status === 'held' && comment.can.edit && (
      <p className="mt-1 text-[0.8125rem] text-muted">{m.held_comment_about()}</p>
    )}
  </>
);
