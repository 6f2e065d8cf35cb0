import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { errors, json } from '#platform/contract.ts';

/** Its signature, over the bytes as they came, says who calls: no body is described, so that nothing parses them before. */
export const stripeWebhookRoute = defineRoute({
  method: 'post',
  path: '/stripe-webhook',
  access: 'unidentified',
  summary: 'Take in an event of the payment provider',
  responses: { 200: json(z.object({ received: z.literal(true) }), 'It is kept'), ...errors(400) },
});
