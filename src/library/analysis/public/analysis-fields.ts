import { z } from 'zod';
import { difficulties, limits, optimizationLevels, promptTypes } from '#constants';
import { text } from '#platform/contract/contract-fields.ts';
import * as m from '../words/messages.ts';

/** The request for an analysis. */
export const analysisRequest = z.object({
  prompt: text(limits.promptBody).refine((value) => value.trim() !== '', {
    error: () => m.please_enter_a_prompt(),
  }),
  promptType: z.enum(promptTypes),
  optimizationLevel: z.int().min(0).max(optimizationLevels.max),
});
export type AnalysisRequest = z.output<typeof analysisRequest>;

/** The metadata suggested for a prompt, and optionally a better text. */
export const analysis = z.object({
  title: z.string(),
  description: z.string(),
  category: z.string(),
  difficulty: z.enum(difficulties),
  tags: z.array(z.string()),
  optimized_prompt: z.string(),
  /** Why the language model wasn't used, if it would have helped. */
  notice: z.string().optional(),
});
export type Analysis = z.output<typeof analysis>;
