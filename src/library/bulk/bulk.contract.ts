import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { limits } from '#constants';
import { adminItemFilters } from '#library/catalog/public/admin-items.contract.ts';
import { errors, idParams, json } from '#platform/contract/contract.ts';
import { uuid } from '#platform/contract/contract-fields.ts';
import { changeFields } from './bulk-fields.ts';
import * as m from './words/messages.ts';

const bulkChange = z
  .strictObject({
    ids: z.array(uuid).min(1).max(limits.bulkIds).optional(),
    matching: z.strictObject(adminItemFilters).optional(),
    change: z
      .strictObject(changeFields)
      .partial()
      .refine((change) => Object.keys(change).length > 0, { error: () => m.refused_no_change() }),
  })
  .refine(({ ids, matching }) => (ids === undefined) !== (matching === undefined), {
    error: () => m.refused_no_rows(),
  })
  .openapi('BulkChange', {
    description:
      'The rows to change: by id, or all rows of an admin table that match these filters, on any page',
  });
export type BulkChange = z.output<typeof bulkChange>;

const collectionParams = z.object({ collection: z.enum(['prompts', 'playbooks']) });

export const bulkChangeRoute = defineRoute({
  method: 'post',
  path: '/admin/{collection}/bulk',
  audited: (body) => {
    const { ids, change } = body as BulkChange;
    const { status, tier_access, category, is_deleted } = change;
    return {
      ids: ids?.length,
      status,
      tier_access,
      category,
      is_deleted,
      change: Object.keys(change).join(', '),
    };
  },
  summary: 'Change many prompts or playbooks together; `id` is for the undo',
  access: 'editor',
  scope: 'catalog:write',
  request: {
    params: collectionParams,
    body: { ...json(bulkChange, 'Which, and what to change'), required: true },
  },
  responses: {
    200: json(z.object({ id: z.uuid(), changed: z.int() }), 'How many were changed'),
    ...errors(401, 403, 409),
  },
});
export const undoBulkRoute = defineRoute({
  method: 'post',
  path: '/admin/bulk-changes/{id}/undo',
  summary: 'Undo a change of many rows; rows that someone has saved since stay as they are',
  access: 'editor',
  scope: 'catalog:write',
  request: { params: idParams },
  responses: {
    200: json(z.object({ restored: z.int(), kept: z.int() }), 'How many are as before, and how many stay'),
    ...errors(401, 403, 404),
  },
});

const levels = z.array(z.int()).openapi({ description: 'From the lowest' });
export const accessLevelsRoute = defineRoute({
  method: 'get',
  path: '/admin/access-levels',
  summary: 'List the access levels that prompts and playbooks have, including drafts and those in the trash',
  access: 'editor',
  scope: 'catalog:write',
  responses: {
    200: json(z.object({ prompts: levels, playbooks: levels }), 'The levels'),
    ...errors(401, 403),
  },
});
