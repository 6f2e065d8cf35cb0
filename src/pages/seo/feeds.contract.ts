import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { limits } from '#constants';
import { errors } from '#platform/contract/contract.ts';
import { text, timestamp } from '#platform/contract/contract-fields.ts';

const request = { query: z.object({ category: text(limits.category).optional() }) };
const responses = (type: string, schema: z.ZodType) => ({
  200: { description: 'The newest items', content: { [type]: { schema } } },
  ...errors(401, 403),
});

const jsonFeed = z
  .object({
    version: z.string(),
    title: z.string(),
    home_page_url: z.string(),
    feed_url: z.string(),
    items: z.array(
      z.object({
        id: z.string(),
        url: z.string(),
        title: z.string(),
        summary: z
          .string()
          .optional()
          .describe('Only present besides a text that I can read; otherwise the description is the text'),
        content_text: z.string(),
        date_published: timestamp,
        date_modified: timestamp,
        tags: z.array(z.string()),
      }),
    ),
  })
  .describe('With the names of JSON Feed 1.1');

export const atomFeedRoute = defineRoute({
  method: 'get',
  path: '/feed.atom',
  access: 'member',
  scope: 'library:read',
  takesBasic: true,
  summary: "Get what's new as Atom, with the texts that I can read",
  request,
  responses: responses('application/atom+xml', z.string()),
});
export const jsonFeedRoute = defineRoute({
  method: 'get',
  path: '/feed.json',
  access: 'member',
  scope: 'library:read',
  takesBasic: true,
  summary: "Get what's new as JSON Feed, with the texts that I can read",
  request,
  responses: responses('application/feed+json', jsonFeed),
});
