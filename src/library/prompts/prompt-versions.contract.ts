import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { slugParams } from '#library/catalog/public/catalog.contract.ts';
import { differenceField, versionFields, versionParam } from '#library/versions/public/version-fields.ts';
import { errors, json, listOf, pageQuery } from '#platform/contract/contract.ts';

const promptVersionList = listOf(z.object(versionFields)).openapi('PromptVersions', {
  description: 'The versions of a published text, the current one first',
});
export type PromptVersionList = z.output<typeof promptVersionList>;

const promptVersion = z
  .object({
    ...versionFields,
    prompt_body: z.string(),
    difference: differenceField,
  })
  .openapi('PromptVersion');
export type PromptVersion = z.output<typeof promptVersion>;

export const listPromptVersionsRoute = defineRoute({
  scope: 'library:read',
  method: 'get',
  path: '/prompts/{slug}/versions',
  access: 'member',
  summary: 'List when the published text of a prompt was changed',
  request: { params: slugParams, query: pageQuery },
  responses: { 200: json(promptVersionList, 'Its versions'), ...errors(401, 403, 404) },
});
export const getPromptVersionRoute = defineRoute({
  scope: 'library:read',
  method: 'get',
  path: '/prompts/{slug}/versions/{number}',
  access: 'member',
  summary: 'Get a version of a prompt: its text, and what was changed',
  request: {
    params: slugParams.extend({ number: versionParam }),
  },
  responses: { 200: json(promptVersion, 'The version'), ...errors(401, 403, 404, 429) },
});
