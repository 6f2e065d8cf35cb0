import type { z } from 'zod';
import { optimizationLevels, type promptTypes } from '#constants';
import { analysisRequest } from '#library/analysis/public/analysis-fields.ts';
import type { SchemaForm } from '#ui/forms/use-schema-form.ts';
import { promptFields } from './prompt-fields.ts';

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
