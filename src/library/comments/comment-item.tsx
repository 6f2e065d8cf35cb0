import { type ReactNode, useState } from 'react';
import { deepestReply } from '#constants';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { formatRelative, formatTime } from '#ui/format.ts';
import { CommentForm } from './comment-form.tsx';
import type { Comment } from './comments.contract.ts';

export type Actions = {
  isBusy: boolean;
  reply: (parentId: string, body: string) => Promise<boolean>;
  edit: (id: string, body: string) => Promise<boolean>;
  remove: (id: string) => Promise<boolean>;
  setHidden: (id: string, isHidden: boolean) => Promise<boolean>;
};
type Props = {
  comment: Comment;
  repliesOf: (comment: Comment) => Comment[];
  /** From 0 at the top. */
  depth: number;
  actions: Actions;
  children?: ReactNode;
};

const actionStyles = 'min-h-7 font-semibold text-muted hover:text-ink';

/** A comment with its replies; `children` follow the last one. */
export function CommentItem({ comment, repliesOf, depth, actions, children }: Props) {
  const [mode, setMode] = useState<'read' | 'edit' | 'reply'>('read');
  const [isAsking, setIsAsking] = useState(false);
  const replies = repliesOf(comment);
  const backToReading = (isDone: boolean) => {
    if (isDone) setMode('read');
    return isDone;
  };
  return (
    <li>
      <article aria-label={comment.author ? `Comment by ${comment.author}` : 'Comment'} className="py-4">
        {comment.body === null ? (
          <p className="text-muted italic">
            {comment.status === 'deleted' ? 'This comment was deleted.' : 'This comment was hidden.'}
          </p>
        ) : (
          <>
            <p className="flex flex-wrap items-baseline gap-x-2 text-[0.8125rem] text-muted">
              <span className="font-semibold text-ink">{comment.author}</span>
              {comment.is_admin && (
                <span className="rounded-full bg-accent px-2 text-xs font-semibold text-on-accent">
                  Admin
                </span>
              )}
              <time dateTime={comment.created_at} title={formatTime(comment.created_at)}>
                {formatRelative(comment.created_at)}
              </time>
              {comment.is_edited && <span>(edited)</span>}
              {comment.status === 'hidden' && <span className="font-semibold text-signal">Hidden</span>}
            </p>
            {mode === 'edit' ? (
              <div className="mt-2">
                <CommentForm
                  label="Edit your comment"
                  initial={comment.body}
                  submitLabel="Save"
                  busyLabel="Saving..."
                  isBlocked={actions.isBusy}
                  isFocused
                  onSubmit={async (body) => backToReading(await actions.edit(comment.id, body))}
                  onCancel={() => setMode('read')}
                />
              </div>
            ) : (
              <p dir="auto" className="mt-1 max-w-2xl whitespace-pre-wrap [overflow-wrap:anywhere]">
                {comment.body}
              </p>
            )}
          </>
        )}
        {mode === 'read' && (
          <div className="mt-1 flex flex-wrap gap-x-4 text-[0.8125rem]">
            {comment.can.reply && (
              <button type="button" className={actionStyles} onClick={() => setMode('reply')}>
                Reply
              </button>
            )}
            {comment.can.edit && (
              <>
                <button type="button" className={actionStyles} onClick={() => setMode('edit')}>
                  Edit
                </button>
                <button
                  type="button"
                  className={actionStyles}
                  disabled={actions.isBusy}
                  onClick={() => setIsAsking(true)}
                >
                  Delete
                </button>
              </>
            )}
            {comment.can.hide && (
              <button
                type="button"
                className={actionStyles}
                disabled={actions.isBusy}
                onClick={() => void actions.setHidden(comment.id, comment.status === 'visible')}
              >
                {comment.status === 'visible' ? 'Hide' : 'Show'}
              </button>
            )}
          </div>
        )}
        {mode === 'reply' && (
          <div className="mt-3">
            <CommentForm
              label={`Reply to ${comment.author ?? 'this comment'}`}
              // A reply to one of the deepest stands beside it: the name says whom it answers.
              initial={depth === deepestReply ? `@${comment.author} ` : ''}
              submitLabel="Reply"
              busyLabel="Posting..."
              isBlocked={actions.isBusy}
              isFocused
              onSubmit={async (body) => backToReading(await actions.reply(comment.id, body))}
              onCancel={() => setMode('read')}
            />
          </div>
        )}
      </article>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        question="Are you sure you want to delete this comment?"
        confirmLabel="Delete"
        isBusy={actions.isBusy}
        onConfirm={() => void actions.remove(comment.id).then(() => setIsAsking(false))}
      >
        {replies.length > 0 ? 'Its replies stay.' : "This can't be undone."}
      </ConfirmDialog>
      {replies.length > 0 && (
        <ul className="border-l border-line pl-4 sm:pl-6">
          {replies.map((reply) => (
            <CommentItem
              key={reply.id}
              comment={reply}
              repliesOf={repliesOf}
              depth={depth + 1}
              actions={actions}
            />
          ))}
        </ul>
      )}
      {children}
    </li>
  );
}
