import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useFieldArray } from 'react-hook-form';
import { limits } from '#constants';
import { uploadImage } from '#site/media/public/image-field.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/forms/field.tsx';
import { messageDelayMilliseconds } from '#ui/forms/use-schema-form.ts';
import { MarkdownEditor } from '#ui/markdown/markdown-editor.tsx';
import { MoveButtons } from '#ui/move-buttons.tsx';
import type { Track } from '#ui/saving/use-pending-work.ts';
import { Sortable } from '#ui/tables/sortable.tsx';
import type { PlaybookForm } from './playbook-form.ts';
import { type PromptLevels, StepPrompts } from './step-prompts.tsx';
import * as m from './words/messages.ts';

/** `levels`: the access levels of library prompts, by id. */
type Props = { form: PlaybookForm; track: Track } & PromptLevels;

/** The steps of a playbook, numbered by their position. */
export function StepsEditor({ form, ...rest }: Props) {
  const { fields, append, move, remove } = useFieldArray({ control: form.control, name: 'steps' });
  return (
    <fieldset className="min-w-0 rounded-md border border-line p-4">
      <legend className="px-1 text-sm font-semibold">{m.steps()}</legend>
      <Sortable
        className="space-y-5"
        itemClassName="border-b border-line pb-5"
        items={fields.map(({ id }, index) => ({
          id,
          label: m.move_step_index({ index: index + 1 }),
          name: () => `${index + 1}. ${form.getValues(`steps.${index}.title`)}`,
        }))}
        move={move}
        render={(index, { handle, moveTo }) => (
          <Step form={form} index={index} handle={handle} {...rest}>
            <MoveButtons
              name={m.step_by_index({ index: index + 1 })}
              position={index}
              count={fields.length}
              moveTo={moveTo}
            />
            <Button
              variant="quiet"
              size="icon"
              aria-label={m.remove_step_index({ index: index + 1 })}
              onClick={() => remove(index)}
            >
              <Trash2 className="size-4 text-signal" aria-hidden="true" />
            </Button>
          </Step>
        )}
      />
      <Button
        variant="secondary"
        size="small"
        className="mt-4"
        disabled={fields.length >= limits.steps}
        onClick={() => append({ title: '', description: '', prompts: [] })}
      >
        {m.add_step()}
      </Button>
    </fieldset>
  );
}

type StepProps = Props & { index: number; handle: ReactNode; children: ReactNode };

/** The fields of a step, with buttons beside its title. Collapsed while steps are being dragged. */
function Step({ form, index, handle, children, track, ...levels }: StepProps) {
  const { register, formState } = form;
  // Adding a step validates all of them; a new step shows no error until the focus leaves it.
  const [isLeft, setIsLeft] = useState(false);
  const errors = isLeft || formState.isSubmitted ? formState.errors.steps?.[index] : undefined;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notices when the focus leaves.
    <div
      className="space-y-4"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget))
          setTimeout(() => setIsLeft(true), messageDelayMilliseconds);
      }}
    >
      <div className="flex flex-wrap items-start gap-2">
        <div className="flex items-center sm:mt-7">
          {handle}
          <span aria-hidden="true" className="font-serif text-2xl font-medium text-signal">
            {index + 1}
          </span>
        </div>
        <Field
          className="min-w-[min(100%,14rem)] flex-1"
          label={m.title_of_step_index({ index: index + 1 })}
          {...register(`steps.${index}.title`)}
          error={errors?.title?.message}
        />
        <div className="flex gap-2 sm:mt-7">{children}</div>
      </div>
      <div className="space-y-4 in-data-dragging:hidden">
        <MarkdownEditor
          label={m.description_of_step_index({ index: index + 1 })}
          read={() => form.getValues(`steps.${index}.description`)}
          upload={(file) => uploadImage('playbooks', file)}
          track={track}
          {...register(`steps.${index}.description`)}
          error={errors?.description?.message}
        />
        <StepPrompts
          form={form}
          index={index}
          errors={errors?.prompts}
          halfErrors={formState.errors.steps?.[index]?.half}
          {...levels}
        />
      </div>
    </div>
  );
}
