import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { contentStatuses, trashDays } from '#constants';
import {
  adminItemsQuery,
  deleteQuery,
  hiddenFields,
  itemChangeFields,
} from '#library/catalog/public/admin-items.contract.ts';
import { errors, idParams, json, listOf, newId } from '#platform/contract/contract.ts';
import { timestamp } from '#platform/contract/contract-fields.ts';
import { playbookFields, stepEntry } from './public/playbook-fields.ts';

/**
 * A playbook as editors and admins see it. `price` is in cents. `prompt_levels`: the access level of each library prompt in its
 * steps. `unlocks_level`: the highest of them if it is above the playbook's own, so that the playbook gives readers a
 * prompt that they couldn't open in the library; otherwise null.
 */
export const adminPlaybook = z
  .object({
    id: z.uuid(),
    slug: z.string(),
    title: z.string(),
    description: z.string(),
    category: z.string(),
    tags: z.array(z.string()),
    status: z.enum(contentStatuses),
    tier_access: z.int(),
    is_purchasable: z.boolean(),
    price: z.int(),
    image_url: z.string().nullable(),
    step_count: z.int(),
    prompt_levels: z.record(z.string(), z.int()),
    unlocks_level: z.int().nullable(),
    steps: z.array(z.object({ title: z.string(), description: z.string(), prompts: z.array(stepEntry) })),
    created_at: timestamp,
    updated_at: timestamp,
    ...hiddenFields,
  })
  .openapi('AdminPlaybook');
export type AdminPlaybook = z.output<typeof adminPlaybook>;

/** Sending the same `id` again updates the playbook that was created with it. */
const newPlaybook = z
  .strictObject({ ...playbookFields, id: newId })
  .partial()
  .required({ title: true });
export type NewPlaybook = z.output<typeof newPlaybook>;

/** `steps` replaces all steps. With `updated_at`, the change is refused (409) if someone else saved in between. */
const playbookChange = z
  .strictObject({ ...playbookFields, ...itemChangeFields, updated_at: timestamp })
  .partial();
export type PlaybookChange = z.output<typeof playbookChange>;

/** A row of the table. Steps are only loaded with a single playbook. */
const adminPlaybookRow = adminPlaybook.omit({ steps: true, prompt_levels: true }).openapi('AdminPlaybookRow');
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
  responses: { 200: json(z.object({ ok: z.literal(true) }), 'Deleted'), ...errors(401, 403, 404, 409) },
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
