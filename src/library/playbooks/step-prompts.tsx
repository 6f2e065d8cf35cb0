import { useState } from 'react';
import { useFieldArray, useWatch } from 'react-hook-form';
import { limits } from '#constants';
import { Button } from '#ui/button.tsx';
import { Sortable } from '#ui/tables/sortable.tsx';
import * as common from '#ui/words/messages.ts';
import { LibraryPicker } from './library-picker.tsx';
import { type HalfErrors, ManualPrompt } from './manual-prompt.tsx';
import type { StepEntry } from './playbook-fields.ts';
import type { PlaybookForm } from './playbook-form.ts';
import { type EntryErrors, StepEntryEditor } from './step-entry.tsx';
import * as m from './words/messages.ts';

/** The access levels of library prompts, by their id. */
export type PromptLevels = { levels: Record<string, number>; addLevel: (id: string, level: number) => void };
type Props = {
  form: PlaybookForm;
  index: number;
  errors: { [place: number]: EntryErrors | undefined } | undefined;
  halfErrors: HalfErrors | undefined;
} & PromptLevels;

/** The prompts of a step, from the library or written here. `errors` is keyed by the position of the invalid ones. */
export function StepPrompts({ form, index, errors, halfErrors, levels, addLevel }: Props) {
  const { control, setValue, getValues } = form;
  const { fields, append, remove, move, update } = useFieldArray({
    control,
    name: `steps.${index}.prompts`,
  });
  const playbookLevel = Number(useWatch({ control, name: 'tier_access' }));
  // In the form, not beside it: what is typed is saved with the step, and kept like the rest of it.
  const half = useWatch({ control, name: `steps.${index}.half` });
  const setHalf = (value: { title: string; prompt_body: string } | undefined) =>
    setValue(`steps.${index}.half`, value, { shouldDirty: true });
  const [isPicking, setIsPicking] = useState(false);
  // What was opened here and is closed again gives the focus back to its button.
  const [opened, setOpened] = useState<'library' | 'manual'>();
  const pick = () => {
    setOpened('library');
    setIsPicking(true);
  };
  const write = () => {
    setOpened('manual');
    setHalf({ title: '', prompt_body: '' });
  };
  // Made a prompt of its own: it is there to be edited.
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
          render={(place, { handle }) => {
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

/** The level of a prompt of the library that is above that of the playbook, which hands it out. */
function levelAbove(entry: StepEntry, levels: PromptLevels['levels'], playbookLevel: number) {
  const level = entry.type === 'library' ? (levels[entry.prompt_id] ?? 0) : 0;
  return level > playbookLevel ? level : undefined;
}
