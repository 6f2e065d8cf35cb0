import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { limits } from '#constants';
import { errors } from '#platform/contract/contract.ts';
import { text } from '#platform/contract/contract-fields.ts';

const request = { query: z.object({ category: text(limits.category).optional() }) };
const responses = (type: string) => ({
  200: { description: 'The newest items', content: { [type]: { schema: z.string() } } },
  ...errors(401, 403),
});

/** Feed readers send the key as the password of Basic authentication; any name will do. */
export const atomFeedRoute = defineRoute({
  method: 'get',
  path: '/feed.atom',
  access: 'member',
  scope: 'library:read',
  summary: "Get what's new as Atom, with the texts that I can read",
  request,
  responses: responses('application/atom+xml'),
});
export const jsonFeedRoute = defineRoute({
  method: 'get',
  path: '/feed.json',
  access: 'member',
  scope: 'library:read',
  summary: "Get what's new as JSON Feed, with the texts that I can read",
  request,
  responses: responses('application/feed+json'),
});
