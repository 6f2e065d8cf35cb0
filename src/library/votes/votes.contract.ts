import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { itemParams } from '#library/catalog/public/catalog.contract.ts';
import { errors, json } from '#platform/contract/contract.ts';

export const voteState = z.object({ is_upvoted: z.boolean(), vote_count: z.int() }).openapi('VoteState');
export type VoteState = z.output<typeof voteState>;

const common = {
  path: '/{collection}/{slug}/vote',
  access: 'member',
  scope: 'engagement:write',
  request: { params: itemParams },
  responses: { 200: json(voteState, 'The new state'), ...errors(401, 404) },
} as const;

export const addVoteRoute = defineRoute({
  ...common,
  method: 'put',
  summary: 'Upvote; repeating it changes nothing',
});
export const removeVoteRoute = defineRoute({ ...common, method: 'delete', summary: 'Remove my upvote' });
