import { z } from 'zod';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/forms/field.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { toast } from '#ui/overlays/toasts.tsx';
import * as common from '#ui/words/messages.ts';
import { onEnter } from './on-enter.ts';
import type { PlaybookForm } from './playbook-form.ts';
import { manualEntryFields, type StepEntry } from './public/playbook-fields.ts';
import * as m from './words/messages.ts';

/** The errors of a prompt that is still being written. */
export type HalfErrors = {
  title?: { message?: string | undefined };
  prompt_body?: { message?: string | undefined };
};
type Props = {
  form: PlaybookForm;
  index: number;
  /** Whether the user has just opened it. */
  isFocused: boolean;
  errors: HalfErrors | undefined;
  add: (entry: StepEntry) => void;
  cancel: () => void;
};

const manualSchema = z.object(manualEntryFields);

/** The form to write a prompt for one step. */
export function ManualPrompt({ form, index, isFocused, errors, add, cancel }: Props) {
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
    if (title.trim() === '' || prompt_body.trim() === '') toast.warning(m.title_and_body_missing());
  }
  return (
    <div className="space-y-3 rounded-md border border-line p-3">
      <Field
        label={m.prompt_title()}
        autoFocus={isFocused}
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
