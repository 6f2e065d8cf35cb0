import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { api, reasonOr } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { uploadImage } from '#site/media/public/image-field.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { Field } from '#ui/forms/field.tsx';
import { showAtField } from '#ui/forms/server-field-error.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { MarkdownEditor } from '#ui/markdown/markdown-editor.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { toast, toastError } from '#ui/overlays/toasts.tsx';
import { UnsavedGuard } from '#ui/overlays/unsaved-guard.tsx';
import { ConflictNotice } from '#ui/saving/conflict-notice.tsx';
import { DraftNotice } from '#ui/saving/draft-notice.tsx';
import { typedSince } from '#ui/saving/use-draft.ts';
import { useRecordSave } from '#ui/saving/use-record-save.ts';
import { useSaveShortcut } from '#ui/use-save-shortcut.ts';
import * as common from '#ui/words/messages.ts';
import { fieldLabels, mailingForm, toInputs } from './mailing-form.ts';
import { MailingPreview } from './mailing-preview.tsx';
import { problemLabel } from './mailing-words.ts';
import type { Mailing } from './mailings.contract.ts';
import { SegmentFields } from './segment-fields.tsx';
import { SendDialog } from './send-dialog.tsx';
import * as m from './words/messages.ts';

/**
 * A draft: its text, whom it goes to, and the ways to look at it and to send it. Of a stopped email, the text alone.
 * @param done called when a stopped one is saved, or stays as it was.
 */
export function MailingEditor({ mailing, done }: { mailing: Mailing; done: () => void }) {
  const { id, problem } = mailing;
  const isDraft = mailing.status === 'draft';
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useSchemaForm(mailingForm, toInputs(mailing));
  const place = useRef<HTMLFormElement>(null);
  useSaveShortcut(place);
  const [open, setOpen] = useState<'preview' | 'send' | 'delete'>();
  const { errors, isDirty } = form.formState;
  const close = () => setOpen(undefined);

  /** What the button that was pressed does once all is saved. */
  const next = useRef<() => unknown>(undefined);
  const record = useRecordSave({
    form,
    draft: `mailing ${id}`,
    opened: mailing.updated_at,
    latest: mailing,
    update: async (json) => (await api.admin.mailings[':id'].$patch({ param: { id }, json })).json(),
    readCurrent: async () => (await api.admin.mailings[':id'].$get({ param: { id } })).json(),
    toInputs,
    explain: (error, atField) =>
      atField ? m.failed_to_save_mailing() : reasonOr(error, m.failed_to_save_mailing()),
    onSaved(saved) {
      client.setQueryData(queryKeys.admin.mailings.one(id), saved);
      next.current?.();
    },
  });
  const { draft } = record;
  const isTyped = () => typedSince(form, draft.kept.base).length > 0;
  /** Saves what is typed, then goes on. */
  async function saveThen(goOn: () => unknown) {
    next.current = goOn;
    if (!(await record.settled())) return;
    await (isTyped() ? record.save() : goOn());
  }
  const test = useMutation({
    mutationFn: async () => {
      const json = { updated_at: draft.kept.version ?? mailing.updated_at };
      return (await api.admin.mailings[':id'].test.$post({ param: { id }, json })).json();
    },
    onSuccess: ({ to, is_in_outbox }) =>
      toast.success(is_in_outbox ? m.test_is_in_the_outbox() : m.test_was_sent({ to })),
    onError: (error) => {
      if (!showAtField(form, error)) toastError(error);
    },
  });
  const remove = useMutation({
    mutationFn: async () => void (await api.admin.mailings[':id'].$delete({ param: { id } })),
    onSuccess() {
      draft.forget();
      form.reset(toInputs(mailing));
      toast.success(m.mailing_deleted());
      void client.invalidateQueries({ queryKey: queryKeys.admin.mailings.all, exact: true });
      void navigate('/admin/mailings', { replace: true });
    },
    onError: toastError,
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
        <Field label={m.subject()} {...form.register('subject')} error={errors.subject?.message} />
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
        <ConflictNotice record={record} labels={fieldLabels} />
        <div className="flex flex-wrap gap-3 border-t border-line py-6">
          {isDraft && (
            <Button
              disabled={isBusy}
              onClick={() =>
                void saveThen(() => (isTyped() ? toast.success(m.draft_saved()) : setOpen('send')))
              }
            >
              {m.send_it()}
            </Button>
          )}
          <Button
            type="submit"
            variant={isDraft ? 'secondary' : 'primary'}
            disabled={isBusy || (isDraft && !isDirty)}
          >
            {record.isBusy ? common.saving() : isDraft ? m.save_draft() : common.save_changes()}
          </Button>
          <Button variant="secondary" onClick={() => setOpen('preview')}>
            {m.preview_email()}
          </Button>
          <Button variant="secondary" disabled={isBusy} onClick={() => void saveThen(() => test.mutate())}>
            {test.isPending ? m.sending_test() : m.send_me_a_test()}
          </Button>
          {isDraft ? (
            <Button
              variant="quiet"
              className="text-signal"
              disabled={isBusy}
              onClick={() => setOpen('delete')}
            >
              {common.delete_it()}
            </Button>
          ) : (
            <Button
              variant="quiet"
              disabled={isBusy}
              onClick={() => {
                draft.forget();
                done();
              }}
            >
              {common.cancel()}
            </Button>
          )}
        </div>
      </form>
      {open === 'preview' && <MailingPreview content={readContent(form.getValues())} close={close} />}
      {open === 'send' && (
        <SendDialog
          mailing={{
            ...mailing,
            updated_at: draft.kept.version ?? mailing.updated_at,
            ...form.getValues(),
          }}
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
