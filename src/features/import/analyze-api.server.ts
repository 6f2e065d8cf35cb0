import { createRoute, z } from '@hono/zod-openapi';
import { requireAdmin } from '#access/decide.ts';
import type { Viewers } from '#access/viewers.server.ts';
import { difficulties, limits, optimizationLevels, promptTypes } from '#constants';
import { text } from '#features/catalogue/catalogue.contract.ts';
import { errors, json, signedIn } from '#platform/contract.ts';
import { AppError } from '#platform/errors.ts';
import { createRouter, errorAnswer, limitBody } from '#platform/http.server.ts';
import type { Log } from '#platform/log.server.ts';
import { describePrompt } from './describe.ts';

const question = z.object({
  prompt: text(limits.promptBody).refine((value) => value.trim() !== '', 'Please enter a prompt'),
  promptType: z.enum(promptTypes),
  optimizationLevel: z.int().min(0).max(optimizationLevels.most),
});
const answer = z.object({
  title: z.string(),
  description: z.string(),
  category: z.string(),
  difficulty: z.enum(difficulties),
  tags: z.array(z.string()),
  optimized_prompt: z.string(),
});
const analyzeRoute = createRoute({
  method: 'post',
  path: '/analyze-prompt',
  summary: 'Work out title, description, category, difficulty and tags of a prompt',
  ...signedIn,
  request: { body: { ...json(question, 'The prompt'), required: true } },
  responses: { 200: json(answer, 'What was worked out'), ...errors(401, 403) },
});

/** `analyze-prompt` under `/functions/v1`, for admins. Level 0 needs no model: it reads the text by itself. */
export function createAnalyzeApi(viewers: Viewers, log: Log) {
  const router = createRouter();
  router.onError(errorAnswer(log));
  router.use(
    '/analyze-prompt',
    async (c, next) => {
      requireAdmin(await viewers.fromHeader(c.req.header('authorization')));
      await next();
    },
    limitBody,
  );
  return router.openapi(analyzeRoute, async (c) => {
    const { prompt, promptType, optimizationLevel } = c.req.valid('json');
    if (optimizationLevel > optimizationLevels.working) {
      throw new AppError('validation_failed', 'Levels 4 and 5 are coming soon.');
    }
    if (optimizationLevel > 0) {
      throw new AppError(
        'validation_failed',
        'Levels 1 to 3 need a large language model, and none is connected to this site yet. Level 0 works without one.',
      );
    }
    const described = describePrompt({ prompt_body: prompt, prompt_type: promptType });
    return c.json({ ...described, tags: [...described.tags], optimized_prompt: prompt }, 200);
  });
}
