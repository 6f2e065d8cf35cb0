import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { errors, json } from '#platform/contract.ts';
import { createRouter, errorAnswer, limitBody } from '#platform/http.server.ts';
import type { Log } from '#platform/log.server.ts';
import type { RateLimits } from '#platform/rate-limits.server.ts';
import type { AuthService } from './auth.service.server.ts';

const sendWelcomeRoute = createRoute({
  method: 'post',
  path: '/send-welcome-email',
  summary: 'Send the welcome mail: once an account, and only to one',
  request: { body: { ...json(z.object({ email: z.string().max(320) }), 'Whom to welcome'), required: true } },
  responses: {
    200: json(z.object({ ok: z.literal(true) }), 'The same answer whether or not a mail was sent'),
    ...errors(429),
  },
});
const limit = { points: 30, seconds: 300 };

type Deps = { log: Log; rateLimits: RateLimits; clientAddress: (c: Context) => string };

/** `send-welcome-email` under `/functions/v1`. */
export function createWelcomeApi(auth: AuthService, { log, rateLimits, clientAddress }: Deps) {
  const router = createRouter();
  router.onError(errorAnswer(log));
  router.use(limitBody);
  return router.openapi(sendWelcomeRoute, async (c) => {
    await rateLimits.require('welcome', limit, clientAddress(c));
    // Nobody waits for the mail: the answer does not tell by its time who has an account.
    auth
      .sendWelcome(c.req.valid('json').email)
      .catch((error: unknown) => log.error('A welcome mail could not be sent', { error }));
    return c.json({ ok: true as const }, 200);
  });
}
