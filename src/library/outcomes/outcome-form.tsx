import { useEffect, useId } from 'react';
import { z } from 'zod';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/forms/field.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { useDraft } from '#ui/saving/use-draft.ts';
import * as common from '#ui/words/messages.ts';
import { outcomeFields } from './outcome-fields.ts';
import type { Outcomes } from './outcomes.contract.ts';
import * as m from './words/messages.ts';

/** The models offered; any other can be typed. */
const commonModels = ['ChatGPT', 'Claude', 'Gemini', 'Copilot', 'Perplexity', 'Mistral'];

const fields = z.object({ model: outcomeFields.model, note: outcomeFields.note });

type Props = {
  worked: boolean;
  outcomes: Outcomes;
  /** The key under which the draft is kept until it is saved. */
  draftKey: string;
  /** Whether the user opened the form, as opposed to a draft. */
  isByHand: boolean;
  isBusy: boolean;
  /** Resolves to whether the server accepted it. */
  save: (said: { worked: boolean; model: string; note: string }) => Promise<boolean>;
  close: () => void;
};

/** Asks for the model and, if the prompt didn't work, for the reason. */
export function OutcomeForm({ worked, outcomes, draftKey, isByHand, isBusy, save, close }: Props) {
  const { mine, models, last_model } = outcomes;
  const listId = useId();
  const form = useSchemaForm(fields.extend({ worked: outcomeFields.worked }), {
    worked,
    model: mine?.model ?? last_model ?? '',
    note: mine?.note ?? '',
  });
  const { register, handleSubmit, setFocus, watch, setValue, formState } = form;
  const draft = useDraft(form, { key: draftKey });
  useEffect(() => {
    if (isByHand) setFocus('model', { shouldSelect: true });
  }, [isByHand, setFocus]);
  const end = () => {
    draft.forget();
    close();
  };
  const submit = handleSubmit(async (said) => {
    if (await save({ ...said, note: said.worked ? '' : said.note })) end();
  });
  const isWorking = watch('worked');
  const names = [...new Set([...models.map(({ model }) => model), ...commonModels])];
  const choice = (value: boolean, label: string) => (
    <Button
      variant={isWorking === value ? 'primary' : 'secondary'}
      size="small"
      aria-pressed={isWorking === value}
      // The field for the model keeps the focus: leaving it would show that it is still empty.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => setValue('worked', value)}
    >
      {label}
    </Button>
  );
  return (
    <form
      noValidate
      aria-label={m.did_it_work()}
      className="max-w-md space-y-4 rounded-md border border-line bg-surface p-5"
      onSubmit={submit}
    >
      <div className="flex gap-2">
        {choice(true, m.worked())}
        {choice(false, m.did_not_work())}
      </div>
      <Field
        label={m.with_which_model()}
        list={listId}
        autoComplete="off"
        {...register('model')}
        error={formState.errors.model?.message}
      />
      <datalist id={listId}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {!isWorking && (
        <TextArea
          label={m.what_went_wrong()}
          hint={m.note_about()}
          {...register('note')}
          error={formState.errors.note?.message}
        />
      )}
      <div className="flex gap-2">
        <Button type="submit" disabled={isBusy}>
          {m.save()}
        </Button>
        <Button variant="quiet" onClick={end}>
          {common.cancel()}
        </Button>
      </div>
    </form>
  );
}
