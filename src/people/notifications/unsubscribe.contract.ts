import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { errors } from '#platform/contract/contract.ts';

// The target of List-Unsubscribe (RFC 8058). The link contains its own proof of who may use it.
const common = {
  path: '/unsubscribe',
  access: 'unidentified',
  responses: {
    200: { description: 'A page', content: { 'text/html': { schema: z.string() } } },
    ...errors(404),
  },
} as const;

export const unsubscribePageRoute = defineRoute({
  ...common,
  method: 'get',
  summary: 'Get the unsubscribe page',
});
export const unsubscribeRoute = defineRoute({ ...common, method: 'post', summary: 'Unsubscribe' });
