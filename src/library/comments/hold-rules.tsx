import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod';
import { heldLinkDays } from '#constants';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { showSaved } from '#platform/client/show-saved.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/forms/field.tsx';
import { linesOf, numberInput, parsedInput } from '#ui/forms/input-schemas.ts';
import { SettingsSection } from '#ui/forms/settings-section.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { toast, toastError } from '#ui/overlays/toasts.tsx';
import { UnsavedGuard } from '#ui/overlays/unsaved-guard.tsx';
import { DraftNotice } from '#ui/saving/draft-notice.tsx';
import { useDraft } from '#ui/saving/use-draft.ts';
import { TryAgain } from '#ui/try-again.tsx';
import * as common from '#ui/words/messages.ts';
import { holdFields } from './moderation-fields.ts';
import * as m from './words/messages.ts';

const schema = z.object({
  words: parsedInput(holdFields.words, linesOf),
  link_days: numberInput(holdFields.link_days),
});

/** The rules for holding comments. Support can see them, admins can change them. */
export function HoldRules({ canChange }: { canChange: boolean }) {
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.admin.comments.rules,
    queryFn: async () => (await api.admin['comment-rules'].$get()).json(),
  });
  const about = m.what_the_team_writes_never_waits();
  return (
    <div className="mt-12">
      <SettingsSection
        title={m.what_waits()}
        about={canChange ? about : `${about} ${m.rules_are_for_admins()}`}
      >
        {data ? (
          <RulesForm rules={data} canChange={canChange} />
        ) : isError ? (
          <TryAgain retry={refetch} />
        ) : (
          <div className="skeleton h-64" role="status" aria-label={common.loading_settings()} />
        )}
      </SettingsSection>
    </div>
  );
}

type Rules = { words: string[]; link_days: number };
const toInputs = ({ words, link_days }: Rules) => ({ words: words.join('\n'), link_days: String(link_days) });

function RulesForm({ rules, canChange }: { rules: Rules; canChange: boolean }) {
  const client = useQueryClient();
  const form = useSchemaForm(schema, toInputs(rules));
  const { register, handleSubmit, getValues, reset, formState } = form;
  const draft = useDraft(form, { key: 'comment-rules', isUnversioned: true });
  const { errors, dirtyFields } = formState;
  // `formState.isDirty` is false after a reset that keeps dirty values.
  const isDirty = Object.keys(dirtyFields).length > 0;
  // Keep what was typed when newer rules arrive.
  useEffect(() => reset(toInputs(rules), { keepDirtyValues: true }), [rules, reset]);
  const { mutate, isPending } = useMutation({
    mutationFn: async (json: Partial<Rules>) => (await api.admin['comment-rules'].$put({ json })).json(),
    onMutate: () => getValues(),
    onSuccess(saved, _change, sent) {
      toast.success(common.settings_saved_successfully());
      draft.saved(toInputs(saved), sent);
      showSaved(client, queryKeys.admin.comments.rules, saved);
    },
    onError: toastError,
  });
  // Send only the changed rule: another admin may be changing the other one.
  const save = handleSubmit(({ words, link_days }) =>
    mutate({ ...(dirtyFields.words && { words }), ...(dirtyFields.link_days && { link_days }) }),
  );
  return (
    <form
      method="post"
      noValidate
      className="space-y-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (isDirty) void save(event);
      }}
    >
      <DraftNotice draft={draft} />
      <TextArea
        label={m.words_to_hold()}
        hint={m.one_word_or_phrase_a_line()}
        readOnly={!canChange}
        error={errors.words?.message}
        {...register('words')}
      />
      <Field
        label={m.days_in_which_links_wait()}
        hint={m.held_links_about()}
        type="number"
        min={0}
        max={heldLinkDays.max}
        className="max-w-xs"
        readOnly={!canChange}
        error={errors.link_days?.message}
        {...register('link_days')}
      />
      {canChange && (
        <Button type="submit" disabled={isPending} aria-disabled={!isDirty}>
          {isPending ? common.saving() : common.save_changes()}
        </Button>
      )}
      <UnsavedGuard isDirty={isDirty && !isPending} discard={draft.forget} />
    </form>
  );
}
