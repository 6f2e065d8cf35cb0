import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { errors, json } from '#platform/contract/contract.ts';

/** The signature covers the raw bytes, so the route declares no body: nothing may parse it before the check. */
export const stripeWebhookRoute = defineRoute({
  method: 'post',
  path: '/stripe-webhook',
  access: 'unidentified',
  summary: 'Receive an event from the payment provider',
  responses: { 200: json(z.object({ received: z.literal(true) }), 'The event is stored'), ...errors(400) },
});
