import { createRouter } from '#access/router.server.ts';
import type { Viewers } from '#access/viewers.server.ts';
import { pageOf } from '#platform/database/list-page.server.ts';
import {
  adminCreatePageRoute,
  adminDeletePageRoute,
  adminGetPageRoute,
  adminListPagesRoute,
  adminPageConsentsRoute,
  adminPageVersionsRoute,
  adminPublishPageRoute,
  adminUnpublishPageRoute,
  adminUpdatePageRoute,
  listPagesRoute,
  type PublishedPage,
} from './own-pages.contract.ts';
import type { createOwnPagesService } from './own-pages.service.server.ts';

type Parts = { viewers: Viewers; ownPages: ReturnType<typeof createOwnPagesService> };

const inFooter = ({
  footer_position,
  title,
  slug,
}: Pick<PublishedPage, 'footer_position' | 'title' | 'slug'>) => [footer_position, title, slug];

export function createOwnPagesApi({ viewers, ownPages }: Parts) {
  return createRouter(viewers)
    .openapi(listPagesRoute, async (c) =>
      c.json(pageOf('pages', await ownPages.listPublished(), c.req.valid('query'), inFooter), 200),
    )
    .openapi(adminListPagesRoute, async (c) =>
      c.json(pageOf('admin pages', await ownPages.list(c.var.viewer), c.req.valid('query'), inFooter), 200),
    )
    .openapi(adminCreatePageRoute, async (c) =>
      c.json(await ownPages.create(c.var.viewer, c.req.valid('json')), 201),
    )
    .openapi(adminGetPageRoute, async (c) =>
      c.json(await ownPages.get(c.var.viewer, c.req.valid('param').id), 200),
    )
    .openapi(adminUpdatePageRoute, async (c) =>
      c.json(await ownPages.update(c.var.viewer, c.req.valid('param').id, c.req.valid('json')), 200),
    )
    .openapi(adminDeletePageRoute, async (c) => {
      await ownPages.delete(c.var.viewer, c.req.valid('param').id);
      return c.body(null, 204);
    })
    .openapi(adminPublishPageRoute, async (c) =>
      c.json(
        await ownPages.publish(c.var.viewer, c.req.valid('param').id, c.req.valid('json').updated_at),
        200,
      ),
    )
    .openapi(adminUnpublishPageRoute, async (c) =>
      c.json(await ownPages.unpublish(c.var.viewer, c.req.valid('param').id), 200),
    )
    .openapi(adminPageVersionsRoute, async (c) => {
      const versions = await ownPages.versions(c.var.viewer, c.req.valid('param').id);
      return c.json(
        pageOf('page versions', versions, c.req.valid('query'), ({ version }) => [-version]),
        200,
      );
    })
    .openapi(adminPageConsentsRoute, async (c) =>
      c.json(await ownPages.consents(c.var.viewer, c.req.valid('param').id, c.req.valid('query')), 200),
    );
}
