import { type RouteConfig, z } from '@hono/zod-openapi';
import {
  billingIntervals,
  difficulties,
  paymentModes,
  promptTypes,
  webhookEvents,
  webhookRules,
  webhookTestEvent,
} from '#constants';
import { tierAccess } from '#library/catalog/public/catalog.contract.ts';
import { minorUnits } from '#platform/contract/contract.ts';
import { timestamp } from '#platform/contract/contract-fields.ts';

const member = z.object({
  id: z.uuid(),
  email: z.string().nullable().describe('Null once the account is deleted'),
});
const plan = z.object({ id: z.uuid(), name: z.string(), access_level: z.int() });

const place = <Kind extends 'prompt' | 'playbook'>(kind: Kind) => ({
  kind: z.literal(kind),
  id: z.uuid(),
  slug: z.string(),
  url: z.url().describe('The URL of its public page'),
});
const ofBoth = {
  title: z.string(),
  description: z.string().describe('The first 500 characters'),
  category: z.string(),
  tags: z.array(z.string()),
  tier_access: tierAccess,
  created_at: timestamp,
  updated_at: timestamp,
};
const item = z.union([
  z.object({
    ...place('prompt'),
    ...ofBoth,
    prompt_type: z.enum(promptTypes),
    difficulty: z.enum(difficulties),
  }),
  z.object({ ...place('playbook'), ...ofBoth, is_purchasable: z.boolean(), price: minorUnits }),
]);
const kinds = ['prompt', 'playbook'] as const;
const anyPlace = { ...place('prompt'), kind: z.enum(kinds) };

const types = [...webhookEvents, webhookTestEvent] as const;
type EventType = (typeof types)[number];
const events = {
  'item.published': { summary: 'An item is published', data: item },
  'item.changed': { summary: 'A published item changes', data: item },
  'item.unpublished': {
    summary: 'A published item becomes a draft or is deleted',
    data: z.object(anyPlace),
  },
  'member.joined': {
    summary: 'A member joins; their address is confirmed where the site asks for that',
    data: z.object({ member, joined_at: timestamp }),
  },
  'plan.started': {
    summary: 'A member without a plan gets one: by a subscription, a gift or the owner',
    data: z.object({ member, plan, former_plan: z.null() }),
  },
  'plan.changed': {
    summary: 'A member gets another plan, or the same one is billed otherwise, canceled or resumed',
    data: z.object({
      member,
      plan,
      former_plan: plan,
      interval: z
        .enum(billingIntervals)
        .optional()
        .describe('Present, like the fields after it, if the subscription changes and the plan stays'),
      is_canceled: z.boolean().optional(),
      current_period_end: timestamp.optional(),
    }),
  },
  'plan.ended': {
    summary: 'A member no longer has a plan',
    data: z.object({ member, plan: z.null(), former_plan: plan.nullable() }),
  },
  'purchase.created': {
    summary: 'A member buys a playbook',
    data: z.object({
      member,
      id: z.uuid(),
      amount: minorUnits,
      currency: z.string(),
      mode: z.enum(paymentModes),
      playbook: z.object({ id: z.uuid(), slug: z.string(), title: z.string() }),
    }),
  },
  'comment.created': {
    summary: 'A comment can be seen by members',
    data: z.object({
      id: z.uuid(),
      is_reply: z.boolean(),
      item: z
        .object({ ...anyPlace, title: z.string() })
        .nullable()
        .describe("Null if the item isn't published"),
      author: z.string().nullable().describe("The part of the author's address before the @"),
    }),
  },
  'webhook.test': { summary: 'An admin tests the webhook', data: z.object({ test: z.literal(true) }) },
} satisfies Record<EventType, { summary: string; data: z.ZodType }>;

/** `item.published` is `ItemPublished`. */
const nameOf = (type: string) =>
  type.replaceAll(/(?:^|\.)(\w)/g, (_all, letter: string) => letter.toUpperCase());

const toMessage = (type: EventType) =>
  z.object({ type: z.literal(type), timestamp, data: events[type].data }).openapi(`${nameOf(type)}Event`);

const headers = z.object({
  'webhook-id': z.uuid().openapi({ description: 'The same each time the event is sent' }),
  'webhook-timestamp': z.string().openapi({ description: 'When this was sent, in seconds since 1970' }),
  'webhook-signature': z.string().openapi({
    description: 'As Standard Webhooks signs, once with each valid secret, separated by spaces',
  }),
});

/** The message of each event type. */
export const webhookMessages = types.map((type) => ({
  type,
  message: toMessage(type),
}));

/** The messages as routes for the OpenAPI document. */
export const webhookRoutes = webhookMessages.map(
  ({ type, message }): RouteConfig => ({
    method: 'post',
    path: type,
    operationId: `send${nameOf(type)}`,
    summary: events[type].summary,
    security: [],
    request: {
      headers,
      body: { required: true, content: { 'application/json': { schema: message } } },
    },
    responses: {
      '2XX': { description: 'The event has arrived' },
      ...Object.fromEntries(
        ['3XX', '4XX', '5XX'].map((status) => [
          status,
          { description: `The event is sent again for ${webhookRules.days} days` },
        ]),
      ),
    },
  }),
);
