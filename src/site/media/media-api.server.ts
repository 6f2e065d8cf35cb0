import { createRouter } from '#access/router.server.ts';
import type { Viewers } from '#access/viewers.server.ts';
import { ok } from '#platform/contract/contract.ts';
import { deleteMediaRoute, uploadMediaRoute } from './media.contract.ts';
import type { createMediaService } from './public/media.service.server.ts';

type Parts = { viewers: Viewers; media: ReturnType<typeof createMediaService> };

export function createMediaApi({ viewers, media }: Parts) {
  return createRouter(viewers)
    .openapi(uploadMediaRoute, async (c) => {
      const { folder, file } = c.req.valid('param');
      const bytes = Buffer.from(await c.req.arrayBuffer());
      return c.json(await media.upload(c.var.viewer, folder, file, bytes), 200);
    })
    .openapi(deleteMediaRoute, async (c) => {
      const { folder, file } = c.req.valid('param');
      await media.delete(c.var.viewer, folder, file);
      return c.json(ok, 200);
    });
}
