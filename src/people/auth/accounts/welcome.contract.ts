import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { errors, json } from '#platform/contract/contract.ts';

export const sendWelcomeRoute = defineRoute({
  method: 'post',
  path: '/send-welcome-email',
  access: 'unidentified',
  summary: 'Send the welcome email, once per account and only to existing accounts',
  request: {
    body: {
      ...json(z.object({ email: z.string().max(320).catch('') }), 'The address of the account'),
      required: true,
    },
  },
  responses: {
    200: json(z.object({ ok: z.literal(true) }), 'The same answer whether or not an email was sent'),
    ...errors(429),
  },
});
