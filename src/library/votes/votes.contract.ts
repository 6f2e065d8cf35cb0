import { createRoute, z } from '@hono/zod-openapi';
import { itemParams } from '#library/catalog/public/catalog.contract.ts';
import { errors, json, signedIn } from '#platform/contract.ts';

export const voteState = z.object({ is_upvoted: z.boolean(), vote_count: z.int() }).openapi('VoteState');
export type VoteState = z.output<typeof voteState>;

const common = {
  path: '/{collection}/{slug}/vote',
  ...signedIn,
  request: { params: itemParams },
  responses: { 200: json(voteState, 'The new state'), ...errors(401, 404) },
} as const;

export const addVoteRoute = createRoute({
  ...common,
  method: 'put',
  summary: 'Upvote; repeating it changes nothing',
});
export const removeVoteRoute = createRoute({ ...common, method: 'delete', summary: 'Take the upvote back' });
