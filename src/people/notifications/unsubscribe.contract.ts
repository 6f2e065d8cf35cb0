import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { errors } from '#platform/contract.ts';

// The target of List-Unsubscribe (RFC 8058): the link carries its own proof. A GET only asks, so that no scanner ends anything.
const common = {
  path: '/unsubscribe',
  access: 'unidentified',
  responses: {
    200: { description: 'A page', content: { 'text/html': { schema: z.string() } } },
    ...errors(404),
  },
} as const;

export const askToUnsubscribeRoute = defineRoute({
  ...common,
  method: 'get',
  summary: 'Ask whether to unsubscribe',
});
export const unsubscribeRoute = defineRoute({ ...common, method: 'post', summary: 'Unsubscribe' });
