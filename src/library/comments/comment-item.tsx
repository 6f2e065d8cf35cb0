import type { ReactNode } from 'react';
import { deepestReply, deletedAuthor } from '#constants';
import { classNames } from '#ui/class-names.ts';
import { keepRowFocus } from '#ui/keep-row-focus.ts';
import * as common from '#ui/words/messages.ts';
import { commentAnchor } from './comment-address.ts';
import { CommentButtons } from './comment-buttons.tsx';
import { CommentForm } from './comment-form.tsx';
import { CommentHead } from './comment-head.tsx';
import type { Comment } from './comments.contract.ts';
import type { CommentActions } from './use-comment-actions.ts';
import type { TellForm } from './use-kept-places.ts';
import { useOpenForm } from './use-open-form.ts';
import * as m from './words/messages.ts';

type Props = {
  comment: Comment;
  repliesOf: (comment: Comment) => Comment[];
  /** 0 for a comment at the top of its thread. */
  depth: number;
  /** The comment that the URL's hash refers to. */
  linkedId: string | undefined;
  itemId: string;
  actions: CommentActions;
  tellForm: TellForm;
  children?: ReactNode;
};

/** A comment with its replies; `children` come after the last one. */
export function CommentItem({
  comment,
  repliesOf,
  depth,
  linkedId,
  itemId,
  actions,
  tellForm,
  children,
}: Props) {
  const forms = useOpenForm(comment, itemId, tellForm);
  const { form, draftKeys, article } = forms;
  const replies = repliesOf(comment);
  const author = comment.author === deletedAuthor ? m.deleted_user() : comment.author;
  const isGone = comment.body === null;
  // The comment is gone, so the draft is posted as a new comment.
  const onItsOwn = isGone && {
    submitLabel: m.post_comment(),
    busyLabel: m.posting(),
    onSubmit: actions.post,
  };
  const ofBothForms = {
    ...onItsOwn,
    isBlocked: actions.isBusy,
    isFocused: forms.isByHand,
    onDone: forms.close,
    onCancel: forms.close,
  };
  return (
    <li>
      <article
        ref={article}
        id={commentAnchor(comment.id)}
        aria-label={author ? m.comment_by_author({ author }) : m.comment()}
        className={classNames('py-4', comment.id === linkedId && '-mx-2 rounded-sm bg-accent-soft px-2')}
      >
        {isGone ? (
          <p className="text-muted italic">
            {comment.status === 'deleted' ? m.this_comment_was_deleted() : m.this_comment_was_hidden()}
          </p>
        ) : (
          <CommentHead comment={comment} author={author} />
        )}
        {form === 'edit' ? (
          <div className="mt-2">
            <CommentForm
              draftKey={draftKeys.edit}
              label={m.edit_your_comment()}
              initial={comment.body ?? ''}
              isEdit={!isGone}
              submitLabel={m.save()}
              busyLabel={common.saving()}
              onSubmit={(body) => actions.edit(comment.id, body)}
              {...ofBothForms}
            />
          </div>
        ) : (
          !isGone && (
            <p dir="auto" className="mt-1 max-w-2xl rtl:ml-auto whitespace-pre-wrap [overflow-wrap:anywhere]">
              {comment.body}
            </p>
          )
        )}
        {form === undefined && (
          <CommentButtons comment={comment} hasReplies={replies.length > 0} actions={actions} forms={forms} />
        )}
        {form === 'reply' && (
          <div className="mt-3">
            <CommentForm
              draftKey={draftKeys.reply}
              label={m.reply_to_author({ author: author ?? m.this_comment() })}
              // A reply to a comment at the deepest level is shown beside it, so it starts with that author's name.
              initial={depth === deepestReply && author ? `@${author} ` : ''}
              submitLabel={m.reply()}
              busyLabel={m.posting()}
              onSubmit={(body, id) => actions.reply(comment.id, body, id)}
              {...ofBothForms}
            />
          </div>
        )}
      </article>
      {replies.length > 0 && (
        <ul ref={keepRowFocus} className="border-l border-line pl-4 sm:pl-6">
          {replies.map((reply) => (
            <CommentItem
              key={reply.id}
              comment={reply}
              repliesOf={repliesOf}
              depth={depth + 1}
              linkedId={linkedId}
              itemId={itemId}
              actions={actions}
              tellForm={tellForm}
            />
          ))}
        </ul>
      )}
      {children}
    </li>
  );
}
