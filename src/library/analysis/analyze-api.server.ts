import { createRoute, z } from '@hono/zod-openapi';
import { requireAdmin } from '#access/decide.ts';
import type { Viewers } from '#access/viewers.server.ts';
import { difficulties, limits, optimizationLevels, promptTypes } from '#constants';
import { errors, json, signedIn } from '#platform/contract.ts';
import { text } from '#platform/contract-fields.ts';
import { createRouter, errorAnswer, limitBody } from '#platform/http.server.ts';
import type { Log } from '#platform/log.server.ts';
import type { AnalyzeService } from './analyze.service.server.ts';

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
  notice: z.string().optional(),
});
const analyzeRoute = createRoute({
  method: 'post',
  path: '/analyze-prompt',
  summary: 'Work out title, description, category, difficulty and tags of a prompt, and optimize it',
  ...signedIn,
  request: { body: { ...json(question, 'The prompt'), required: true } },
  responses: { 200: json(answer, 'What was worked out'), ...errors(401, 403, 502) },
});

/** `analyze-prompt` under `/functions/v1`, for admins. */
export function createAnalyzeApi(analyze: AnalyzeService, viewers: Viewers, log: Log) {
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
  return router.openapi(analyzeRoute, async (c) =>
    c.json(await analyze.analyze(c.req.valid('json'), c.req.raw.signal), 200),
  );
}
