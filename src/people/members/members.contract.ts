import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { billingIntervals, roles } from '#constants';
import { proofOfOwner } from '#people/auth/public/credential-fields.ts';
import { errors, json, listOf } from '#platform/contract/contract.ts';
import { adminListQuery, timestamp, wholeNumber } from '#platform/contract/contract-fields.ts';

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

/** A member's data export. docs/behavior.md lists what it leaves out. */
const profileExport = z.object({
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
    /** Since when emails to the address bounce, and why. */
    email_bounced_at: timestamp.nullable(),
    email_bounce_reason: z.string().nullable(),
    /** What programs have stored with the account over the auth API. */
    user_metadata: z.record(z.string(), z.unknown()),
  }),
  ...Object.fromEntries(exportNames.map((name) => [name, z.array(z.record(z.string(), z.unknown()))])),
});

export const exportProfileRoute = defineRoute({
  method: 'get',
  path: '/profile/export',
  summary: 'Export all my data',
  access: 'member',
  responses: { 200: json(profileExport, 'All my data'), ...errors(401, 429) },
});

/** What deleting an account would end. Amounts are in the currency's minor unit. */
export const accountDeletion = z
  .object({
    subscriptions: z.array(
      z.object({
        id: z.string(),
        /** The plan's name; null if it no longer exists. */
        name: z.string().nullable(),
        /** Per `interval`. */
        amount: z.int(),
        currency: z.string(),
        interval: z.enum(billingIntervals),
        is_trial: z.boolean(),
        /** The end of the paid period; null in a trial, or while a payment is due. */
        paid_until: timestamp.nullable(),
        /** The value of the unused part of that period, at the plan's price. */
        unused_amount: z.int(),
      }),
    ),
    /** The redeemed gifts that haven't ended; one without an end waits until the current plan has ended. */
    gifts: z.array(z.object({ id: z.uuid(), plan: z.string(), ends_at: timestamp.nullable() })),
    /** The number of purchased playbooks. */
    playbooks: z.int(),
  })
  .openapi('AccountDeletion');

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
  responses: { 200: json(z.object({ ok: z.literal(true) }), 'Deleted'), ...errors(401, 403, 409, 429, 502) },
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

/** `tier` is the current one; 'none' finds members without a tier. `page` (from 1) can replace the cursor, to open any page. */
const adminUsersQuery = adminListQuery.extend({
  role: z.enum(roles).optional(),
  tier: z.union([z.literal('none'), z.uuid()]).optional(),
  sort: z.enum(['newest', 'email', 'role', 'tier']).default('newest'),
  order: z.enum(['asc', 'desc']).optional(),
  page: wholeNumber(1, 1_000_000).optional(),
});
export type AdminUsersQuery = z.output<typeof adminUsersQuery>;

const accounts = {
  method: 'get',
  access: 'support',
  request: { query: adminUsersQuery },
  responses: {
    200: json(listOf(adminUser, { all: z.int() }), 'A page of accounts'),
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
