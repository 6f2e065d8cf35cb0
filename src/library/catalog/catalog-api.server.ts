import { createRouter } from '#access/router.server.ts';
import type { Viewers } from '#access/viewers.server.ts';
import type { createCategoriesService } from './categories.server.ts';
import { categoryNamesRoute, getCategoriesRoute } from './public/categories.contract.ts';
import { recordViewRoute } from './views.contract.ts';
import type { createViewsService } from './views.server.ts';

type Parts = {
  viewers: Viewers;
  categories: ReturnType<typeof createCategoriesService>;
  views: ReturnType<typeof createViewsService>;
};

export function createCatalogApi({ viewers, categories, views }: Parts) {
  return createRouter(viewers)
    .openapi(getCategoriesRoute, async (c) => c.json(await categories.list(), 200))
    .openapi(categoryNamesRoute, async (c) => c.json({ names: await categories.names(c.var.viewer) }, 200))
    .openapi(recordViewRoute, async (c) => {
      const { collection, slug } = c.req.valid('param');
      return c.json(await views.record(c.var.viewer, collection, slug), 200);
    });
}
