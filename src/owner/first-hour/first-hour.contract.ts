import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { paymentStates } from '#constants';
import { errors, json } from '#platform/contract/contract.ts';
import { timestamp } from '#platform/contract/contract-fields.ts';

/** The steps of a new site before it goes live, in the order in which an owner takes them. */
export const firstSteps = [
  'name',
  'logo',
  'import',
  'plans',
  'payments',
  'email',
  'support',
  'legal',
  'address',
  'backup',
] as const;
export type FirstStep = (typeof firstSteps)[number];

const firstHour = z
  .object({
    is_dismissed: z.boolean(),
    steps: z.array(z.object({ id: z.enum(firstSteps), is_done: z.boolean() })),
    outbox_is_used: z
      .boolean()
      .describe('Whether emails are kept in the outbox, because there is no email server'),
    is_sender_missing: z
      .boolean()
      .describe(
        'Whether emails are sent from an address at this machine, which other servers refuse, because no sender is set',
      ),
    payments: z.enum(paymentStates).describe('How the site takes payments'),
    backups: z
      .object({ is_on: z.boolean(), newest_at: timestamp.nullable(), is_late: z.boolean() })
      .describe(
        'Whether the site makes backups, when the newest one was made, and whether that is too long ago or none could be made',
      ),
  })
  .openapi('FirstHour');
export type FirstHour = z.output<typeof firstHour>;

export const getFirstHourRoute = defineRoute({
  method: 'get',
  path: '/admin/first-hour',
  access: 'admin',
  summary: 'List what the site still needs before it goes live',
  responses: { 200: json(firstHour, 'The steps'), ...errors(401, 403) },
});
export const setFirstHourRoute = defineRoute({
  method: 'put',
  path: '/admin/first-hour',
  access: 'admin',
  summary: 'Hide the steps, or show them again',
  request: {
    body: { ...json(z.strictObject({ is_dismissed: z.boolean() }), 'Whether to hide them'), required: true },
  },
  responses: { 200: json(firstHour, 'The steps'), ...errors(401, 403) },
});
export const sendTestEmailRoute = defineRoute({
  method: 'post',
  path: '/admin/test-email',
  access: 'admin',
  summary: 'Send a test email to my own address, at once',
  responses: {
    200: json(z.object({ to: z.string(), is_in_outbox: z.boolean() }), 'Where it was sent'),
    ...errors(401, 403, 429, 502),
  },
});
