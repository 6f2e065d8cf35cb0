import type { BlankDefinition } from '#library/blanks/public/blank-fields.ts';
import { readBlanks } from '#library/blanks/public/blanks.ts';
import type { PlaybookStep } from './playbooks.contract.ts';

type Prompt = Omit<PlaybookStep['prompts'][number], 'blanks'>;
type ReadStep = Omit<PlaybookStep, 'prompts'> & { prompts: (Prompt & { definitions: BlankDefinition[] })[] };

/** A step with all blanks of its prompts, as their authors describe them. */
export const withBlanks = (step: ReadStep): PlaybookStep => ({
  ...step,
  prompts: step.prompts.map(({ definitions, ...prompt }) => ({
    ...prompt,
    blanks: readBlanks(prompt.prompt_body, definitions).blanks,
  })),
});
