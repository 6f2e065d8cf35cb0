import type { Context } from 'hono';
import { createRouter } from '#access/router.server.ts';
import type { Viewers } from '#access/viewers.server.ts';
import { sendFile } from '#platform/http/send-file.server.ts';
import { getGiftRoute, redeemGiftRoute } from './gifts.contract.ts';
import type { createGiftsService } from './gifts.service.server.ts';
import {
  adminCreateGiftsRoute,
  adminExportGiftsRoute,
  adminListGiftsRoute,
  adminRevokeGiftRoute,
} from './gifts-admin.contract.ts';
import type { createGiftsAdminService } from './gifts-admin.service.server.ts';

type Parts = {
  viewers: Viewers;
  gifts: ReturnType<typeof createGiftsService>;
  giftsAdmin: ReturnType<typeof createGiftsAdminService>;
};

/** Gift codes in the API: for everyone with a code, and for admins. */
export function createGiftsApi({ viewers, gifts, giftsAdmin }: Parts, clientAddress: (c: Context) => string) {
  return createRouter(viewers)
    .openapi(getGiftRoute, async (c) => {
      const { viewer } = c.var;
      const asker = viewer.kind === 'visitor' ? `address ${clientAddress(c)}` : viewer.userId;
      return c.json(await gifts.get(viewer, c.req.valid('param').code, asker), 200);
    })
    .openapi(redeemGiftRoute, async (c) =>
      c.json(await gifts.redeem(c.var.viewer, c.req.valid('param').code), 200),
    )
    .openapi(adminListGiftsRoute, async (c) =>
      c.json(await giftsAdmin.list(c.var.viewer, c.req.valid('query')), 200),
    )
    .openapi(adminCreateGiftsRoute, async (c) =>
      c.json(await giftsAdmin.create(c.var.viewer, c.req.valid('json')), 201),
    )
    .openapi(adminExportGiftsRoute, async (c) => {
      const body = await giftsAdmin.export(c.var.viewer);
      return sendFile(c, { type: 'text/csv; charset=utf-8', body, name: 'gifts.csv' });
    })
    .openapi(adminRevokeGiftRoute, async (c) =>
      c.json(await giftsAdmin.revoke(c.var.viewer, c.req.valid('param').id), 200),
    );
}
