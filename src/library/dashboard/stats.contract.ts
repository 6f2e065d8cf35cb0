import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { errors, json } from '#platform/contract/contract.ts';

export const stats = z
  .object({
    total_prompts: z.int(),
    total_playbooks: z.int(),
    total_books: z.literal(0),
    your_favorites: z.int(),
  })
  .openapi('Stats');
export type Stats = z.output<typeof stats>;

export const getStatsRoute = defineRoute({
  method: 'get',
  path: '/stats',
  summary: 'Get the numbers for the dashboard',
  access: 'member',
  responses: { 200: json(stats, 'Numbers'), ...errors(401) },
});
