import { createRoute, z } from '@hono/zod-openapi';
import { itemParams } from '#library/catalog/public/catalog.contract.ts';
import { errors, json, signedIn } from '#platform/contract.ts';

/** `favorite_count` is the number of the viewer's own favourites, over prompts and playbooks. */
export const favouriteState = z
  .object({ is_favorited: z.boolean(), favorite_count: z.int() })
  .openapi('FavouriteState');
export type FavouriteState = z.output<typeof favouriteState>;

const common = {
  path: '/{collection}/{slug}/favorite',
  ...signedIn,
  request: { params: itemParams },
  responses: { 200: json(favouriteState, 'The new state'), ...errors(401, 404) },
} as const;

export const addFavouriteRoute = createRoute({ ...common, method: 'put', summary: 'Keep as a favourite' });
export const removeFavouriteRoute = createRoute({
  ...common,
  method: 'delete',
  summary: 'Remove from the favourites',
});
