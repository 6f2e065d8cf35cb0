import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { errors, json } from '#platform/contract/contract.ts';

/** A returned message must name one of the site's emails by a signed address; any other is ignored. */
export const bounceRoute = defineRoute({
  method: 'post',
  path: '/bounce',
  access: 'unidentified',
  summary: 'Receive a returned email from an email server (message/rfc822)',
  responses: {
    200: json(z.object({ is_noted: z.boolean() }), 'Whether it says something about an address'),
    ...errors(413, 429),
  },
});
export const openedRoute = defineRoute({
  method: 'get',
  path: '/opened/{token}',
  access: 'unidentified',
  summary: 'Get a one-pixel picture that counts an opened email once',
  request: { params: z.object({ token: z.string().max(100) }) },
  responses: {
    200: { description: 'The picture', content: { 'image/gif': { schema: z.string() } } },
    ...errors(),
  },
});
