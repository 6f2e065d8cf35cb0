import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useState } from 'react';
import { useFieldArray, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { limits } from '#constants';
import { api } from '#platform/api-client.ts';
import { queryKeys } from '#platform/query-keys.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { toast } from '#ui/toasts.tsx';
import * as common from '#ui/words/messages.ts';
import { manualEntryFields, type StepEntry } from './playbook-fields.ts';
import type { PlaybookForm } from './playbook-form.ts';
import * as m from './words/messages.ts';

/** The access levels of library prompts, by their id. */
export type PromptLevels = { levels: Record<string, number>; addLevel: (id: string, level: number) => void };
type Half = { title?: { message?: string | undefined }; prompt_body?: { message?: string | undefined } };
type Props = {
  form: PlaybookForm;
  index: number;
  errors: object | undefined;
  /** What is wrong with the prompt that is being written. */
  halfErrors: Half | undefined;
} & PromptLevels;

/** The prompts of a step, from the library or written here. `errors` is keyed by the position of the invalid ones. */
export function StepPrompts({ form, index, errors, halfErrors, levels, addLevel }: Props) {
  const { control, setValue } = form;
  const { fields, append, remove } = useFieldArray({ control, name: `steps.${index}.prompts` });
  const playbookLevel = Number(useWatch({ control, name: 'tier_access' }));
  // In the form, not beside it: what is typed is saved with the step, and kept like the rest of it.
  const half = useWatch({ control, name: `steps.${index}.half` });
  const setHalf = (value: { title: string; prompt_body: string } | undefined) =>
    setValue(`steps.${index}.half`, value, { shouldDirty: true });
  const [isPicking, setIsPicking] = useState(false);
  const add = (entry: StepEntry) => {
    append(entry, { shouldFocus: false });
    setIsPicking(false);
    setHalf(undefined);
  };
  const isFull = fields.length >= limits.stepPrompts;
  return (
    <div>
      <p className="mb-1.5 text-sm font-semibold">{common.prompts()}</p>
      {fields.length > 0 && (
        <ul className="mb-3 divide-y divide-line rounded-md border border-line">
          {fields.map((entry, place) => (
            <li key={entry.id} className="flex items-center gap-3 px-3 py-1.5 text-sm">
              <span className="min-w-0 flex-1 truncate">{entry.title}</span>
              {errors && place in errors && (
                <span className="text-signal">{m.this_prompt_has_no_title_or()}</span>
              )}
              {entry.type === 'library' && (levels[entry.prompt_id] ?? 0) > playbookLevel && (
                <span className="shrink-0 text-[0.8125rem] font-semibold text-signal">
                  {m.level_levels({ levels: levels[entry.prompt_id] ?? '' })}
                </span>
              )}
              <span className="text-muted">{entry.type === 'library' ? m.from_library() : m.manual()}</span>
              <Button
                variant="quiet"
                size="icon"
                aria-label={common.remove_title({ title: entry.title })}
                onClick={() => remove(place)}
              >
                <X className="size-4" aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {!isPicking && !half && (
        <div className="flex gap-2">
          <Button size="small" variant="secondary" disabled={isFull} onClick={() => setIsPicking(true)}>
            {m.from_library()}
          </Button>
          <Button
            size="small"
            variant="secondary"
            disabled={isFull}
            onClick={() => setHalf({ title: '', prompt_body: '' })}
          >
            {m.manual()}
          </Button>
        </div>
      )}
      {isPicking && (
        <LibraryPicker
          playbookLevel={playbookLevel}
          add={add}
          addLevel={addLevel}
          cancel={() => setIsPicking(false)}
        />
      )}
      {half && (
        <ManualPrompt
          form={form}
          index={index}
          errors={halfErrors}
          add={add}
          cancel={() => setHalf(undefined)}
        />
      )}
    </div>
  );
}

type AddProps = { add: (entry: StepEntry) => void; cancel: () => void };

/** Keeps Enter in these inputs from submitting the surrounding playbook form. */
const onEnter = (act: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  act();
};

type PickerProps = AddProps & Pick<PromptLevels, 'addLevel'> & { playbookLevel: number };

/** Published prompts by title. Prompts above the playbook's level are marked, because the playbook unlocks them. */
function LibraryPicker({ add, addLevel, cancel, playbookLevel }: PickerProps) {
  const [text, setText] = useState('');
  const q = useDeferredValue(text.trim());
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.admin.promptPicker(q),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await (await api.admin['prompt-picker'].$get({ query: q ? { q } : {} }, { init: { signal } })).json())
        .items,
  });
  return (
    <div className="space-y-3 rounded-md border border-line p-3">
      <Field
        label={m.search_the_library()}
        type="search"
        maxLength={limits.searchText}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onEnter(() => undefined)}
      />
      {isError && (
        <Button size="small" variant="secondary" onClick={() => void refetch()}>
          {common.try_again()}
        </Button>
      )}
      {data?.length === 0 && <p className="text-sm text-muted">{common.no_prompts_found()}</p>}
      <ul className="max-h-60 overflow-y-auto">
        {data?.map((prompt) => (
          <li key={prompt.id}>
            <button
              type="button"
              className="flex min-h-9 w-full items-center gap-3 rounded-sm px-2 text-left text-sm hover:bg-sunken"
              onClick={() => {
                addLevel(prompt.id, prompt.tier_access);
                add({
                  type: 'library',
                  prompt_id: prompt.id,
                  title: prompt.title,
                  prompt_body: prompt.prompt_body,
                });
              }}
            >
              <span className="min-w-0 flex-1 truncate">{prompt.title}</span>
              {prompt.tier_access > playbookLevel && (
                <span className="shrink-0 text-[0.8125rem] font-semibold text-signal">
                  {m.level_tier_access_this_playbook_unlocks({
                    tierAccess: prompt.tier_access,
                    playbookLevel,
                  })}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
      <Button size="small" variant="quiet" onClick={cancel}>
        {common.cancel()}
      </Button>
    </div>
  );
}

const manualSchema = z.object(manualEntryFields);

type ManualProps = AddProps & { form: PlaybookForm; index: number; errors: Half | undefined };

function ManualPrompt({ form, index, errors, add, cancel }: ManualProps) {
  const { register, getValues, setError, setFocus, clearErrors } = form;
  const place = `steps.${index}.half` as const;
  function submit() {
    const result = manualSchema.safeParse(getValues(place));
    clearErrors(place);
    if (result.success) return add({ type: 'manual', ...result.data });
    for (const { path, message } of result.error.issues) {
      const name = path[0] === 'title' ? 'title' : 'prompt_body';
      setError(`${place}.${name}`, { message });
    }
    setFocus(`${place}.${result.error.issues[0]?.path[0] === 'title' ? 'title' : 'prompt_body'}`);
    const { title = '', prompt_body = '' } = getValues(place) ?? {};
    if (title.trim() === '' || prompt_body.trim() === '') toast.warning(m.please_fill_in_both_title_and());
  }
  return (
    <div className="space-y-3 rounded-md border border-line p-3">
      <Field
        label={m.prompt_title()}
        {...register(`${place}.title`)}
        error={errors?.title?.message}
        onKeyDown={onEnter(submit)}
      />
      <TextArea
        label={m.prompt_body()}
        className="max-h-60 font-serif"
        {...register(`${place}.prompt_body`)}
        error={errors?.prompt_body?.message}
      />
      <div className="flex gap-2">
        <Button size="small" onClick={submit}>
          {m.add_prompt()}
        </Button>
        <Button size="small" variant="quiet" onClick={cancel}>
          {common.cancel()}
        </Button>
      </div>
    </div>
  );
}
