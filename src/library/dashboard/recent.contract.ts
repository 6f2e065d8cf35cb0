import { z } from '@hono/zod-openapi';
import { targetTypes } from '#access/items.ts';
import { defineRoute } from '#access/route.ts';
import { errors, json, listOf, wholeQuery } from '#platform/contract/contract.ts';
import { timestamp } from '#platform/contract/contract-fields.ts';

const recentItem = z.object({
  target_type: z.enum(targetTypes),
  slug: z.string(),
  title: z.string(),
  used_at: timestamp,
});
const recentItems = listOf(recentItem).openapi('RecentItems');
export type RecentItem = z.output<typeof recentItem>;

export const getRecentRoute = defineRoute({
  method: 'get',
  path: '/recent',
  access: 'member',
  summary: 'List the prompts and playbooks that I last copied from, if I can still open them',
  request: { query: wholeQuery },
  responses: { 200: json(recentItems, 'The latest first'), ...errors(401) },
});
