import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { contentStatuses, trashDays } from '#constants';
import {
  adminItemsQuery,
  deleteQuery,
  hiddenFields,
  itemChangeFields,
} from '#library/catalog/public/admin-items.contract.ts';
import { aboutTierAccess, tierAccess } from '#library/catalog/public/catalog.contract.ts';
import {
  aboutMinorUnits,
  errors,
  idParams,
  json,
  listOf,
  minorUnits,
  newId,
  okJson,
} from '#platform/contract/contract.ts';
import { timestamp } from '#platform/contract/contract-fields.ts';
import { playbookFields, stepEntry } from './public/playbook-fields.ts';

export const adminPlaybook = z
  .object({
    id: z.uuid(),
    slug: z.string(),
    title: z.string(),
    description: z.string(),
    category: z.string(),
    tags: z.array(z.string()),
    status: z.enum(contentStatuses),
    tier_access: tierAccess,
    is_purchasable: z.boolean(),
    price: minorUnits,
    image_url: z.string().nullable(),
    step_count: z.int(),
    prompt_levels: z.record(z.string(), z.int()),
    unlocks_level: z.int().nullable(),
    steps: z.array(z.object({ title: z.string(), description: z.string(), prompts: z.array(stepEntry) })),
    created_at: timestamp,
    updated_at: timestamp,
    ...hiddenFields,
  })
  .openapi('AdminPlaybook', {
    description:
      "A playbook as editors and admins see it. `prompt_levels`: the access level of each library prompt in its steps. `unlocks_level`: the highest of them if it is above the playbook's own, so that the playbook gives readers a prompt that they couldn't open in the library; otherwise null",
  });
export type AdminPlaybook = z.output<typeof adminPlaybook>;

const newPlaybook = z
  .strictObject({
    ...playbookFields,
    status: playbookFields.status.describe('`draft` by default'),
    tier_access: playbookFields.tier_access.describe(`${aboutTierAccess}. 0 by default`),
    price: playbookFields.price.describe(`${aboutMinorUnits}; 0 by default`),
    id: newId,
  })
  .partial()
  .required({ title: true })
  .describe('Sent again with the same `id`, it changes the playbook that it created');
export type NewPlaybook = z.output<typeof newPlaybook>;

const playbookChange = z
  .strictObject({ ...playbookFields, ...itemChangeFields })
  .partial()
  .describe('`steps` replaces all steps');
export type PlaybookChange = z.output<typeof playbookChange>;

const adminPlaybookRow = adminPlaybook
  .omit({ steps: true, prompt_levels: true })
  .openapi('AdminPlaybookRow', {
    description: 'A row of the table. Steps are only loaded with a single playbook',
  });
export type AdminPlaybookRow = z.output<typeof adminPlaybookRow>;
const list = listOf(adminPlaybookRow);

const one = { path: '/admin/playbooks/{id}', access: 'editor' } as const;

export const adminListPlaybooksRoute = defineRoute({
  scope: 'catalog:write',
  method: 'get',
  path: '/admin/playbooks',
  summary: 'List all playbooks including drafts, without their steps; newest first unless sorted otherwise',
  access: 'editor',
  request: { query: adminItemsQuery },
  responses: { 200: json(list, 'A page of playbooks'), ...errors(401, 403) },
});
export const adminGetPlaybookRoute = defineRoute({
  scope: 'catalog:write',
  ...one,
  method: 'get',
  summary: 'Get a playbook with its steps',
  request: { params: idParams },
  responses: { 200: json(adminPlaybook, 'The playbook'), ...errors(401, 403, 404) },
});
export const adminCreatePlaybookRoute = defineRoute({
  scope: 'catalog:write',
  method: 'post',
  path: '/admin/playbooks',
  summary: 'Create a playbook with its steps',
  access: 'editor',
  request: { body: { ...json(newPlaybook, 'The playbook'), required: true } },
  responses: { 201: json(adminPlaybook, 'The new playbook'), ...errors(401, 403, 409) },
});
export const adminUpdatePlaybookRoute = defineRoute({
  scope: 'catalog:write',
  ...one,
  method: 'patch',
  summary: 'Change a playbook; its steps are replaced as a whole',
  request: { params: idParams, body: { ...json(playbookChange, 'What to change'), required: true } },
  responses: { 200: json(adminPlaybook, 'The playbook'), ...errors(401, 403, 404, 409) },
});
export const adminDeletePlaybookRoute = defineRoute({
  scope: 'catalog:write',
  ...one,
  method: 'delete',
  summary: `Move a playbook to the trash for ${trashDays} days, unless members have bought it; \`forever\` deletes one that is there, with its votes, favorites and comments`,
  audited: (_body, { forever }) => ({ forever }),
  request: { params: idParams, query: deleteQuery },
  responses: { 200: okJson('Deleted'), ...errors(401, 403, 404, 409) },
});

export const restorePlaybookRoute = defineRoute({
  method: 'post',
  path: '/admin/playbooks/{id}/restore',
  summary: 'Restore a playbook from the trash',
  access: 'editor',
  scope: 'catalog:write',
  request: { params: idParams },
  responses: { 200: json(adminPlaybook, 'The playbook'), ...errors(401, 403, 404) },
});
