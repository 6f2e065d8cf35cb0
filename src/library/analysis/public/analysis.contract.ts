import { defineRoute } from '#access/route.ts';
import { errors, json } from '#platform/contract/contract.ts';
import { analysis, analysisRequest } from './analysis-fields.ts';

export const analyzePromptRoute = defineRoute({
  method: 'post',
  path: '/analyze-prompt',
  isReadOnly: true,
  access: 'editor',
  summary: "Work out a prompt's title, description, category, difficulty and tags, and optimize it",
  request: { body: { ...json(analysisRequest, 'The prompt'), required: true } },
  responses: { 200: json(analysis, 'What was worked out'), ...errors(401, 403, 502) },
});
