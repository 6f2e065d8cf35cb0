import { createRouter } from '#access/router.server.ts';
import type { Viewers } from '#access/viewers.server.ts';
import { ok } from '#platform/contract/contract.ts';
import { lastChangedFirst, pageByHand, pageOf } from '#platform/database/list-page.server.ts';
import {
  addCollectionItemRoute,
  createCollectionRoute,
  deleteCollectionRoute,
  getCollectionItemRoute,
  getCollectionRoute,
  getSharedCollectionRoute,
  listCollectionItemsRoute,
  listCollectionsRoute,
  removeCollectionItemRoute,
  updateCollectionItemRoute,
  updateCollectionRoute,
} from './collections.contract.ts';
import type { createCollectionsService } from './collections.service.server.ts';

type Parts = { viewers: Viewers; collections: ReturnType<typeof createCollectionsService> };

export function createCollectionsApi({ viewers, collections }: Parts) {
  return createRouter(viewers)
    .openapi(listCollectionsRoute, async (c) => {
      const query = c.req.valid('query');
      return c.json(
        pageOf('collections', await collections.list(c.var.viewer, query), query, lastChangedFirst),
        200,
      );
    })
    .openapi(createCollectionRoute, async (c) =>
      c.json(await collections.create(c.var.viewer, c.req.valid('json')), 201),
    )
    .openapi(getSharedCollectionRoute, async (c) =>
      c.json(await collections.shared(c.var.viewer, c.req.valid('param').link), 200),
    )
    .openapi(getCollectionRoute, async (c) =>
      c.json(await collections.get(c.var.viewer, c.req.valid('param').id), 200),
    )
    .openapi(updateCollectionRoute, async (c) =>
      c.json(await collections.update(c.var.viewer, c.req.valid('param').id, c.req.valid('json')), 200),
    )
    .openapi(deleteCollectionRoute, async (c) => {
      await collections.delete(c.var.viewer, c.req.valid('param').id);
      return c.json(ok, 200);
    })
    .openapi(listCollectionItemsRoute, async (c) => {
      const { items } = await collections.get(c.var.viewer, c.req.valid('param').id);
      return c.json(pageByHand('collection items', items, c.req.valid('query')), 200);
    })
    .openapi(addCollectionItemRoute, async (c) =>
      c.json(await collections.add(c.var.viewer, c.req.valid('param').id, c.req.valid('json')), 201),
    )
    .openapi(getCollectionItemRoute, async (c) => {
      const { id, item } = c.req.valid('param');
      return c.json(await collections.getItem(c.var.viewer, id, item), 200);
    })
    .openapi(updateCollectionItemRoute, async (c) => {
      const { id, item } = c.req.valid('param');
      return c.json(await collections.updateItem(c.var.viewer, id, item, c.req.valid('json')), 200);
    })
    .openapi(removeCollectionItemRoute, async (c) => {
      const { id, item } = c.req.valid('param');
      await collections.remove(c.var.viewer, id, item);
      return c.json(ok, 200);
    });
}
