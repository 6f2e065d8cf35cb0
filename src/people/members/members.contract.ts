import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { billingIntervals, roles } from '#constants';
import { proofOfOwner } from '#people/auth/public/credential-fields.ts';
import {
  adminListQuery,
  errors,
  json,
  listOf,
  okJson,
  orderParam,
  pageParam,
} from '#platform/contract/contract.ts';
import { timestamp } from '#platform/contract/contract-fields.ts';

const exportNames = [
  'votes',
  'favorites',
  'comments',
  'comment_reports',
  'copies',
  'purchases',
  'subscriptions',
  'invoices',
  'refunds',
  'payments',
  'progress',
  'values',
  'runs',
  'collections',
  'outcomes',
  'history',
  'results',
  'my_versions',
  'gifts',
  'keys',
  'programs',
  'identities',
  'sessions',
  'devices',
  'passkeys',
  'factors',
  'consents',
  'emails',
] as const;
export type ExportName = (typeof exportNames)[number];

const profileExport = z
  .object({
    profile: z.object({
      id: z.uuid(),
      email: z.string(),
      display_name: z.string().nullable(),
      bio: z.string().nullable(),
      created_at: timestamp,
      tier_name: z.string().nullable(),
      locale: z.string().nullable(),
      email_notifications: z.boolean(),
      email_news: z.boolean(),
      weekly_digest: z.boolean(),
      email_replies: z.boolean(),
      email_bounced_at: timestamp.nullable().describe('Since when emails to the address bounce, and why'),
      email_bounce_reason: z.string().nullable(),
      user_metadata: z
        .record(z.string(), z.unknown())
        .describe('What programs have stored with the account over the auth API'),
    }),
    ...Object.fromEntries(exportNames.map((name) => [name, z.array(z.record(z.string(), z.unknown()))])),
  })
  .describe("A member's data export. docs/behavior.md lists what it leaves out");

export const exportProfileRoute = defineRoute({
  method: 'get',
  path: '/profile/export',
  summary: 'Export all my data',
  access: 'member',
  responses: { 200: json(profileExport, 'All my data'), ...errors(401, 429) },
});

export const accountDeletion = z
  .object({
    subscriptions: z.array(
      z.object({
        id: z.string(),
        name: z.string().nullable().describe("The plan's name; null if it no longer exists"),
        amount: z.int().describe('Per `interval`'),
        currency: z.string(),
        interval: z.enum(billingIntervals),
        is_trial: z.boolean(),
        paid_until: timestamp
          .nullable()
          .describe('The end of the paid period; null in a trial, or while a payment is due'),
        unused_amount: z.int().describe("The value of the unused part of that period, at the plan's price"),
      }),
    ),
    gifts: z
      .array(z.object({ id: z.uuid(), plan: z.string(), ends_at: timestamp.nullable() }))
      .describe(
        "The redeemed gifts that haven't ended; one without an end waits until the current plan has ended",
      ),
    playbooks: z.int().describe('The number of purchased playbooks'),
  })
  .openapi('AccountDeletion', {
    description: "What deleting an account would end. Amounts are in the currency's minor unit",
  });

export const describeDeletionRoute = defineRoute({
  method: 'get',
  path: '/profile/deletion',
  summary: 'Get what deleting my account would end',
  access: 'member',
  responses: { 200: json(accountDeletion, 'What would end'), ...errors(401) },
});

export const deleteProfileRoute = defineRoute({
  method: 'delete',
  path: '/profile',
  summary:
    'Delete my account; a subscription ends at once, comments stay as those of a deleted user, and payment records stay without me',
  access: 'member',
  request: {
    body: {
      ...json(
        proofOfOwner,
        'My password; without one, the code of `/auth/v1/reauthenticate`, or nothing soon after signing in',
      ),
      required: true,
    },
  },
  responses: { 200: okJson('Deleted'), ...errors(401, 403, 409, 429, 502) },
});

const adminUser = z
  .object({
    id: z.uuid(),
    email: z.string(),
    role: z.enum(roles),
    tier_name: z.string().nullable(),
    created_at: timestamp,
  })
  .openapi('AdminUser');
export type AdminUser = z.output<typeof adminUser>;

const adminUsersQuery = adminListQuery.extend({
  role: z.enum(roles).optional(),
  tier: z
    .union([z.literal('none'), z.uuid()])
    .optional()
    .describe('The id of the current plan; `none` finds members without one'),
  sort: z.enum(['newest', 'email', 'role', 'tier']).default('newest'),
  order: orderParam,
  page: pageParam,
});
export type AdminUsersQuery = z.output<typeof adminUsersQuery>;

const accounts = {
  method: 'get',
  access: 'support',
  request: { query: adminUsersQuery },
  responses: {
    200: json(
      listOf(adminUser, { all: z.int().describe('How many accounts there are, whatever is searched') }),
      'A page of accounts',
    ),
    ...errors(401, 403),
  },
} as const;
export const adminListUsersRoute = defineRoute({
  ...accounts,
  path: '/admin/users',
  summary: 'List accounts, newest first unless sorted; `q` searches addresses, `all` counts every account',
});
export const adminListMembersRoute = defineRoute({
  ...accounts,
  path: '/admin/members',
  summary: 'List accounts, like /admin/users',
});
