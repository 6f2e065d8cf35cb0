import type { z } from 'zod';
import { optimizationLevels, type promptTypes } from '#constants';
import { analysisRequest } from '#library/analysis/public/analysis-fields.ts';
import type { SchemaForm } from '#ui/forms/use-schema-form.ts';
import { keepDraft, readDraft } from '#ui/saving/drafts.ts';
import { newId } from '#ui/saving/new-id.ts';
import { emptyInputs, newPromptDraft } from './prompt-form.ts';
import { promptFields } from './public/prompt-fields.ts';

export const importForm = analysisRequest.extend({ preview_image_url: promptFields.preview_image_url });
type Inputs = z.input<typeof importForm>;
export type ImportForm = SchemaForm<Inputs, z.output<typeof importForm>>;

export const emptyImport: Inputs = {
  prompt: '',
  promptType: 'Text',
  optimizationLevel: 0,
  preview_image_url: '',
};

/** Why a prompt of this type can't be imported at this level: the level isn't available yet, or is only for text prompts. */
export function obstacleTo(
  level: number,
  type: (typeof promptTypes)[number],
): 'planned' | 'other-type' | undefined {
  if (level > optimizationLevels.working) return 'planned';
  return level > 0 && type !== 'Text' ? 'other-type' : undefined;
}

/** Keeps what was typed for the editor of a new prompt, unless that has an earlier draft. @returns whether it is kept there */
export function keepForEditor({ prompt, promptType, preview_image_url }: Inputs): boolean {
  const typed = { prompt_body: prompt, prompt_type: promptType, preview_image_url };
  const fields = Object.entries(typed)
    .map(([name, mine]) => [name, { base: emptyInputs[name as keyof typeof typed], mine }] as const)
    .filter(([, { base, mine }]) => mine !== base);
  if (fields.length === 0 || readDraft(newPromptDraft)) return false;
  keepDraft(newPromptDraft, { id: newId(), isPassedOn: true, fields: Object.fromEntries(fields) });
  return readDraft(newPromptDraft) !== undefined;
}
