import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { itemParams } from '#library/catalog/public/catalog.contract.ts';
import { errors, json } from '#platform/contract/contract.ts';

export const favoriteState = z
  .object({ is_favorited: z.boolean(), favorite_count: z.int() })
  .openapi('FavoriteState', {
    description:
      "`favorite_count` is the number of the viewer's favorites that are listed, prompts and playbooks together",
  });
export type FavoriteState = z.output<typeof favoriteState>;

const common = {
  path: '/{collection}/{slug}/favorite',
  access: 'member',
  scope: 'engagement:write',
  request: { params: itemParams },
  responses: { 200: json(favoriteState, 'The new state'), ...errors(401, 404) },
} as const;

export const addFavoriteRoute = defineRoute({ ...common, method: 'put', summary: 'Add to my favorites' });
export const removeFavoriteRoute = defineRoute({
  ...common,
  method: 'delete',
  summary: 'Remove from my favorites',
});
