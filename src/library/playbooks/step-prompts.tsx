import { useState } from 'react';
import { useFieldArray, useWatch } from 'react-hook-form';
import { limits } from '#constants';
import { Button } from '#ui/button.tsx';
import { Sortable } from '#ui/tables/sortable.tsx';
import * as common from '#ui/words/messages.ts';
import { LibraryPicker } from './library-picker.tsx';
import { type HalfErrors, ManualPrompt } from './manual-prompt.tsx';
import type { PlaybookForm } from './playbook-form.ts';
import type { StepEntry } from './public/playbook-fields.ts';
import { type EntryErrors, StepEntryEditor } from './step-entry.tsx';
import * as m from './words/messages.ts';

/** The access levels of library prompts, by id. */
export type PromptLevels = { levels: Record<string, number>; addLevel: (id: string, level: number) => void };
type Props = {
  form: PlaybookForm;
  index: number;
  errors: { [place: number]: EntryErrors | undefined } | undefined;
  halfErrors: HalfErrors | undefined;
} & PromptLevels;

/** The prompts of a step, from the library or written here. `errors` is keyed by position. */
export function StepPrompts({ form, index, errors, halfErrors, levels, addLevel }: Props) {
  const { control, setValue, getValues } = form;
  const { fields, append, remove, move, update } = useFieldArray({
    control,
    name: `steps.${index}.prompts`,
  });
  const playbookLevel = Number(useWatch({ control, name: 'tier_access' }));
  // Part of the form, so that it is saved with the step and kept in the draft.
  const half = useWatch({ control, name: `steps.${index}.half` });
  const setHalf = (value: { title: string; prompt_body: string } | undefined) =>
    setValue(`steps.${index}.half`, value, { shouldDirty: true });
  const [isPicking, setIsPicking] = useState(false);
  // The button that opened a panel gets the focus back when it closes.
  const [opened, setOpened] = useState<'library' | 'manual'>();
  const pick = () => {
    setOpened('library');
    setIsPicking(true);
  };
  const write = () => {
    setOpened('manual');
    setHalf({ title: '', prompt_body: '' });
  };
  // The index of an entry that was just turned into a separate copy, which opens for editing.
  const [copied, setCopied] = useState<number>();
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
        <Sortable
          className="mb-3 divide-y divide-line rounded-md border border-line"
          items={fields.map(({ id, title }, place) => ({
            id,
            label: m.move_title({ title }),
            name: () => getValues(`steps.${index}.prompts.${place}.title`) ?? title,
          }))}
          move={move}
          render={(place, { handle, moveTo }) => {
            const entry = fields[place];
            return (
              entry && (
                <StepEntryEditor
                  form={form}
                  path={`steps.${index}.prompts.${place}`}
                  entry={entry}
                  errors={errors?.[place]}
                  tooHighLevel={levelAbove(entry, levels, playbookLevel)}
                  handle={handle}
                  place={place}
                  count={fields.length}
                  moveTo={moveTo}
                  isEdited={place === copied}
                  opened={() => setCopied(undefined)}
                  replace={(next) => {
                    update(place, next);
                    setCopied(place);
                  }}
                  remove={() => remove(place)}
                />
              )
            );
          }}
        />
      )}
      {!isPicking && !half && (
        <div className="flex gap-2">
          <Button
            size="small"
            variant="secondary"
            disabled={isFull}
            autoFocus={opened === 'library'}
            onClick={pick}
          >
            {m.from_library()}
          </Button>
          <Button
            size="small"
            variant="secondary"
            disabled={isFull}
            autoFocus={opened === 'manual'}
            onClick={write}
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
          isFocused={opened === 'manual'}
          errors={halfErrors}
          add={add}
          cancel={() => setHalf(undefined)}
        />
      )}
    </div>
  );
}

/** A library prompt's level if it is above the playbook's, which then unlocks it. */
function levelAbove(entry: StepEntry, levels: PromptLevels['levels'], playbookLevel: number) {
  const level = entry.type === 'library' ? (levels[entry.prompt_id] ?? 0) : 0;
  return level > playbookLevel ? level : undefined;
}
