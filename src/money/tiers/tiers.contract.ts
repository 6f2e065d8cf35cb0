import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { errors, json, listOf } from '#platform/contract/contract.ts';
import { wholeQuery } from '#platform/contract/contract-fields.ts';

/**
 * A plan. `price` is in cents per month; a `daily_copy_limit` of 999999 means no limit. With `reading_counts`, opening an item counts
 * against it like copying, each item once a day.
 */
export const tier = z
  .object({
    id: z.uuid(),
    name: z.string(),
    price: z.int(),
    billing_interval: z.enum(['monthly', 'yearly']),
    daily_copy_limit: z.int(),
    reading_counts: z.boolean(),
    /** How many times a day members can run prompts on the site; 999999 means no limit. */
    daily_run_limit: z.int(),
    trial_days: z.int(),
    access_level: z.int(),
    featured: z.boolean(),
    features: z.array(z.string()),
    /** Whether people without access see the first lines of the prompts that this plan opens. */
    shows_first_lines: z.boolean(),
  })
  .openapi('Tier');
export type Tier = z.output<typeof tier>;

export const listTiersRoute = defineRoute({
  method: 'get',
  path: '/tiers',
  access: 'anyone',
  summary: 'List plans by access level',
  request: { query: wholeQuery },
  responses: { 200: json(listOf(tier), 'All plans'), ...errors() },
});
