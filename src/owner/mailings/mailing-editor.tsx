import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { adminTiersQuery } from '#money/offers/public/admin-tiers-query.ts';
import { uploadImage } from '#site/media/public/image-field.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { Field } from '#ui/forms/field.tsx';
import { showAtField } from '#ui/forms/server-field-error.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { MarkdownEditor } from '#ui/markdown/markdown-editor.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { toast } from '#ui/overlays/toasts.tsx';
import { UnsavedGuard } from '#ui/overlays/unsaved-guard.tsx';
import { ConflictNotice } from '#ui/saving/conflict-notice.tsx';
import { DraftNotice } from '#ui/saving/draft-notice.tsx';
import { useSaveShortcut } from '#ui/use-save-shortcut.ts';
import * as common from '#ui/words/messages.ts';
import type { Segment } from './mailing-fields.ts';
import { fieldLabels, mailingForm, toInputs } from './mailing-form.ts';
import { MailingPreview } from './mailing-preview.tsx';
import { problemLabel } from './mailing-words.ts';
import type { Mailing } from './mailings.contract.ts';
import { SegmentFields } from './segment-fields.tsx';
import { segmentText } from './segment-words.ts';
import { SendDialog } from './send-dialog.tsx';
import { useDeleteMailing } from './use-delete-mailing.ts';
import { useMailingSave } from './use-mailing-save.ts';
import * as m from './words/messages.ts';

/**
 * A draft: its text, its segment, and the buttons to preview and send it. For a stopped email, only the text.
 * @param done called when a stopped email is saved, or closed without changes.
 */
export function MailingEditor({ mailing, done }: { mailing: Mailing; done: () => void }) {
  const { id, problem } = mailing;
  const isDraft = mailing.status === 'draft';
  const form = useSchemaForm(mailingForm, toInputs(mailing));
  const { data: tiers } = useQuery({ ...adminTiersQuery, enabled: isDraft });
  const place = useRef<HTMLFormElement>(null);
  useSaveShortcut(place);
  const [open, setOpen] = useState<'preview' | 'send' | 'delete'>();
  const close = () => setOpen(undefined);
  const { errors, isDirty } = form.formState;
  const { record, isTyped, version, saveThen, test } = useMailingSave(mailing, form);
  const { draft } = record;
  const remove = useDeleteMailing(id, {
    forget() {
      draft.forget();
      form.reset(toInputs(mailing));
    },
    onSettled: close,
  });
  const isBusy = record.isBusy || test.isPending || remove.isPending;
  return (
    <>
      <form
        ref={place}
        noValidate
        className="max-w-3xl space-y-6"
        onSubmit={(event) => {
          event.preventDefault();
          void saveThen(() => {
            toast.success(isDraft ? m.draft_saved() : m.text_saved());
            if (!isDraft && !isTyped()) done();
          });
        }}
      >
        <UnsavedGuard isDirty={isDirty} discard={draft.forget} />
        <DraftNotice draft={draft} />
        {isDraft && problem && (
          <p role="status" className="text-sm font-semibold text-signal">
            {problemLabel(problem)}
          </p>
        )}
        <Field
          label={m.subject()}
          // The page of a draft begins with it; for another email, its button has just been pressed.
          autoFocus={!isDraft}
          {...form.register('subject')}
          error={errors.subject?.message}
        />
        <MarkdownEditor
          label={m.text()}
          {...form.register('body')}
          read={() => form.getValues('body')}
          upload={(file) => uploadImage('site', file)}
          track={record.track}
          error={errors.body?.message}
        />
        {isDraft ? (
          <>
            <div className="border-t border-line pt-6">
              <SegmentFields form={form} />
            </div>
            <div className="border-t border-line pt-6">
              <Checkbox
                label={m.count_opened_emails()}
                hint={m.count_opened_emails_about()}
                {...form.register('counts_opens')}
              />
            </div>
          </>
        ) : (
          <p className="text-sm text-muted">{m.edit_text_about()}</p>
        )}
        <ConflictNotice
          record={record}
          labels={fieldLabels}
          words={{ segment: (value) => segmentText(value as Segment, tiers) }}
        />
        <EditorButtons
          isDraft={isDraft}
          isDirty={isDirty}
          isSaving={record.isBusy}
          isTesting={test.isPending}
          isBusy={isBusy}
          isUndecided={record.clashes !== undefined}
          send={() => void saveThen(() => (isTyped() ? toast.success(m.draft_saved()) : setOpen('send')))}
          preview={() => setOpen('preview')}
          test={() => void saveThen(() => test.mutate())}
          remove={() => setOpen('delete')}
          cancel={() => {
            draft.forget();
            done();
          }}
        />
      </form>
      {open === 'preview' && <MailingPreview content={readContent(form.getValues())} close={close} />}
      {open === 'send' && (
        <SendDialog
          mailing={{ ...mailing, updated_at: version(), ...form.getValues() }}
          close={close}
          refused={(error) => showAtField(form, error) !== undefined}
        />
      )}
      <ConfirmDialog
        isOpen={open === 'delete'}
        onClose={close}
        question={m.delete_draft()}
        confirmLabel={common.delete_it()}
        isBusy={isBusy}
        onConfirm={() => remove.mutate()}
      >
        {m.delete_draft_about()}
      </ConfirmDialog>
    </>
  );
}

const readContent = ({ subject, body }: { subject: string; body: string }) => ({ subject, body });

type ButtonsProps = Record<
  'isDraft' | 'isDirty' | 'isSaving' | 'isTesting' | 'isBusy' | 'isUndecided',
  boolean
> &
  Record<'send' | 'preview' | 'test' | 'remove' | 'cancel', () => void>;

/** Those that save wait while others' changes are to be decided on. */
function EditorButtons({ isDraft, isDirty, isSaving, isTesting, isBusy, isUndecided, ...on }: ButtonsProps) {
  const isSaved = isDraft && !isDirty;
  const cannotSave = isBusy || isUndecided;
  return (
    <div className="flex flex-wrap gap-3 border-t border-line py-6">
      {isDraft && (
        <Button disabled={cannotSave} onClick={on.send}>
          {m.send_it()}
        </Button>
      )}
      <Button
        type="submit"
        variant={isDraft ? 'secondary' : 'primary'}
        disabled={cannotSave}
        aria-disabled={isSaved}
        onClick={(event) => isSaved && event.preventDefault()}
      >
        {isSaving ? common.saving() : isDraft ? m.save_draft() : common.save_changes()}
      </Button>
      <Button variant="secondary" onClick={on.preview}>
        {m.preview_email()}
      </Button>
      <Button variant="secondary" disabled={cannotSave} onClick={on.test}>
        {isTesting ? m.sending_test() : m.send_me_a_test()}
      </Button>
      {isDraft ? (
        <Button variant="quiet" className="text-signal" disabled={isBusy} onClick={on.remove}>
          {common.delete_it()}
        </Button>
      ) : (
        <Button variant="quiet" disabled={isBusy} onClick={on.cancel}>
          {common.cancel()}
        </Button>
      )}
    </div>
  );
}
