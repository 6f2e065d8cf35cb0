import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import {
  errors,
  expectedVersion,
  idParams,
  json,
  listOf,
  newId,
  pageQuery,
} from '#platform/contract/contract.ts';
import { timestamp } from '#platform/contract/contract-fields.ts';
import { mailingFields, mailingStatuses, recipientStatuses, segment } from './mailing-fields.ts';

const progress = z
  .object({
    total: z.int(),
    waiting: z.int(),
    sent: z.int(),
    refused: z.int(),
    failed: z.int(),
    left_out: z.int(),
    bounced: z.int().describe('Sent emails that came back later'),
    repeated: z.int().describe('Emails handed to the server again, because its answer was lost'),
  })
  .describe(
    'The progress of a mailing: each email is waiting, sent, refused for its address, failed, or left out since the start',
  );

const mailingItem = z
  .object({
    id: z.uuid(),
    kind: z.enum(['message', 'digest']),
    subject: z.string(),
    status: z.enum(mailingStatuses),
    segment,
    counts_opens: z.boolean(),
    send_at: timestamp.nullable(),
    started_at: timestamp.nullable(),
    finished_at: timestamp.nullable(),
    problem: z
      .string()
      .nullable()
      .describe(
        "Why nothing is being sent: the email server's response, `database-away`, `restored`, `unreadable-segment`, `deleted-plan`, or a failure of the site itself (`here: …`)",
      ),
    opens: z.int(),
    week: z.iso.date().nullable().describe('The Monday of a digest; null for other mailings'),
    progress,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .openapi('MailingItem');
export type MailingItem = z.output<typeof mailingItem>;
const mailing = mailingItem.extend({ body: z.string() }).openapi('Mailing');
export type Mailing = z.output<typeof mailing>;

const audience = z
  .object({
    recipients: z.int(),
    is_for_outbox: z.boolean().describe('No email server is connected: nobody would get it'),
    left_out: z.object({
      unsubscribed: z.int(),
      bounced: z.int(),
      unconfirmed: z.int(),
      banned: z.int(),
      trial: z.int(),
    }),
  })
  .openapi('MailingAudience', {
    description: "Who would get a mailing now, and who in its segment wouldn't",
  });
export type Audience = z.output<typeof audience>;

const preview = z
  .object({ from: z.string(), subject: z.string(), html: z.string(), text: z.string() })
  .openapi('MailingPreview');
export type Preview = z.output<typeof preview>;

const recipient = z
  .object({
    id: z.uuid(),
    email: z.string().nullable().describe('Null once the account is deleted'),
    status: z.enum(recipientStatuses),
    is_bounced: z.boolean(),
    reason: z.string().nullable(),
    done_at: timestamp.nullable(),
  })
  .openapi('MailingRecipient');
export type Recipient = z.output<typeof recipient>;

const bouncedAddress = z
  .object({ id: z.uuid(), email: z.string(), reason: z.string().nullable(), bounced_at: timestamp })
  .openapi('BouncedAddress');
export type BouncedAddress = z.output<typeof bouncedAddress>;

const newMailing = z
  .strictObject({ id: newId })
  .describe('Sent again with the same `id`, it returns the draft that it created, unchanged');
const mailingChange = z.strictObject({ ...mailingFields, updated_at: expectedVersion }).partial();
export type MailingChange = z.output<typeof mailingChange>;
const readVersion = timestamp.describe(
  'The `updated_at` that you have read. If someone has saved since, nothing is sent (409).',
);
const seen = z.strictObject({ updated_at: readVersion });
const start = z.strictObject({
  send_at: timestamp.nullable().describe('UTC; null sends it at once'),
  updated_at: readVersion,
});
export type MailingStart = z.output<typeof start>;

const access = 'admin';
const path = '/admin/mailings';
const one = { path: `${path}/{id}`, access, request: { params: idParams } } as const;
const answer = { 200: json(mailing, 'The mailing') };

export const listMailingsRoute = defineRoute({
  method: 'get',
  path,
  access,
  summary: 'List emails to members, newest first',
  request: { query: pageQuery },
  responses: { 200: json(listOf(mailingItem), 'A page of emails'), ...errors(401, 403) },
});
export const createMailingRoute = defineRoute({
  method: 'post',
  path,
  access,
  summary: 'Create a draft',
  request: { body: { ...json(newMailing, 'Its id'), required: true } },
  responses: { 201: json(mailing, 'The draft'), ...errors(401, 403, 409) },
});
export const previewMailingRoute = defineRoute({
  method: 'post',
  path: `${path}/preview`,
  access,
  isReadOnly: true,
  summary: 'Preview the email as I would get it, even before it is saved',
  request: {
    body: {
      ...json(z.strictObject({ subject: mailingFields.subject, body: mailingFields.body }), 'The email'),
      required: true,
    },
  },
  responses: { 200: json(preview, 'The email'), ...errors(401, 403) },
});
export const audienceRoute = defineRoute({
  method: 'post',
  path: `${path}/audience`,
  access,
  isReadOnly: true,
  summary: 'Count the members who would get an email, and those in the segment who would not',
  request: { body: { ...json(z.strictObject({ segment }), 'The segment'), required: true } },
  responses: { 200: json(audience, 'The numbers of members'), ...errors(401, 403) },
});
export const listBouncesRoute = defineRoute({
  method: 'get',
  path: `${path}/bounces`,
  access,
  summary: 'List members whose address permanently refused emails, latest first',
  request: { query: pageQuery },
  responses: { 200: json(listOf(bouncedAddress), 'A page of members'), ...errors(401, 403) },
});
export const clearBounceRoute = defineRoute({
  method: 'delete',
  path: `${path}/bounces/{id}`,
  access,
  summary: 'Clear a bounced address',
  request: { params: idParams },
  responses: { 204: { description: 'Done' }, ...errors(401, 403, 404) },
});
export const getMailingRoute = defineRoute({
  ...one,
  method: 'get',
  summary: 'Get an email to members and its progress',
  responses: { ...answer, ...errors(401, 403, 404) },
});
export const updateMailingRoute = defineRoute({
  ...one,
  method: 'patch',
  summary:
    'Change a draft, or the text of a stopped email; with `updated_at`, only if nobody else has saved since',
  request: { params: idParams, body: { ...json(mailingChange, 'What to change'), required: true } },
  responses: { ...answer, ...errors(401, 403, 404, 409) },
});
export const deleteMailingRoute = defineRoute({
  ...one,
  method: 'delete',
  summary: 'Delete an email that is not being sent',
  responses: { 204: { description: 'Deleted' }, ...errors(401, 403, 404, 409) },
});
export const testMailingRoute = defineRoute({
  method: 'post',
  path: `${path}/{id}/test`,
  access,
  summary: 'Send the previewed version to my own address, at once',
  request: { params: idParams, body: { ...json(seen, 'Which version'), required: true } },
  responses: {
    200: json(z.object({ to: z.string(), is_in_outbox: z.boolean() }), 'Where it was sent'),
    ...errors(401, 403, 404, 409, 429, 502),
  },
});
export const sendMailingRoute = defineRoute({
  method: 'post',
  path: `${path}/{id}/send`,
  access,
  audited: ['send_at'],
  summary: 'Send the previewed draft, at once or at a set time',
  request: { params: idParams, body: { ...json(start, 'When'), required: true } },
  responses: { ...answer, ...errors(401, 403, 404, 409) },
});
export const stopMailingRoute = defineRoute({
  method: 'post',
  path: `${path}/{id}/stop`,
  access,
  summary: 'Stop sending; a scheduled email becomes a draft again',
  request: { params: idParams },
  responses: { ...answer, ...errors(401, 403, 404, 409) },
});
export const resumeMailingRoute = defineRoute({
  method: 'post',
  path: `${path}/{id}/resume`,
  access,
  summary: 'Resume sending',
  request: { params: idParams },
  responses: { ...answer, ...errors(401, 403, 404, 409) },
});
export const listRecipientsRoute = defineRoute({
  method: 'get',
  path: `${path}/{id}/recipients`,
  access,
  summary: 'List members who did not get it, and why, latest first',
  request: { params: idParams, query: pageQuery },
  responses: { 200: json(listOf(recipient), 'A page of members'), ...errors(401, 403, 404) },
});
