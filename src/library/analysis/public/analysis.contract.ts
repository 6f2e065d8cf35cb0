import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { difficulties, limits, optimizationLevels, promptTypes } from '#constants';
import { errors, json } from '#platform/contract.ts';
import { text } from '#platform/contract-fields.ts';

const analysisRequest = z.object({
  prompt: text(limits.promptBody).refine((value) => value.trim() !== '', 'Please enter a prompt'),
  promptType: z.enum(promptTypes),
  optimizationLevel: z.int().min(0).max(optimizationLevels.most),
});
export type AnalysisRequest = z.output<typeof analysisRequest>;

const analysis = z.object({
  title: z.string(),
  description: z.string(),
  category: z.string(),
  difficulty: z.enum(difficulties),
  tags: z.array(z.string()),
  optimized_prompt: z.string(),
  /** Where the language model was not used though it could have been of help: why. */
  notice: z.string().optional(),
});
export type Analysis = z.output<typeof analysis>;

export const analyzePromptRoute = defineRoute({
  method: 'post',
  path: '/analyze-prompt',
  access: 'admin',
  summary: 'Work out title, description, category, difficulty and tags of a prompt, and optimize it',
  request: { body: { ...json(analysisRequest, 'The prompt'), required: true } },
  responses: { 200: json(analysis, 'What was worked out'), ...errors(401, 403, 502) },
});
