import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { okJson } from '#platform/contract/contract.ts';
import { readJson } from '#platform/http/read-json.server.ts';

/** The route declares no body, because an invalid one must get the same answer: the handler reads `{ "email": "…" }` itself. */
export const sendWelcomeRoute = defineRoute({
  method: 'post',
  path: '/send-welcome-email',
  access: 'unidentified',
  summary: 'Send the welcome email to { email }, once per account and only to existing accounts',
  responses: {
    200: okJson('The same answer whether or not an email was sent'),
  },
});

const sent = z.object({ email: z.string().min(1).max(320) });

/** The address in a body, or undefined if there is none. */
export function welcomeAddress(body: string): string | undefined {
  try {
    return sent.safeParse(readJson(body)).data?.email;
  } catch {
    return undefined;
  }
}
