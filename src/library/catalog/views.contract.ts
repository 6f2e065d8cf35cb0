import { createRoute, z } from '@hono/zod-openapi';
import { errors, json, signedIn } from '#platform/contract.ts';
import { itemParams } from './public/catalog.contract.ts';

export const recordViewRoute = createRoute({
  method: 'post',
  path: '/{collection}/{slug}/views',
  summary: 'Count an opening of a prompt or playbook',
  ...signedIn,
  request: { params: itemParams },
  responses: { 200: json(z.object({ view_count: z.int() }), 'The new number of views'), ...errors(401, 404) },
});
