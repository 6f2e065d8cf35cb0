import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { billingIntervals, paymentModes, roles } from '#constants';
import { redeemedGifts } from '#money/gifts/public/redeemed-gifts.ts';
import { errors, idParams, json, okJson } from '#platform/contract/contract.ts';
import { timestamp } from '#platform/contract/contract-fields.ts';
import {
  complimentaryPlanFields,
  deletionFields,
  emailKinds,
  roleField,
  suspensionFields,
} from './member-fields.ts';

const count = z.int();

const memberPage = z
  .object({
    id: z.uuid(),
    email: z.string(),
    display_name: z.string().nullable(),
    role: z.enum(roles),
    created_at: timestamp,
    is_confirmed: z.boolean(),
    is_proved: z
      .boolean()
      .describe(
        'Whether the address was ever proved through an email sent to it. If not, anyone may have signed up with it',
      ),
    email_notifications: z.boolean().describe('Whether they want emails about their plan'),
    locale: z.string().nullable(),
    suspension: z
      .object({ until: timestamp.nullable(), note: z.string().nullable() })
      .nullable()
      .describe('`until` is null for a suspension without an end date'),
    sign_in: z.object({
      has_password: z.boolean(),
      has_second_factor: z.boolean(),
      providers: z.array(z.string()),
      devices: count,
      last_used_at: timestamp.nullable(),
    }),
    plan: z.object({
      name: z.string(),
      source: z.enum(['free', 'subscription', 'complimentary', 'gift']),
      status: z.string().nullable().describe("The payment provider's status; null without a subscription"),
      paid_plan: z
        .object({ tier_id: z.uuid(), name: z.string() })
        .nullable()
        .describe('The plan that `amount` is for'),
      amount: z.int().nullable(),
      currency: z.string(),
      interval: z.enum(billingIntervals).nullable(),
      next_payment_at: timestamp.nullable(),
      ends_at: timestamp.nullable().describe('The end of `name`'),
      subscription_ends_at: timestamp
        .nullable()
        .describe('The end of the current subscription; null if it renews'),
      gifts: redeemedGifts,
    }),
    complimentary: z.object({ tier_id: z.uuid(), name: z.string(), until: timestamp.nullable() }).nullable(),
    payments: z.array(
      z.object({
        kind: z.enum(['plan', 'playbook']),
        name: z.string().nullable(),
        amount: z.int(),
        refunded_amount: z.int().describe('How much of it was refunded so far'),
        currency: z.string(),
        status: z.enum(['paid', 'open', 'refunded', 'disputed']),
        mode: z.enum(paymentModes),
        paid_at: timestamp,
      }),
    ),
    activity: z.object({
      copies: count,
      comments: count,
      votes: count,
      favorites: count,
      runs: count,
      reports: count,
      recent: z.array(
        z.object({
          action: z.enum(['copied', 'commented', 'purchased', 'ran']),
          kind: z.enum(['prompt', 'playbook']),
          slug: z.string(),
          title: z.string(),
          at: timestamp,
        }),
      ),
    }),
    can: z.object({
      give_plan: z.boolean(),
      send_email: z.boolean(),
      suspend: z.boolean(),
      sign_out: z.boolean(),
      turn_off_two_factor: z.boolean(),
      remove: z.boolean(),
      assign_role: z.boolean(),
    }),
  })
  .openapi('AdminMember', {
    description: "An account as the team sees it. Amounts are in the currency's minor unit",
  });
export type MemberPage = z.output<typeof memberPage>;
const emailedMember = memberPage.extend({ is_in_outbox: z.boolean() }).openapi('AdminMemberWithEmail');

const one = { access: 'support', path: '/admin/members/{id}' } as const;
const answer = { 200: json(memberPage, 'The member as they are now') };
const body = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  params: idParams,
  body: { ...json(schema, description), required: true },
});

export const getMemberRoute = defineRoute({
  ...one,
  method: 'get',
  summary: 'Get an account with its plan, payments and activity',
  request: { params: idParams },
  responses: { ...answer, ...errors(401, 403, 404) },
});

export const deleteMemberRoute = defineRoute({
  ...one,
  method: 'delete',
  summary: 'Delete an account as its owner could; `email` confirms which one',
  request: body(z.strictObject(deletionFields), 'The email address of the account'),
  responses: {
    200: okJson('Deleted'),
    ...errors(401, 403, 404, 409, 502),
  },
});

export const assignRoleRoute = defineRoute({
  method: 'put',
  path: '/admin/members/{id}/role',
  access: 'admin',
  audited: ['role'],
  summary: 'Change a role; the last admin stays one',
  request: body(z.strictObject({ role: roleField }), 'The role'),
  responses: { ...answer, ...errors(401, 403, 404, 409) },
});

const suspension = { ...one, path: '/admin/members/{id}/suspension' } as const;
export const suspendMemberRoute = defineRoute({
  ...suspension,
  method: 'put',
  audited: ['until'],
  summary: 'Suspend an account: its sessions end at once',
  request: body(z.strictObject(suspensionFields), 'Until when, and why'),
  responses: { ...answer, ...errors(401, 403, 404, 409) },
});
export const liftSuspensionRoute = defineRoute({
  ...suspension,
  method: 'delete',
  summary: 'Lift a suspension',
  request: { params: idParams },
  responses: { ...answer, ...errors(401, 403, 404) },
});

const plan = { ...one, path: '/admin/members/{id}/plan' } as const;
export const givePlanRoute = defineRoute({
  ...plan,
  method: 'put',
  audited: ['tier_id', 'until'],
  summary: 'Give a complimentary plan, until a set time or without an end',
  request: body(z.strictObject(complimentaryPlanFields), 'The plan'),
  responses: { ...answer, ...errors(401, 403, 404) },
});
export const takePlanRoute = defineRoute({
  ...plan,
  method: 'delete',
  summary: 'Remove a complimentary plan',
  request: { params: idParams },
  responses: { ...answer, ...errors(401, 403, 404) },
});

export const emailMemberRoute = defineRoute({
  ...one,
  method: 'post',
  path: '/admin/members/{id}/emails',
  audited: ['kind'],
  summary: 'Resend the confirmation email, or send a link to choose a new password',
  request: body(z.strictObject({ kind: z.enum(emailKinds) }), 'Which email'),
  responses: {
    200: json(emailedMember, 'The member as they are now, and whether the email is only in the outbox'),
    ...errors(401, 403, 404, 409, 429),
  },
});

export const signOutMemberRoute = defineRoute({
  ...one,
  method: 'post',
  path: '/admin/members/{id}/sign-out',
  summary: 'Sign a member out on all devices',
  request: { params: idParams },
  responses: { ...answer, ...errors(401, 403, 404) },
});

export const turnOffTwoFactorRoute = defineRoute({
  method: 'delete',
  path: '/admin/members/{id}/two-factor',
  access: 'admin',
  summary: 'Turn off two-factor sign-in for a member who has lost the app and recovery codes; signs them out',
  request: { params: idParams },
  responses: { ...answer, ...errors(401, 403, 404, 409) },
});
