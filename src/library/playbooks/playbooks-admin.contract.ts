import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { contentStatuses, limits } from '#constants';
import { errors, idParams, json } from '#platform/contract.ts';
import { adminListQuery, imageAddress, line, nameList, text, timestamp } from '#platform/contract-fields.ts';

/** A prompt of a step as it is stored: one of the library, or a text of its own. */
const entry = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('library'),
    prompt_id: z.uuid(),
    title: line(limits.title),
    prompt_body: text(limits.promptBody),
  }),
  z.strictObject({
    type: z.literal('manual'),
    title: line(limits.title).min(1),
    prompt_body: text(limits.promptBody).refine((body) => body.trim() !== '', 'is empty'),
  }),
]);
export type StepEntry = z.output<typeof entry>;

/** The order of the list is the order of the steps, from 0. */
const step = z.strictObject({
  title: line(limits.title).min(1),
  description: text(limits.playbookDescription).default(''),
  prompts: z.array(entry).max(limits.stepPrompts).default([]),
});

const playbookFields = {
  title: line(limits.title).min(1),
  description: text(limits.playbookDescription),
  category: line(limits.category),
  tags: nameList(limits.tags, limits.tag),
  status: z.enum(contentStatuses),
  tier_access: z.int().min(0).max(limits.accessLevel),
  is_purchasable: z.boolean(),
  price: z.int().min(0).max(limits.priceCents),
  image_url: imageAddress,
  steps: z.array(step).max(limits.steps),
};

/** A playbook as admins have it. `price` is in cents; `tier_access` of an entry that of its library prompt. */
const adminPlaybook = z
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
    steps: z.array(z.object({ title: z.string(), description: z.string(), prompts: z.array(z.unknown()) })),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .openapi('AdminPlaybook');
export type AdminPlaybook = Omit<z.output<typeof adminPlaybook>, 'steps'> & {
  steps: { title: string; description: string; prompts: StepEntry[] }[];
};

const newPlaybook = z.strictObject(playbookFields).partial().required({ title: true });
export type NewPlaybook = z.output<typeof newPlaybook>;

/** `steps` replaces all steps. With `updated_at` the change is refused (409) where somebody has saved since. */
const playbookChange = z.strictObject(playbookFields).partial().extend({ updated_at: timestamp.optional() });
export type PlaybookChange = z.output<typeof playbookChange>;

const list = z.object({ items: z.array(adminPlaybook), total: z.int(), next_cursor: z.string().nullable() });

const one = { path: '/admin/playbooks/{id}', access: 'admin' } as const;

export const adminListPlaybooksRoute = defineRoute({
  method: 'get',
  path: '/admin/playbooks',
  summary: 'All playbooks, drafts too, newest first',
  access: 'admin',
  request: { query: adminListQuery },
  responses: { 200: json(list, 'A page of playbooks'), ...errors(401, 403) },
});
export const adminGetPlaybookRoute = defineRoute({
  ...one,
  method: 'get',
  summary: 'One playbook with its steps',
  request: { params: idParams },
  responses: { 200: json(adminPlaybook, 'The playbook'), ...errors(401, 403, 404) },
});
export const adminCreatePlaybookRoute = defineRoute({
  method: 'post',
  path: '/admin/playbooks',
  summary: 'Create a playbook with its steps',
  access: 'admin',
  request: { body: { ...json(newPlaybook, 'The playbook'), required: true } },
  responses: { 201: json(adminPlaybook, 'The new playbook'), ...errors(401, 403) },
});
export const adminUpdatePlaybookRoute = defineRoute({
  ...one,
  method: 'patch',
  summary: 'Change a playbook; its steps are replaced as a whole',
  request: { params: idParams, body: { ...json(playbookChange, 'What to change'), required: true } },
  responses: { 200: json(adminPlaybook, 'The playbook'), ...errors(401, 403, 404, 409) },
});
export const adminDeletePlaybookRoute = defineRoute({
  ...one,
  method: 'delete',
  summary: 'Delete a playbook that nobody has bought',
  request: { params: idParams },
  responses: { 200: json(z.object({ ok: z.literal(true) }), 'Deleted'), ...errors(401, 403, 404, 409) },
});
