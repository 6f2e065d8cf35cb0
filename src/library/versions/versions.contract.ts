import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { slugParams } from '#library/catalog/public/catalog.contract.ts';
import { errors, json, listOf, pageQuery } from '#platform/contract/contract.ts';
import { differenceField, versionFields, versionParam } from './public/version-fields.ts';

const versionList = listOf(z.object(versionFields)).openapi('PromptVersions', {
  description: 'The versions of a published text, the current one first',
});
export type VersionList = z.output<typeof versionList>;

const version = z
  .object({
    ...versionFields,
    prompt_body: z.string(),
    difference: differenceField,
  })
  .openapi('PromptVersion');
export type Version = z.output<typeof version>;

export const listVersionsRoute = defineRoute({
  scope: 'library:read',
  method: 'get',
  path: '/prompts/{slug}/versions',
  access: 'member',
  summary: 'List when the published text of a prompt was changed',
  request: { params: slugParams, query: pageQuery },
  responses: { 200: json(versionList, 'Its versions'), ...errors(401, 403, 404) },
});
export const getVersionRoute = defineRoute({
  scope: 'library:read',
  method: 'get',
  path: '/prompts/{slug}/versions/{number}',
  access: 'member',
  summary: 'Get a version of a prompt: its text, and what was changed',
  request: {
    params: slugParams.extend({ number: versionParam }),
  },
  responses: { 200: json(version, 'The version'), ...errors(401, 403, 404, 429) },
});
