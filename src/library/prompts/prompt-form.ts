import { z } from 'zod';
import type { BlankDefinition } from '#library/blanks/public/blank-fields.ts';
import { listInput, numberInput } from '#ui/input-schemas.ts';
import { promptFields } from './prompt-fields.ts';
import type { AdminPrompt } from './prompts-admin.contract.ts';

export const promptForm = z.object({
  ...promptFields,
  // Their editor makes nothing that the contract would refuse.
  blanks: z.custom<BlankDefinition[]>(),
  tier_access: numberInput(promptFields.tier_access),
  tags: listInput(promptFields.tags),
  use_cases: listInput(promptFields.use_cases),
});
type Inputs = z.input<typeof promptForm>;

export const emptyInputs: Inputs = {
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

export const toInputs = (prompt: AdminPrompt): Inputs => ({
  title: prompt.title,
  description: prompt.description,
  prompt_body: prompt.prompt_body,
  blanks: prompt.blanks,
  category: prompt.category,
  prompt_type: prompt.prompt_type,
  status: prompt.status,
  tier_access: String(prompt.tier_access),
  difficulty: prompt.difficulty,
  tags: prompt.tags.join(', '),
  preview_image_url: prompt.preview_image_url ?? '',
  model_context: prompt.model_context,
  use_cases: prompt.use_cases.join(', '),
  example_output: prompt.example_output,
});
