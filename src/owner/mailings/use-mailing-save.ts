import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api, reasonOr } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { showSaved } from '#platform/client/show-saved.ts';
import { showAtField } from '#ui/forms/server-field-error.ts';
import { toast, toastError } from '#ui/overlays/toasts.tsx';
import { typedSince } from '#ui/saving/use-draft.ts';
import { useRecordSave } from '#ui/saving/use-record-save.ts';
import { type MailingForm, toInputs } from './mailing-form.ts';
import type { Mailing } from './mailings.contract.ts';
import * as m from './words/messages.ts';

/** Saves the text of a mailing. Testing and sending use the saved text. */
export function useMailingSave(mailing: Mailing, form: MailingForm) {
  const { id } = mailing;
  const client = useQueryClient();
  /** The action of the pressed button, which runs once everything is saved. */
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
      showSaved(client, queryKeys.admin.mailings.one(id), saved);
      next.current?.();
    },
  });
  const { kept } = record.draft;
  const isTyped = () => typedSince(form, kept.base).length > 0;
  const version = () => kept.version ?? mailing.updated_at;
  const test = useMutation({
    mutationFn: async () =>
      (await api.admin.mailings[':id'].test.$post({ param: { id }, json: { updated_at: version() } })).json(),
    onSuccess({ to, is_in_outbox }) {
      if (is_in_outbox) toast.warning(m.test_is_in_the_outbox());
      else toast.success(m.test_was_sent({ to }));
    },
    onError: (error) => {
      if (!showAtField(form, error)) toastError(error);
    },
  });
  return {
    record,
    isTyped,
    /** The version that unsaved changes are based on. */
    version,
    /** Saves unsaved text, then calls `goOn`. */
    async saveThen(goOn: () => unknown) {
      next.current = goOn;
      if (!(await record.settled())) return;
      await (isTyped() ? record.save() : goOn());
    },
    /** Sends the saved text to the person who edits it. */
    test,
  };
}
