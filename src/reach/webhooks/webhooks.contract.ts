import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { retention, webhookEvents, webhookRules, webhookTestEvent } from '#constants';
import {
  errors,
  expectedVersion,
  idParams,
  json,
  listOf,
  newId,
  okJson,
  pageQuery,
  wholeQuery,
} from '#platform/contract/contract.ts';
import { timestamp, uuid } from '#platform/contract/contract-fields.ts';
import { chosenEvents, webhookNote, webhookUrl } from './webhook-fields.ts';

const webhook = z
  .object({
    id: z.uuid(),
    url: z.string(),
    note: z.string(),
    events: z.array(z.enum(webhookEvents)),
    is_enabled: z.boolean(),
    failing_since: timestamp
      .nullable()
      .describe('Since when deliveries have failed; null while they succeed'),
    gave_up_at: timestamp.nullable().describe('When the site turned it off after failures'),
    former_until: timestamp.nullable().describe('Until when the previous secret also signs messages'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .openapi('Webhook');
export type WebhookItem = z.output<typeof webhook>;
const withSecret = webhook.extend({ secret: z.string() }).openapi('WebhookWithSecret');

const newWebhook = z
  .strictObject({
    id: newId,
    url: webhookUrl,
    events: chosenEvents,
    note: webhookNote.default(''),
  })
  .describe(
    'Sent again with the same `id`, it changes the webhook that it added, which gets a new secret; 409 if it has been changed since',
  );
export type NewWebhook = z.output<typeof newWebhook>;
const webhookChange = z.strictObject({
  url: webhookUrl.optional(),
  events: chosenEvents.optional(),
  note: webhookNote.optional(),
  is_enabled: z.boolean().optional(),
  updated_at: expectedVersion.optional(),
});
export type WebhookChange = z.output<typeof webhookChange>;

const delivery = z
  .object({
    id: z.uuid(),
    event_id: z.uuid().describe('The `webhook-id` header that the receiver gets'),
    type: z.enum([...webhookEvents, webhookTestEvent]),
    status: z.enum(['pending', 'delivered', 'failed']),
    attempts: z.int(),
    response_status: z.int().nullable(),
    problem: z
      .enum(['timeout', 'private_address', 'not_found', 'refused', 'tls', 'status', 'other'])
      .nullable(),
    duration_ms: z.int().nullable(),
    created_at: timestamp,
    last_attempt_at: timestamp.nullable(),
  })
  .openapi('WebhookDelivery');
export type Delivery = z.output<typeof delivery>;
const deliveries = listOf(delivery).openapi('WebhookDeliveries');
export type Deliveries = z.output<typeof deliveries>;
const deliveriesQuery = z.object({
  status: z.enum(['pending', 'delivered', 'failed']).optional(),
  ...pageQuery.shape,
});
export type DeliveriesQuery = z.output<typeof deliveriesQuery>;

const ok = okJson('Done');
const access = 'admin';
const path = '/admin/webhooks';

export const listWebhooksRoute = defineRoute({
  method: 'get',
  path,
  access,
  summary: "List the site's webhooks, newest first",
  request: { query: wholeQuery },
  responses: {
    200: json(listOf(webhook), 'All of them'),
    ...errors(401, 403),
  },
});
export const createWebhookRoute = defineRoute({
  method: 'post',
  path,
  access,
  summary: 'Add a webhook; its secret is only in this response',
  request: { body: { ...json(newWebhook, 'Its address and events'), required: true } },
  responses: { 201: json(withSecret, 'The webhook'), ...errors(401, 403, 409) },
});
export const getWebhookRoute = defineRoute({
  method: 'get',
  path: `${path}/{id}`,
  access,
  summary: 'Get a webhook, without its secret',
  request: { params: idParams },
  responses: { 200: json(webhook, 'The webhook'), ...errors(401, 403, 404) },
});
export const updateWebhookRoute = defineRoute({
  method: 'patch',
  path: `${path}/{id}`,
  access,
  summary: 'Change a webhook, or turn it on or off',
  request: { params: idParams, body: { ...json(webhookChange, 'What to change'), required: true } },
  responses: { 200: json(webhook, 'The webhook'), ...errors(401, 403, 404, 409) },
});
export const deleteWebhookRoute = defineRoute({
  method: 'delete',
  path: `${path}/{id}`,
  access,
  summary: 'Delete a webhook and its deliveries',
  request: { params: idParams },
  responses: { 200: ok, ...errors(401, 403, 404) },
});
export const rotateSecretRoute = defineRoute({
  method: 'post',
  path: `${path}/{id}/secret`,
  access,
  summary: `Rotate the secret; the old one stays valid for ${webhookRules.bothSecretsHours} hours`,
  request: { params: idParams },
  responses: { 200: json(withSecret, 'The webhook'), ...errors(401, 403, 404) },
});
export const testWebhookRoute = defineRoute({
  method: 'post',
  path: `${path}/{id}/test`,
  access,
  summary: 'Send a test event',
  request: { params: idParams },
  responses: { 200: ok, ...errors(401, 403, 404, 409) },
});
export const listDeliveriesRoute = defineRoute({
  method: 'get',
  path: `${path}/{id}/deliveries`,
  access,
  summary: `List what a webhook was sent in the last ${retention.webhookEvent} days, newest first`,
  request: { params: idParams, query: deliveriesQuery },
  responses: { 200: json(deliveries, 'A page of deliveries'), ...errors(401, 403, 404) },
});
export const resendRoute = defineRoute({
  method: 'post',
  path: `${path}/{id}/deliveries/{delivery}/resend`,
  access,
  summary: 'Resend an event with the same webhook-id',
  request: { params: idParams.extend({ delivery: uuid }) },
  responses: { 200: ok, ...errors(401, 403, 404, 409) },
});
export const resendFailedRoute = defineRoute({
  method: 'post',
  path: `${path}/{id}/resend-failed`,
  access,
  summary: 'Resend all failed events',
  request: { params: idParams },
  responses: {
    200: json(z.object({ count: z.int() }), 'How many are sent again'),
    ...errors(401, 403, 404, 409),
  },
});
