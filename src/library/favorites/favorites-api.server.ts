import { createRouter } from '#access/router.server.ts';
import type { Viewers } from '#access/viewers.server.ts';
import { addFavoriteRoute, removeFavoriteRoute } from './favorites.contract.ts';
import type { createFavoritesService } from './public/favorites.service.server.ts';

type Parts = {
  viewers: Viewers;
  favorites: ReturnType<typeof createFavoritesService>;
};

export function createFavoritesApi({ viewers, favorites }: Parts) {
  return createRouter(viewers)
    .openapi(addFavoriteRoute, async (c) => {
      const { collection, slug } = c.req.valid('param');
      return c.json(await favorites.set(c.var.viewer, collection, slug, true), 200);
    })
    .openapi(removeFavoriteRoute, async (c) => {
      const { collection, slug } = c.req.valid('param');
      return c.json(await favorites.set(c.var.viewer, collection, slug, false), 200);
    });
}
