import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { limits } from '#constants';
import { blankDefinition, blankValues } from '#library/blanks/public/blank-fields.ts';
import { slugParams } from '#library/catalog/public/catalog.contract.ts';
import { versionNumber } from '#library/versions/public/version-fields.ts';
import { errors, idParams, json, listOf, newId, okJson, wholeQuery } from '#platform/contract/contract.ts';
import { flag, nameLine, timestamp } from '#platform/contract/contract-fields.ts';
import { myVersionText } from './my-version-fields.ts';

const name = nameLine(limits.title).min(1);

const itemFields = {
  id: z.uuid(),
  name: z.string(),
  prompt: z
    .object({ slug: z.string(), title: z.string() })
    .nullable()
    .describe('The original; null if it was deleted or the member can no longer see it'),
  is_original_changed: z
    .boolean()
    .describe('Whether the original has changed since; false if the member can no longer read it'),
  created_at: timestamp,
  updated_at: timestamp,
};
const myVersionItem = z.object(itemFields).openapi('MyVersionItem');
export type MyVersionItem = z.output<typeof myVersionItem>;

const myVersion = z
  .object({
    ...itemFields,
    text: z.string(),
    values: z.record(z.string(), z.string()),
    blanks: z.array(blankDefinition),
    base_version: z.int(),
    original_version: z.int().nullable(),
    difference: z
      .array(z.object({ kind: z.enum(['same', 'added', 'removed']), text: z.string() }))
      .optional(),
    can: z.object({ read_original: z.boolean() }),
  })
  .openapi('MyVersion', {
    description:
      "`values` by key of blank. `difference` (on request): from the original, as it was last merged, to this text; empty if the member can't read the original. Where a plan counts reading, asking for it counts as reading the original",
  });
export type MyVersion = z.output<typeof myVersion>;
const myVersionQuery = z.object({
  difference: flag.optional().openapi({ type: 'boolean', description: 'Whether to return `difference`' }),
});
export type MyVersionQuery = z.output<typeof myVersionQuery>;

const mergeRegion = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('merged'), text: z.string() }),
  z.object({ kind: z.literal('conflict'), mine: z.string(), base: z.string(), original: z.string() }),
]);
export type MergeRegion = z.output<typeof mergeRegion>;
const merge = z
  .object({ version: z.int(), updated_at: timestamp, regions: z.array(mergeRegion) })
  .openapi('MyVersionMerge', {
    description:
      "The regions in order form the whole text. `version` is the original's, `updated_at` that of the merged text; when saving the result, send `version` as `base_version`, and `updated_at`",
  });
export type Merge = z.output<typeof merge>;

const newMyVersion = z
  .strictObject({
    id: newId,
    prompt: slugParams.shape.slug,
    name: name.optional(),
    text: myVersionText.optional(),
    values: blankValues.optional(),
  })
  .describe(
    'Sent again with the same `id`, it returns what it created first, unchanged, and counts no second copy',
  );
export type NewMyVersion = z.output<typeof newMyVersion>;
const myVersionChange = z.strictObject({
  name: name.optional(),
  text: myVersionText.optional(),
  values: blankValues.optional().describe('The changed values; an empty one erases'),
  base_version: versionNumber.optional().describe('The version of the original that this text has merged'),
  updated_at: timestamp
    .optional()
    .describe(
      'The `updated_at` that you have read. If another text was saved since, nothing is changed (409)',
    ),
});
export type MyVersionChange = z.output<typeof myVersionChange>;

const all = { path: '/my-versions', access: 'member' } as const;
const one = { path: '/my-versions/{id}', access: 'member' } as const;

export const listMyVersionsRoute = defineRoute({
  ...all,
  method: 'get',
  summary: 'List my own versions of one prompt or of all, last changed first',
  request: {
    query: wholeQuery.extend({
      prompt: slugParams.shape.slug.optional().describe('Only versions of the prompt with this slug'),
    }),
  },
  responses: {
    200: json(listOf(myVersionItem), 'All of them'),
    ...errors(401),
  },
});
export const createMyVersionRoute = defineRoute({
  ...all,
  method: 'post',
  hasLongText: true,
  summary: 'Create my own version of a prompt that I can read; counts as a copy',
  request: { body: { ...json(newMyVersion, 'The prompt'), required: true } },
  responses: { 201: json(myVersion, 'The version'), ...errors(401, 403, 404, 409, 429) },
});
export const getMyVersionRoute = defineRoute({
  ...one,
  method: 'get',
  summary: 'Get one of my versions; it stays mine when my plan ends',
  request: { params: idParams, query: myVersionQuery },
  responses: { 200: json(myVersion, 'The version'), ...errors(401, 404, 429) },
});
export const updateMyVersionRoute = defineRoute({
  ...one,
  method: 'patch',
  hasLongText: true,
  summary: 'Change one of my versions',
  request: { params: idParams, body: { ...json(myVersionChange, 'What to change'), required: true } },
  responses: { 200: json(myVersion, 'The version'), ...errors(401, 404, 409) },
});
export const deleteMyVersionRoute = defineRoute({
  ...one,
  method: 'delete',
  summary: 'Delete one of my versions',
  request: { params: idParams },
  responses: { 200: okJson('Deleted'), ...errors(401, 404) },
});
export const mergeMyVersionRoute = defineRoute({
  method: 'get',
  path: '/my-versions/{id}/merge',
  access: 'member',
  summary: 'Get my version merged with the changes of the original; conflicts show both',
  request: { params: idParams },
  responses: { 200: json(merge, 'The merged text'), ...errors(401, 403, 404, 429) },
});
