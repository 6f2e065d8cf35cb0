import type { BlankDefinition } from '#library/blanks/public/blank-fields.ts';
import { readBlanks } from '#library/blanks/public/blanks.ts';
import type { PlaybookStep } from './playbooks.contract.ts';

type Prompt = Omit<PlaybookStep['prompts'][number], 'blanks'>;
type ReadStep = Omit<PlaybookStep, 'prompts'> & { prompts: (Prompt & { definitions: BlankDefinition[] })[] };

/** Adds the blanks to each prompt of a step, as their authors have defined them. */
export const withBlanks = (step: ReadStep): PlaybookStep => ({
  ...step,
  prompts: step.prompts.map(({ definitions, ...prompt }) => ({
    ...prompt,
    blanks: readBlanks(prompt.prompt_body, definitions).blanks,
  })),
});
