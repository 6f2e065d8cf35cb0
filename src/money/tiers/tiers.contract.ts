import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { aboutMinorUnits, errors, json, listOf, wholeQuery } from '#platform/contract/contract.ts';

export const aboutPrice = `Per month. ${aboutMinorUnits}`;
export const aboutAccessLevel =
  'The plan opens the items whose `tier_access` is at most this: 0 is free, 1 opens all prompts, 2 all prompts and playbooks, unless the owner numbers them otherwise';

export const tier = z
  .object({
    id: z.uuid(),
    name: z.string(),
    price: z.int().describe(aboutPrice),
    billing_interval: z.enum(['monthly', 'yearly']),
    daily_copy_limit: z.int().describe('999999 means no limit'),
    reading_counts: z.boolean(),
    daily_run_limit: z
      .int()
      .describe('How many times a day members can run prompts on the site; 999999 means no limit'),
    trial_days: z.int(),
    access_level: z.int().describe(aboutAccessLevel),
    featured: z.boolean(),
    features: z.array(z.string()),
    shows_first_lines: z
      .boolean()
      .describe('Whether people without access see the first lines of the prompts that this plan opens'),
  })
  .openapi('Tier', {
    description:
      'A plan. With `reading_counts`, opening an item counts against the daily limit like copying, each item once a day',
  });
export type Tier = z.output<typeof tier>;

export const listTiersRoute = defineRoute({
  method: 'get',
  path: '/tiers',
  access: 'anyone',
  summary: 'List plans by access level',
  request: { query: wholeQuery },
  responses: { 200: json(listOf(tier), 'All plans'), ...errors() },
});
