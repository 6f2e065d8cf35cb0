import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { errors, json } from '#platform/contract/contract.ts';
import { categories } from './catalog.contract.ts';

const categoriesOfBoth = z
  .object({
    prompts: categories,
    playbooks: categories,
    renamed: z.record(z.string(), z.string()),
  })
  .describe('`renamed` maps earlier names to current ones, for old links and filters');
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

export const categoryNamesRoute = defineRoute({
  scope: 'catalog:write',
  method: 'get',
  path: '/admin/category-names',
  access: 'editor',
  summary: 'List the names of all categories, including hidden ones and those of drafts',
  responses: { 200: json(z.object({ names: z.array(z.string()) }), 'The names'), ...errors(401, 403) },
});
