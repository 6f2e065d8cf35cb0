import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { defaultDailyCopyLimit } from '#constants';
import {
  errors,
  expectedVersion,
  idParams,
  json,
  listOf,
  newId,
  okJson,
  wholeQuery,
} from '#platform/contract/contract.ts';
import { timestamp } from '#platform/contract/contract-fields.ts';
import { tierFields } from './tier-fields.ts';
import { aboutAccessLevel, aboutPrice, tier } from './tiers.contract.ts';

const adminTier = tier
  .extend({ member_count: z.int(), subscriber_count: z.int(), gift_count: z.int(), updated_at: timestamp })
  .openapi('AdminTier', {
    description:
      'A plan as admins see it, with the numbers of its members, its subscribers and the gift codes that promise it',
  });
export type AdminTier = z.output<typeof adminTier>;

const billingInterval = z
  .literal('monthly')
  .describe('The interval of `price`: a year costs twelve of these, with a discount');

const newTier = z
  .strictObject({
    id: newId,
    ...tierFields,
    price: tierFields.price.default(0).describe(aboutPrice),
    billing_interval: billingInterval.default('monthly'),
    daily_copy_limit: tierFields.daily_copy_limit.default(defaultDailyCopyLimit),
    reading_counts: tierFields.reading_counts.default(false),
    daily_run_limit: tierFields.daily_run_limit.default(0),
    trial_days: tierFields.trial_days.default(0),
    access_level: tierFields.access_level.default(0).describe(aboutAccessLevel),
    featured: tierFields.featured.default(false),
    shows_first_lines: tierFields.shows_first_lines.default(false),
    features: tierFields.features.default([]),
  })
  .describe('Sent again with the same `id`, it changes the plan that it created');
export type NewTier = z.output<typeof newTier>;

const tierChange = z
  .strictObject({
    ...tierFields,
    price: tierFields.price.describe(aboutPrice),
    access_level: tierFields.access_level.describe(aboutAccessLevel),
  })
  .partial()
  .extend({
    billing_interval: billingInterval.optional(),
    updated_at: expectedVersion.optional(),
    cancel_subscriptions: z.boolean().optional(),
  })
  .describe('A plan with subscribers can only become free with `cancel_subscriptions`');
export type TierChange = z.output<typeof tierChange>;

const one = { path: '/admin/tiers/{id}', access: 'admin' } as const;

export const adminListTiersRoute = defineRoute({
  method: 'get',
  path: '/admin/tiers',
  summary: 'List all plans with their numbers of members',
  access: 'admin',
  request: { query: wholeQuery },
  responses: { 200: json(listOf(adminTier), 'All plans'), ...errors(401, 403) },
});
export const adminCreateTierRoute = defineRoute({
  method: 'post',
  path: '/admin/tiers',
  summary: 'Create a plan',
  access: 'admin',
  request: { body: { ...json(newTier, 'The plan'), required: true } },
  responses: { 201: json(adminTier, 'The new plan'), ...errors(401, 403, 409) },
});
export const adminGetTierRoute = defineRoute({
  ...one,
  method: 'get',
  summary: 'Get a plan with its numbers of members',
  request: { params: idParams },
  responses: { 200: json(adminTier, 'The plan'), ...errors(401, 403, 404) },
});
export const adminUpdateTierRoute = defineRoute({
  ...one,
  method: 'patch',
  summary: 'Change a plan',
  request: { params: idParams, body: { ...json(tierChange, 'What to change'), required: true } },
  responses: { 200: json(adminTier, 'The plan'), ...errors(401, 403, 404, 409) },
});
export const adminDeleteTierRoute = defineRoute({
  ...one,
  method: 'delete',
  summary: 'Delete a plan that nobody pays for; members with it as a complimentary plan lose it',
  request: { params: idParams },
  responses: { 200: okJson('Deleted'), ...errors(401, 403, 404, 409) },
});
