import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { errors, json } from '#platform/contract/contract.ts';
import { itemParams } from './public/catalog.contract.ts';

export const recordViewRoute = defineRoute({
  scope: 'engagement:write',
  method: 'post',
  path: '/{collection}/{slug}/views',
  summary: 'Record a view of a prompt or playbook',
  access: 'member',
  request: { params: itemParams },
  responses: { 200: json(z.object({ view_count: z.int() }), 'The new number of views'), ...errors(401, 404) },
});
