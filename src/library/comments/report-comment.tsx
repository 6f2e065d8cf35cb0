import { useState } from 'react';
import { z } from 'zod';
import { reportReasons } from '#constants';
import { Select } from '#ui/forms/select.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { useDraft } from '#ui/saving/use-draft.ts';
import { reportFields } from './moderation-fields.ts';
import { reasonName } from './reason-name.ts';
import * as m from './words/messages.ts';

const fields = z.object(reportFields);
export type Report = z.output<typeof fields>;

type Props = {
  /** The comment's id. */
  id: string;
  className: string;
  isBusy: boolean;
  /** Resolves to whether the server accepted it. */
  send: (report: Report) => Promise<boolean>;
};

/** A button that asks for a reason and reports the comment. */
export function ReportComment({ id, className, isBusy, send }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  const form = useSchemaForm(fields, { reason: 'spam', note: '' });
  const { register, handleSubmit, formState } = form;
  const draft = useDraft(form, { key: `comment report ${id}` });
  const submit = handleSubmit(async (report) => {
    if (!(await send(report))) return;
    draft.discard();
    setIsAsking(false);
  });
  return (
    <>
      <button type="button" className={className} onClick={() => setIsAsking(true)}>
        {m.report()}
      </button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        question={m.report_this_comment()}
        confirmLabel={m.report()}
        variant="primary"
        isBusy={isBusy}
        onConfirm={() => void submit()}
      >
        <p className="mb-4">{m.the_team_reviews_it()}</p>
        <form method="post" onSubmit={submit} noValidate className="space-y-4 text-ink">
          <Select
            label={m.why()}
            options={reportReasons.map((reason) => ({ value: reason, label: reasonName(reason) }))}
            {...register('reason')}
          />
          <TextArea label={m.anything_else()} error={formState.errors.note?.message} {...register('note')} />
        </form>
      </ConfirmDialog>
    </>
  );
}
