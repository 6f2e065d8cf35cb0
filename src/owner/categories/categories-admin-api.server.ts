import { createRouter } from '#access/router.server.ts';
import type { Viewers } from '#access/viewers.server.ts';
import { allOf, pageByHand } from '#platform/database/list-page.server.ts';
import {
  adminCreateCategoryRoute,
  adminDeleteCategoryRoute,
  adminGetCategoryRoute,
  adminListCategoriesRoute,
  adminMergeCategoryRoute,
  adminOrderCategoriesRoute,
  adminUpdateCategoryRoute,
} from './categories-admin.contract.ts';
import type { createCategoriesAdminService } from './categories-admin.service.server.ts';

type Parts = { viewers: Viewers; categoriesAdmin: ReturnType<typeof createCategoriesAdminService> };

export function createCategoriesAdminApi({ viewers, categoriesAdmin }: Parts) {
  return createRouter(viewers)
    .openapi(adminListCategoriesRoute, async (c) =>
      c.json(pageByHand('categories', await categoriesAdmin.list(c.var.viewer), c.req.valid('query')), 200),
    )
    .openapi(adminCreateCategoryRoute, async (c) =>
      c.json(await categoriesAdmin.create(c.var.viewer, c.req.valid('json')), 201),
    )
    .openapi(adminOrderCategoriesRoute, async (c) =>
      c.json(allOf(await categoriesAdmin.order(c.var.viewer, c.req.valid('json').ids)), 200),
    )
    .openapi(adminGetCategoryRoute, async (c) =>
      c.json(await categoriesAdmin.get(c.var.viewer, c.req.valid('param').id), 200),
    )
    .openapi(adminUpdateCategoryRoute, async (c) =>
      c.json(await categoriesAdmin.update(c.var.viewer, c.req.valid('param').id, c.req.valid('json')), 200),
    )
    .openapi(adminMergeCategoryRoute, async (c) =>
      c.json(
        await categoriesAdmin.merge(c.var.viewer, c.req.valid('param').id, c.req.valid('json').into),
        200,
      ),
    )
    .openapi(adminDeleteCategoryRoute, async (c) => {
      await categoriesAdmin.delete(c.var.viewer, c.req.valid('param').id);
      return c.body(null, 204);
    });
}
