import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { errors, json } from '#platform/contract/contract.ts';
import { brandFields } from '#site/settings/public/brand-fields.ts';
import { siteContentFields } from './public/content-fields.ts';

export const siteContent = z.object(siteContentFields).openapi('SiteContent');
export type SiteContent = z.output<typeof siteContent>;

const ownSite = siteContent
  .extend({
    brand: brandFields,
    counts: z
      .object({ prompts: z.int(), playbooks: z.int(), users: z.int() })
      .describe('The figures for the mode `counted`'),
    default_words: z
      .record(z.string(), z.string())
      .describe(
        'The default texts in the first language, each with its translation to the language of the request',
      ),
  })
  .openapi('OwnSite', { description: 'The content, and the branding' });
export type OwnSite = z.output<typeof ownSite>;

const siteContentChange = z
  .strictObject({
    ...siteContentFields,
    brand: brandFields.partial(),
    expected: z
      .record(z.string(), z.unknown())
      .describe(
        'The values that were read. If someone has changed one of them since, the answer is a conflict',
      ),
  })
  .partial();
export type SiteContentChange = z.output<typeof siteContentChange>;

export const adminGetSiteRoute = defineRoute({
  method: 'get',
  path: '/admin/site',
  summary: 'Get what the public pages say and how they look',
  access: 'admin',
  responses: { 200: json(ownSite, 'The content'), ...errors(401, 403) },
});
export const adminSetSiteRoute = defineRoute({
  method: 'put',
  path: '/admin/site',
  summary: 'Change what the public pages say and how they look; omitted parts stay',
  access: 'admin',
  request: { body: { ...json(siteContentChange, 'The changed parts'), required: true } },
  responses: { 200: json(ownSite, 'The content'), ...errors(401, 403, 409) },
});
