import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { errors, json } from '#platform/contract/contract.ts';
import { categories } from './catalog.contract.ts';

/** `renamed` maps earlier names to current ones, for old links and filters. */
const categoriesOfBoth = z.object({
  prompts: categories,
  playbooks: categories,
  renamed: z.record(z.string(), z.string()),
});
export type Categories = z.output<typeof categoriesOfBoth>;

export const getCategoriesRoute = defineRoute({
  method: 'get',
  path: '/categories',
  access: 'anyone',
  summary: 'List the categories of published prompts and playbooks',
  responses: {
    200: json(categoriesOfBoth, 'Categories'),
    ...errors(),
  },
});

const itemCategories = z.object({ prompts: z.array(z.string()), playbooks: z.array(z.string()) });
export type ItemCategories = z.output<typeof itemCategories>;

export const adminItemCategoriesRoute = defineRoute({
  scope: 'catalog:write',
  method: 'get',
  path: '/admin/item-categories',
  access: 'editor',
  summary:
    'List the names of all categories that prompts and playbooks are in, including drafts and the trash',
  responses: { 200: json(itemCategories, 'Names'), ...errors(401, 403) },
});
