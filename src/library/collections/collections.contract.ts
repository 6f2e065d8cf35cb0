import { z } from '@hono/zod-openapi';
import { targetTypes } from '#access/items.ts';
import { defineRoute } from '#access/route.ts';
import { limits, promptTypes } from '#constants';
import { slugParams } from '#library/catalog/public/catalog.contract.ts';
import { errors, idParams, json, listOf, newId, okJson, wholeQuery } from '#platform/contract/contract.ts';
import { text, timestamp, uuid } from '#platform/contract/contract-fields.ts';
import { collectionName, collectionNote } from './collection-fields.ts';

const itemNote = text(limits.collectionItemNote);

const item = z
  .object({
    id: z.uuid(),
    target_type: z.enum(targetTypes),
    slug: z.string(),
    title: z.string(),
    description: z.string(),
    prompt_type: z.enum(promptTypes).nullable(),
    tier_access: z.int(),
    note: z.string(),
    added_at: timestamp,
    can: z.object({ read: z.boolean() }),
  })
  .openapi('CollectionItem', {
    description:
      'A prompt or playbook in a collection, with the metadata that the viewer can see but never the text. `prompt_type` is null for a playbook',
  });
export type CollectionItem = z.output<typeof item>;

const fields = { name: z.string(), note: z.string(), created_at: timestamp, updated_at: timestamp };

const ownFields = {
  id: z.uuid(),
  ...fields,
  link: uuid.nullable().describe("The last part of the sharing URL; null if the collection isn't shared"),
};
const collectionInList = z
  .object({ ...ownFields, item_count: z.int(), item_id: z.uuid().nullable() })
  .openapi('CollectionInList', {
    description: "`item_id`: the entry of the requested item; null if the collection doesn't contain it",
  });
export type CollectionInList = z.output<typeof collectionInList>;

const contents = {
  items: z.array(item),
  hidden_count: z.int().describe("The number of items that I can't open"),
};
const collection = z.object({ ...ownFields, ...contents }).openapi('Collection');
export type Collection = z.output<typeof collection>;
const sharedCollection = z
  .object({ ...fields, ...contents, shared_by: z.string().nullable(), is_own: z.boolean() })
  .openapi('SharedCollection', { description: '`shared_by` is null if the member has no display name' });
export type SharedCollection = z.output<typeof sharedCollection>;

const newCollection = z
  .strictObject({
    id: newId,
    name: collectionName,
    note: collectionNote.optional(),
    from_link: z.uuid().optional(),
  })
  .describe(
    'With `from_link`, copies a shared collection with its notes, but only the items that the viewer can open. Sent again with the same `id`, it changes the name and note of the collection that it created; 409 if that has been changed since',
  );
export type NewCollection = z.output<typeof newCollection>;
const collectionChange = z
  .strictObject({
    name: collectionName.optional(),
    note: collectionNote.optional(),
    is_shared: z.boolean().optional(),
  })
  .describe('`is_shared: false` disables the link permanently; sharing again creates a new one');
export type CollectionChange = z.output<typeof collectionChange>;

const newItem = z.strictObject({
  target_type: z.enum(targetTypes),
  slug: slugParams.shape.slug,
  note: itemNote.optional(),
});
export type NewCollectionItem = z.output<typeof newItem>;
const itemChange = z
  .strictObject({
    note: itemNote.optional(),
    position: z.int().min(0).max(limits.collectionItems).optional(),
  })
  .describe('`position` is 0-based and counts the items that the viewer can see');
export type CollectionItemChange = z.output<typeof itemChange>;

const all = { path: '/collections', access: 'member' } as const;
const one = { path: '/collections/{id}', access: 'member' } as const;
const itemsOfOne = { path: '/collections/{id}/items', access: 'member' } as const;
const oneItem = { path: '/collections/{id}/items/{item}', access: 'member' } as const;
const itemParams = idParams.extend({
  item: uuid.describe('The id of the entry, not of the prompt or playbook'),
});
const deleted = okJson('Deleted');

export const listCollectionsRoute = defineRoute({
  ...all,
  method: 'get',
  summary: 'List my collections, last changed first; with the slug of an item, which of them contain it',
  request: {
    query: wholeQuery.extend({
      prompt: slugParams.shape.slug.optional().describe('The slug of a prompt, for `item_id`'),
      playbook: slugParams.shape.slug.optional().describe('The slug of a playbook, for `item_id`'),
    }),
  },
  responses: {
    200: json(listOf(collectionInList), 'All of them'),
    ...errors(401),
  },
});
export const createCollectionRoute = defineRoute({
  ...all,
  method: 'post',
  summary: 'Create a collection, or copy a shared one',
  request: { body: { ...json(newCollection, 'The collection'), required: true } },
  responses: { 201: json(collection, 'The collection'), ...errors(401, 404, 409) },
});
export const getCollectionRoute = defineRoute({
  ...one,
  method: 'get',
  summary: 'Get one of my collections, with its items in order',
  request: { params: idParams },
  responses: { 200: json(collection, 'The collection'), ...errors(401, 404) },
});
export const updateCollectionRoute = defineRoute({
  ...one,
  method: 'patch',
  summary: 'Rename a collection, change its note, share it, or stop sharing it',
  request: { params: idParams, body: { ...json(collectionChange, 'What to change'), required: true } },
  responses: { 200: json(collection, 'The collection'), ...errors(401, 404) },
});
export const deleteCollectionRoute = defineRoute({
  ...one,
  method: 'delete',
  summary: 'Delete a collection; its items stay in the library',
  request: { params: idParams },
  responses: { 200: deleted, ...errors(401, 404) },
});
export const listCollectionItemsRoute = defineRoute({
  ...itemsOfOne,
  method: 'get',
  summary: 'List the items of one of my collections, in order',
  request: { params: idParams, query: wholeQuery },
  responses: {
    200: json(listOf(item), 'All of them'),
    ...errors(401, 404),
  },
});
export const addCollectionItemRoute = defineRoute({
  ...itemsOfOne,
  method: 'post',
  summary: 'Add a prompt or playbook at the end; one already in it stays where it is',
  request: { params: idParams, body: { ...json(newItem, 'The item'), required: true } },
  responses: { 201: json(item, 'The item'), ...errors(401, 404, 409) },
});
export const getCollectionItemRoute = defineRoute({
  ...oneItem,
  method: 'get',
  summary: 'Get an item of one of my collections',
  request: { params: itemParams },
  responses: { 200: json(item, 'The item'), ...errors(401, 404) },
});
export const updateCollectionItemRoute = defineRoute({
  ...oneItem,
  method: 'patch',
  summary: "Change an item's note, or move it",
  request: { params: itemParams, body: { ...json(itemChange, 'What to change'), required: true } },
  responses: { 200: json(item, 'The item'), ...errors(401, 404) },
});
export const removeCollectionItemRoute = defineRoute({
  ...oneItem,
  method: 'delete',
  summary: 'Remove an item from a collection',
  request: { params: itemParams },
  responses: { 200: deleted, ...errors(401, 404) },
});
export const getSharedCollectionRoute = defineRoute({
  method: 'get',
  path: '/collections/shared/{link}',
  access: 'member',
  summary: 'Get a collection shared by this link, as far as I can see its items',
  request: { params: z.object({ link: z.uuid() }) },
  responses: { 200: json(sharedCollection, 'The collection'), ...errors(401, 404) },
});
