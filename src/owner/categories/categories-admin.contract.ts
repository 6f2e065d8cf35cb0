import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { limits } from '#constants';
import { errors, expectedVersion, json, listOf, newId, wholeQuery } from '#platform/contract/contract.ts';
import { timestamp } from '#platform/contract/contract-fields.ts';
import { categoryFields } from './category-fields.ts';

const category = z
  .object({
    id: z.uuid(),
    name: z.string(),
    slug: z.string(),
    description: z.string(),
    is_hidden: z.boolean(),
    earlier_names: z.array(z.string()).describe('Former names that still lead here, from renames and merges'),
    prompts: z.int().describe('Items outside the trash; `published` counts those that are published'),
    playbooks: z.int(),
    published: z.int(),
    is_unused: z.boolean().describe('Whether no item is in it, not even one in the trash'),
    updated_at: timestamp,
  })
  .openapi('AdminCategory');
export type AdminCategory = z.output<typeof category>;

const newCategory = z
  .strictObject({
    id: newId,
    name: categoryFields.name,
    description: categoryFields.description.default(''),
    is_hidden: categoryFields.is_hidden.default(false),
  })
  .describe('Sent again with the same `id`, it changes the category that it created');
export type NewCategory = z.output<typeof newCategory>;

const categoryChange = z
  .strictObject({
    ...categoryFields,
    earlier_names: z
      .array(z.string().max(limits.category))
      .max(1_000)
      .describe('The earlier names to keep; any other can be used again'),
    updated_at: expectedVersion,
  })
  .partial();
export type CategoryChange = z.output<typeof categoryChange>;

const list = listOf(category);
const idParams = z.object({ id: z.uuid() });
const one = { path: '/admin/categories/{id}', access: 'admin' } as const;

export const adminListCategoriesRoute = defineRoute({
  method: 'get',
  path: '/admin/categories',
  access: 'admin',
  summary: 'List all categories in order, including hidden and unused ones',
  request: { query: wholeQuery },
  responses: { 200: json(list, 'The categories'), ...errors(401, 403) },
});
export const adminCreateCategoryRoute = defineRoute({
  method: 'post',
  path: '/admin/categories',
  access: 'admin',
  audited: ['name', 'is_hidden'],
  summary: 'Add a category',
  request: { body: { ...json(newCategory, 'The category'), required: true } },
  responses: { 201: json(category, 'The category'), ...errors(401, 403, 409) },
});
export const adminGetCategoryRoute = defineRoute({
  ...one,
  method: 'get',
  summary: 'Get a category',
  request: { params: idParams },
  responses: { 200: json(category, 'The category'), ...errors(401, 403, 404) },
});
export const adminUpdateCategoryRoute = defineRoute({
  ...one,
  method: 'patch',
  audited: ['name', 'slug', 'is_hidden'],
  summary: 'Rename, describe, hide or show a category; items and addresses follow',
  request: { params: idParams, body: { ...json(categoryChange, 'What to change'), required: true } },
  responses: { 200: json(category, 'The category'), ...errors(401, 403, 404, 409) },
});
export const adminMergeCategoryRoute = defineRoute({
  method: 'post',
  path: '/admin/categories/{id}/merge',
  access: 'admin',
  summary: 'Merge a category into another one; its name and address lead there',
  request: {
    params: idParams,
    body: { ...json(z.strictObject({ into: z.uuid() }), 'The other category'), required: true },
  },
  responses: { 200: json(category, 'The other category'), ...errors(401, 403, 404, 409) },
});
export const adminOrderCategoriesRoute = defineRoute({
  method: 'put',
  path: '/admin/categories/order',
  access: 'admin',
  summary: 'Set the order of categories; those not listed follow by name',
  request: {
    body: {
      ...json(
        z.strictObject({ ids: z.array(z.uuid()).max(limits.categories) }),
        'The ids of the categories, the first one first',
      ),
      required: true,
    },
  },
  responses: { 200: json(list, 'The categories'), ...errors(401, 403) },
});
export const adminDeleteCategoryRoute = defineRoute({
  ...one,
  method: 'delete',
  summary: 'Delete an empty category',
  request: { params: idParams },
  responses: { 204: { description: 'Deleted' }, ...errors(401, 403, 404, 409) },
});
