import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { slugParams } from '#library/catalog/public/catalog.contract.ts';
import { differenceField, versionFields, versionParam } from '#library/versions/public/version-fields.ts';
import { errors, expectedVersion, idParams, json, listOf, pageQuery } from '#platform/contract/contract.ts';
import { flag } from '#platform/contract/contract-fields.ts';
import { playbookStep } from './playbooks.contract.ts';
import { adminPlaybook } from './playbooks-admin.contract.ts';

const versionList = listOf(z.object(versionFields)).openapi('PlaybookVersions', {
  description: 'The published versions of a playbook, the current one first',
});
export type PlaybookVersionList = z.output<typeof versionList>;

const version = z
  .object({
    ...versionFields,
    description: z.string(),
    steps: z.array(playbookStep),
    difference: differenceField.optional(),
  })
  .openapi('PlaybookVersion', {
    description:
      'Library prompts in the steps have their current text, since prompts have versions of their own. `difference` only on request',
  });
export type PlaybookVersion = z.output<typeof version>;

export const listPlaybookVersionsRoute = defineRoute({
  scope: 'library:read',
  method: 'get',
  path: '/playbooks/{slug}/versions',
  access: 'member',
  summary: 'List when the description or steps of a published playbook were changed',
  request: { params: slugParams, query: pageQuery },
  responses: { 200: json(versionList, 'Its versions'), ...errors(400, 401, 403, 404) },
});
export const getPlaybookVersionRoute = defineRoute({
  scope: 'library:read',
  method: 'get',
  path: '/playbooks/{slug}/versions/{number}',
  access: 'member',
  summary: 'Get a version of a playbook: its description and steps, and with `difference`, what was changed',
  request: {
    params: slugParams.extend({ number: versionParam }),
    query: z.object({
      difference: flag.optional().openapi({ type: 'boolean', description: 'Whether to return `difference`' }),
    }),
  },
  responses: { 200: json(version, 'The version'), ...errors(401, 403, 404, 429) },
});
export const restorePlaybookVersionRoute = defineRoute({
  scope: 'catalog:write',
  method: 'post',
  path: '/admin/playbooks/{id}/versions/{number}/restore',
  access: 'editor',
  summary: 'Restore an earlier description and its steps, as a new version',
  request: {
    params: idParams.extend({ number: versionParam }),
    body: {
      ...json(z.strictObject({ updated_at: expectedVersion.optional() }), 'What you have read'),
      required: false,
    },
  },
  responses: { 200: json(adminPlaybook, 'The playbook'), ...errors(401, 403, 404, 409) },
});
