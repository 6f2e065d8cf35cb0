import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { errors, json } from '#platform/contract.ts';
import { siteContentFields } from './content-fields.ts';

export const siteContent = z.object(siteContentFields).openapi('SiteContent');
export type SiteContent = z.output<typeof siteContent>;

const siteContentChange = z.strictObject(siteContentFields).partial();
export type SiteContentChange = z.output<typeof siteContentChange>;

export const adminGetSiteRoute = defineRoute({
  method: 'get',
  path: '/admin/site',
  summary: 'What the public pages say',
  access: 'admin',
  responses: { 200: json(siteContent, 'The content'), ...errors(401, 403) },
});
export const adminSetSiteRoute = defineRoute({
  method: 'put',
  path: '/admin/site',
  summary: 'Change what the public pages say; parts that are not sent stay',
  access: 'admin',
  request: { body: { ...json(siteContentChange, 'The changed parts'), required: true } },
  responses: { 200: json(siteContent, 'The content'), ...errors(401, 403) },
});
