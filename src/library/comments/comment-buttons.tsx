import { useState } from 'react';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import * as common from '#ui/words/messages.ts';
import type { Comment } from './comments.contract.ts';
import { ReportComment } from './report-comment.tsx';
import type { CommentActions } from './use-comment-actions.ts';
import type { OpenForm } from './use-open-form.ts';
import * as m from './words/messages.ts';

const styles = 'min-h-7 font-semibold text-muted hover:text-ink';

type Props = {
  comment: Comment;
  hasReplies: boolean;
  actions: CommentActions;
  forms: Pick<OpenForm, 'open' | 'openerOf'>;
};

/** The actions that the member can take on a comment. */
export function CommentButtons({ comment, hasReplies, actions, forms }: Props) {
  const { id, status, can } = comment;
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <div className="mt-1 flex flex-wrap gap-x-4 text-[0.8125rem]">
        {can.reply && (
          <button
            type="button"
            className={styles}
            ref={forms.openerOf('reply')}
            onClick={() => forms.open('reply')}
          >
            {m.reply()}
          </button>
        )}
        {can.edit && (
          <>
            <button
              type="button"
              className={styles}
              ref={forms.openerOf('edit')}
              onClick={() => forms.open('edit')}
            >
              {common.edit()}
            </button>
            <button
              type="button"
              className={styles}
              disabled={actions.isBusy}
              onClick={() => setIsAsking(true)}
            >
              {common.delete_it()}
            </button>
          </>
        )}
        {can.hide && (
          <button
            type="button"
            className={styles}
            // `disabled` would lose the focus while it works.
            aria-disabled={actions.isBusy}
            onClick={() => !actions.isBusy && void actions.setHidden(id, status === 'visible')}
          >
            {status === 'visible' ? m.hide() : status === 'held' ? m.approve() : m.show()}
          </button>
        )}
        {can.report && (
          <ReportComment
            id={id}
            className={styles}
            isBusy={actions.isBusy}
            send={(report) => actions.report(id, report)}
          />
        )}
        {comment.is_reported && (
          <span className="inline-flex min-h-7 items-center text-muted">{m.reported()}</span>
        )}
      </div>
      {/* Stays open until the comment is gone, even if the buttons disappear first. */}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        question={m.delete_comment_question()}
        confirmLabel={common.delete_it()}
        isBusy={actions.isBusy}
        onConfirm={() => void actions.remove(id).then(() => setIsAsking(false))}
      >
        {hasReplies ? m.its_replies_stay() : m.this_cant_be_undone()}
      </ConfirmDialog>
    </>
  );
}
