import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useFieldArray } from 'react-hook-form';
import { limits } from '#constants';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { MarkdownEditor } from '#ui/markdown-editor.tsx';
import { messageDelayMilliseconds } from '#ui/use-schema-form.ts';
import type { PlaybookForm } from './playbook-form.ts';
import { type PromptLevels, StepPrompts } from './step-prompts.tsx';
import * as m from './words/messages.ts';

/** `levels`: the access levels of library prompts by their id. */
type Props = { form: PlaybookForm } & PromptLevels;

/** The steps of a playbook, numbered by their position. */
export function StepsEditor({ form, ...levels }: Props) {
  const { fields, append, swap, remove } = useFieldArray({ control: form.control, name: 'steps' });
  return (
    <fieldset className="min-w-0 rounded-md border border-line p-4">
      <legend className="px-1 text-sm font-semibold">{m.steps()}</legend>
      <ol className="space-y-5">
        {fields.map((step, index) => (
          <Step key={step.id} form={form} index={index} {...levels}>
            <Button
              variant="quiet"
              size="icon"
              aria-label={m.move_step_index_up({ index: index + 1 })}
              disabled={index === 0}
              onClick={() => swap(index, index - 1)}
            >
              <ArrowUp className="size-4" aria-hidden="true" />
            </Button>
            <Button
              variant="quiet"
              size="icon"
              aria-label={m.move_step_index_down({ index: index + 1 })}
              disabled={index === fields.length - 1}
              onClick={() => swap(index, index + 1)}
            >
              <ArrowDown className="size-4" aria-hidden="true" />
            </Button>
            <Button
              variant="quiet"
              size="icon"
              aria-label={m.remove_step_index({ index: index + 1 })}
              onClick={() => remove(index)}
            >
              <Trash2 className="size-4 text-signal" aria-hidden="true" />
            </Button>
          </Step>
        ))}
      </ol>
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

/** The fields of one step, with buttons beside its title. */
function Step({ form, index, children, ...levels }: Props & { index: number; children: ReactNode }) {
  const { register, formState } = form;
  // Adding a step validates all of them; a new step shows no error until the focus leaves it.
  const [isLeft, setIsLeft] = useState(false);
  const errors = isLeft || formState.isSubmitted ? formState.errors.steps?.[index] : undefined;
  return (
    <li
      className="space-y-4 border-b border-line pb-5"
      onBlur={() => setTimeout(() => setIsLeft(true), messageDelayMilliseconds)}
    >
      <div className="flex flex-wrap items-start gap-2">
        <span aria-hidden="true" className="mt-8 font-serif text-2xl text-signal">
          {index + 1}
        </span>
        <Field
          className="min-w-[min(100%,14rem)] flex-1"
          label={m.title_of_step_index({ index: index + 1 })}
          {...register(`steps.${index}.title`)}
          error={errors?.title?.message}
        />
        <div className="flex gap-2 sm:mt-7">{children}</div>
      </div>
      <MarkdownEditor
        label={m.description_of_step_index({ index: index + 1 })}
        read={() => form.getValues(`steps.${index}.description`)}
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
    </li>
  );
}
