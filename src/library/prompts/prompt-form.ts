import { z } from 'zod';
import type { BlankDefinition } from '#library/blanks/public/blank-fields.ts';
import { emptyPlace, placeForm, toPlaceInputs } from '#library/catalog/public/place-form.ts';
import { asTyped } from '#platform/text/line-ends.ts';
import { listInput, listText, numberInput } from '#ui/forms/input-schemas.ts';
import type { SchemaForm } from '#ui/forms/use-schema-form.ts';
import type { AdminPrompt } from './prompts-admin.contract.ts';
import { promptFields } from './public/prompt-fields.ts';

export const promptForm = (publishAt?: string | null) =>
  z.object({
    ...promptFields,
    ...placeForm(publishAt),
    // Its editor can't produce values that the contract refuses.
    blanks: z.custom<BlankDefinition[]>(),
    tier_access: numberInput(promptFields.tier_access),
    tags: listInput(promptFields.tags),
    use_cases: listInput(promptFields.use_cases),
  });
type Schema = ReturnType<typeof promptForm>;
type Inputs = z.input<Schema>;
export type PromptForm = SchemaForm<Inputs, z.output<Schema>>;

/** The key of the draft of a new prompt. */
export const newPromptDraft = 'prompt:new';
export const emptyInputs: Inputs = {
  ...emptyPlace,
  title: '',
  description: '',
  prompt_body: '',
  blanks: [],
  category: '',
  prompt_type: 'Text',
  status: 'published',
  tier_access: '0',
  difficulty: 'beginner',
  tags: '',
  preview_image_url: '',
  model_context: '',
  use_cases: '',
  example_output: '',
};

export const toInputs = (prompt: AdminPrompt): Inputs =>
  asTyped({
    ...toPlaceInputs(prompt),
    title: prompt.title,
    description: prompt.description,
    prompt_body: prompt.prompt_body,
    blanks: prompt.blanks,
    category: prompt.category,
    prompt_type: prompt.prompt_type,
    status: prompt.status,
    tier_access: String(prompt.tier_access),
    difficulty: prompt.difficulty,
    tags: listText(prompt.tags),
    preview_image_url: prompt.preview_image_url ?? '',
    model_context: prompt.model_context,
    use_cases: listText(prompt.use_cases),
    example_output: prompt.example_output,
  });
