import { z } from '@hono/zod-openapi';
import { targetTypes } from '#access/items.ts';
import { defineRoute } from '#access/route.ts';
import { historyActions } from '#constants';
import { slugParams } from '#library/catalog/public/catalog.contract.ts';
import { errors, idParams, json, listOf, okJson, pageQuery } from '#platform/contract/contract.ts';
import { timestamp } from '#platform/contract/contract-fields.ts';

const entryFields = {
  id: z.uuid(),
  action: z.enum(historyActions),
  at: timestamp,
  target_type: z.enum(targetTypes),
  slug: z.string(),
  title: z.string(),
  place: z
    .object({ step: z.int(), prompt: z.int() })
    .nullable()
    .describe(
      'The place in a playbook of the prompt that was copied or run, both 0-based; null for a whole item',
    ),
  run_id: z.uuid().nullable(),
  has_text: z.boolean().describe('Whether a text was shown and is stored'),
  is_changed: z
    .boolean()
    .describe('Whether the text has changed since; false for viewers who can no longer read it'),
  can: z.object({ read: z.boolean() }),
};
const entry = z.object(entryFields).openapi('HistoryEntry');
export type HistoryEntry = z.output<typeof entry>;
const historyList = listOf(entry).openapi('History');
export type HistoryList = z.output<typeof historyList>;

const entryDetail = z
  .object({
    ...entryFields,
    text: z.string().nullable(),
    difference: z.array(z.object({ kind: z.enum(['same', 'added', 'removed']), text: z.string() })),
  })
  .openapi('HistoryEntryWithText', {
    description:
      "`text` is what was shown, copied or run; null if the viewer can no longer read it. `difference`: from the author's text then to today's",
  });
export type HistoryEntryDetail = z.output<typeof entryDetail>;

const historyQuery = z.object({
  action: z.enum(historyActions).optional(),
  prompt: slugParams.shape.slug.optional().describe('Only entries about the prompt with this slug'),
  ...pageQuery.shape,
});
export type HistoryQuery = z.output<typeof historyQuery>;

const ok = okJson('Erased');

export const listHistoryRoute = defineRoute({
  method: 'get',
  path: '/history',
  access: 'member',
  summary: 'List what I have viewed, copied and run, latest first, if I can still open it',
  request: { query: historyQuery },
  responses: { 200: json(historyList, 'A page of entries'), ...errors(400, 401) },
});
export const getHistoryEntryRoute = defineRoute({
  method: 'get',
  path: '/history/{id}',
  access: 'member',
  summary: 'Get the text as it was then, and what has changed since',
  request: { params: idParams },
  responses: { 200: json(entryDetail, 'The entry'), ...errors(401, 404, 429) },
});
export const eraseHistoryEntryRoute = defineRoute({
  method: 'delete',
  path: '/history/{id}',
  access: 'member',
  summary: 'Erase an entry of my history',
  request: { params: idParams },
  responses: { 200: ok, ...errors(401, 404) },
});
export const eraseHistoryRoute = defineRoute({
  method: 'delete',
  path: '/history',
  access: 'member',
  summary: 'Erase all of my history',
  responses: { 200: ok, ...errors(401) },
});
