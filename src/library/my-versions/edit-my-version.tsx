import { useRef } from 'react';
import { z } from 'zod';
import { limits } from '#constants';
import { api } from '#platform/client/api-client.ts';
import { asTyped } from '#platform/text/line-ends.ts';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { toast } from '#ui/overlays/toasts.tsx';
import { UnsavedGuard } from '#ui/overlays/unsaved-guard.tsx';
import { ConflictNotice } from '#ui/saving/conflict-notice.tsx';
import { DraftNotice } from '#ui/saving/draft-notice.tsx';
import { forgetDraft, readDraft } from '#ui/saving/drafts.ts';
import { useRecordSave } from '#ui/saving/use-record-save.ts';
import { useSaveShortcut } from '#ui/use-save-shortcut.ts';
import { myVersionText } from './my-version-fields.ts';
import type { MyVersion } from './my-versions.contract.ts';
import * as m from './words/messages.ts';

const schema = z.strictObject({ text: myVersionText });
const toInputs = ({ text }: MyVersion) => asTyped({ text });
const draftKey = (id: string) => `my-version:${id}`;

/** Whether there is unsaved text from an earlier visit. */
export const hasDraft = (id: string) => readDraft(draftKey(id)) !== undefined;
export const dropDraft = (id: string) => forgetDraft(draftKey(id));

type Props = {
  mine: MyVersion;
  /** Whether another view is shown. The editor stays mounted, because its text isn't saved yet. */
  isHidden: boolean;
  /** Whether other parts of the version couldn't be saved. */
  isElseUnsaved: boolean;
  onSaved: (saved: MyVersion) => void;
  close: () => void;
};

/**
 * The editor for the text of a version. Saving fails if the text was changed elsewhere since the editor opened. If it
 * is edited during a save, the editor stays open.
 */
export function EditMyVersion({ mine, isHidden, isElseUnsaved, onSaved, close }: Props) {
  const place = useRef<HTMLFormElement>(null);
  useSaveShortcut(place);
  const form = useSchemaForm(schema, toInputs(mine));
  const param = { id: mine.id };
  const record = useRecordSave({
    form,
    draft: draftKey(mine.id),
    opened: mine.updated_at,
    update: async (json) => (await api['my-versions'][':id'].$patch({ param, json })).json(),
    readCurrent: async () => (await api['my-versions'][':id'].$get({ param, query: {} })).json(),
    toInputs,
    explain: (error) => (error instanceof Error ? error.message : m.failed_to_save()),
    onSaved(saved) {
      if (saved) onSaved(saved);
      toast.success(m.saved());
    },
    close,
  });
  const { isDirty } = form.formState;
  return (
    <>
      {isHidden && isDirty && (
        <p className="mb-4 rounded-md bg-signal-soft px-5 py-3 text-sm">{m.not_saved_yet()}</p>
      )}
      <form
        ref={place}
        hidden={isHidden}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isDirty && !record.isBusy) void record.save(event);
        }}
      >
        <DraftNotice draft={record.draft} />
        <TextArea
          label={m.text()}
          isLabelHidden
          className="min-h-72! font-serif text-[1.0625rem]!"
          maxLength={limits.promptBody}
          error={form.formState.errors.text?.message}
          {...form.register('text')}
        />
        <ConflictNotice record={record} labels={{ text: m.text }} isOwn />
        <div className="sticky bottom-(--strip) mt-3 flex flex-wrap justify-end gap-3 bg-paper/95 py-3">
          <Button
            type="submit"
            disabled={record.isBusy || record.clashes !== undefined}
            aria-disabled={!isDirty}
          >
            {record.isBusy ? m.saving() : m.save()}
          </Button>
        </div>
        <UnsavedGuard isDirty={isDirty || isElseUnsaved} discard={record.draft.forget} isKept={!isDirty} />
      </form>
    </>
  );
}
