import { createRoute, z } from '@hono/zod-openapi';
import { errors, json } from '#platform/contract.ts';
import { categories } from './catalog.contract.ts';

const categoriesOfBoth = z.object({ prompts: categories, playbooks: categories });
export type Categories = z.output<typeof categoriesOfBoth>;

export const getCategoriesRoute = createRoute({
  method: 'get',
  path: '/categories',
  summary: 'Categories of published prompts and playbooks',
  responses: {
    200: json(categoriesOfBoth, 'Categories'),
    ...errors(),
  },
});
