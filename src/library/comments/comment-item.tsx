import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { deepestReply, deletedAuthor } from '#constants';
import { classNames } from '#ui/class-names.ts';
import { formatRelative, formatTime } from '#ui/format.ts';
import { keepRowFocus } from '#ui/keep-row-focus.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { readDraft } from '#ui/saving/drafts.ts';
import * as common from '#ui/words/messages.ts';
import { commentAnchor } from './comment-address.ts';
import { CommentForm } from './comment-form.tsx';
import type { Comment } from './comments.contract.ts';
import { type Report, ReportComment } from './report-comment.tsx';
import * as m from './words/messages.ts';

export type Actions = {
  isBusy: boolean;
  reply: (parentId: string, body: string, id: string) => Promise<boolean>;
  edit: (id: string, body: string) => Promise<boolean>;
  remove: (id: string) => Promise<boolean>;
  setHidden: (id: string, isHidden: boolean) => Promise<boolean>;
  report: (id: string, report: Report) => Promise<boolean>;
};
type Props = {
  comment: Comment;
  repliesOf: (comment: Comment) => Comment[];
  /** From 0 at the top. */
  depth: number;
  /** The one that the page's address names. */
  linkedId: string | undefined;
  actions: Actions;
  children?: ReactNode;
};

const actionStyles = 'min-h-7 font-semibold text-muted hover:text-ink';

/** A comment with its replies; `children` follow the last one. */
export function CommentItem({ comment, repliesOf, depth, linkedId, actions, children }: Props) {
  const draftKeys = { edit: `comment edit ${comment.id}`, reply: `comment reply ${comment.id}` };
  // What was being written is open again.
  const [mode, setMode] = useState<'read' | 'edit' | 'reply'>(() => {
    if (comment.can.edit && readDraft(draftKeys.edit)) return 'edit';
    return comment.can.reply && readDraft(draftKeys.reply) ? 'reply' : 'read';
  });
  const [isOpened, setIsOpened] = useState(false);
  function open(next: 'edit' | 'reply') {
    setIsOpened(true);
    setMode(next);
  }
  const [isAsking, setIsAsking] = useState(false);
  const replies = repliesOf(comment);
  const author = comment.author === deletedAuthor ? m.deleted_user() : comment.author;
  const article = useRef<HTMLElement>(null);
  // The form that was closed last gives the focus back to its button, unless somebody has moved on.
  const opener = useRef<HTMLButtonElement>(null);
  const [closed, setClosed] = useState<'edit' | 'reply'>();
  function backToReading() {
    const { activeElement, body } = document;
    const isHere = activeElement === body || article.current?.contains(activeElement);
    setClosed(isHere && mode !== 'read' ? mode : undefined);
    setMode('read');
  }
  useLayoutEffect(() => {
    if (mode === 'read') opener.current?.focus({ preventScroll: true });
  }, [mode]);
  return (
    <li>
      <article
        ref={article}
        id={commentAnchor(comment.id)}
        aria-label={author ? m.comment_by_author({ author }) : m.comment()}
        className={classNames('py-4', comment.id === linkedId && '-mx-2 rounded-sm bg-accent-soft px-2')}
      >
        {comment.body === null ? (
          <p className="text-muted italic">
            {comment.status === 'deleted' ? m.this_comment_was_deleted() : m.this_comment_was_hidden()}
          </p>
        ) : (
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
            {mode === 'edit' ? (
              <div className="mt-2">
                <CommentForm
                  draftKey={draftKeys.edit}
                  label={m.edit_your_comment()}
                  initial={comment.body}
                  submitLabel={m.save()}
                  busyLabel={common.saving()}
                  isBlocked={actions.isBusy}
                  isFocused={isOpened}
                  onSubmit={(body) => actions.edit(comment.id, body)}
                  onDone={backToReading}
                  onCancel={backToReading}
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
              <button
                type="button"
                className={actionStyles}
                ref={closed === 'reply' ? opener : null}
                onClick={() => open('reply')}
              >
                {m.reply()}
              </button>
            )}
            {comment.can.edit && (
              <>
                <button
                  type="button"
                  className={actionStyles}
                  ref={closed === 'edit' ? opener : null}
                  onClick={() => open('edit')}
                >
                  {common.edit()}
                </button>
                <button
                  type="button"
                  className={actionStyles}
                  disabled={actions.isBusy}
                  onClick={() => setIsAsking(true)}
                >
                  {common.delete_it()}
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
                {comment.status === 'visible' ? m.hide() : comment.status === 'held' ? m.approve() : m.show()}
              </button>
            )}
            {comment.can.report && (
              <ReportComment
                className={actionStyles}
                isBusy={actions.isBusy}
                send={(report) => actions.report(comment.id, report)}
              />
            )}
            {comment.is_reported && (
              <span className="inline-flex min-h-7 items-center text-muted">{m.reported()}</span>
            )}
          </div>
        )}
        {mode === 'reply' && (
          <div className="mt-3">
            <CommentForm
              draftKey={draftKeys.reply}
              label={m.reply_to_author({ author: author ?? m.this_comment() })}
              // A reply to one of the deepest stands beside it: the name says whom it answers.
              initial={depth === deepestReply ? `@${author} ` : ''}
              submitLabel={m.reply()}
              busyLabel={m.posting()}
              isBlocked={actions.isBusy}
              isFocused={isOpened}
              onSubmit={(body, id) => actions.reply(comment.id, body, id)}
              onDone={backToReading}
              onCancel={backToReading}
            />
          </div>
        )}
      </article>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        question={m.delete_comment_question()}
        confirmLabel={common.delete_it()}
        isBusy={actions.isBusy}
        onConfirm={() => void actions.remove(comment.id).then(() => setIsAsking(false))}
      >
        {replies.length > 0 ? m.its_replies_stay() : m.this_cant_be_undone()}
      </ConfirmDialog>
      {replies.length > 0 && (
        <ul ref={keepRowFocus} className="border-l border-line pl-4 sm:pl-6">
          {replies.map((reply) => (
            <CommentItem
              key={reply.id}
              comment={reply}
              repliesOf={repliesOf}
              depth={depth + 1}
              linkedId={linkedId}
              actions={actions}
            />
          ))}
        </ul>
      )}
      {children}
    </li>
  );
}
