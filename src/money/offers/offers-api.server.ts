import type { Context } from 'hono';
import { createRouter } from '#access/router.server.ts';
import type { Viewers } from '#access/viewers.server.ts';
import { ok } from '#platform/contract/contract.ts';
import { newestFirst, pageOf } from '#platform/database/list-page.server.ts';
import { quoteOfferRoute } from './offers.contract.ts';
import {
  adminCreateOfferRoute,
  adminDeleteOfferRoute,
  adminGetOfferRoute,
  adminListOffersRoute,
  adminUpdateOfferRoute,
} from './offers-admin.contract.ts';
import type { createOffersAdminService } from './offers-admin.service.server.ts';
import type { createQuoteService } from './quote.service.server.ts';

type Parts = {
  viewers: Viewers;
  quotes: ReturnType<typeof createQuoteService>;
  offersAdmin: ReturnType<typeof createOffersAdminService>;
};

/** Offer codes in the API: what they are worth, and the admins' part. */
export function createOffersApi(
  { viewers, quotes, offersAdmin }: Parts,
  clientAddress: (c: Context) => string,
) {
  return createRouter(viewers)
    .openapi(quoteOfferRoute, async (c) => {
      const { viewer } = c.var;
      const asker = viewer.kind === 'visitor' ? `address ${clientAddress(c)}` : viewer.userId;
      return c.json(await quotes.quote(viewer, c.req.valid('json'), asker), 200);
    })
    .openapi(adminListOffersRoute, async (c) =>
      c.json(pageOf('offers', await offersAdmin.list(c.var.viewer), c.req.valid('query'), newestFirst), 200),
    )
    .openapi(adminCreateOfferRoute, async (c) =>
      c.json(await offersAdmin.create(c.var.viewer, c.req.valid('json')), 201),
    )
    .openapi(adminGetOfferRoute, async (c) =>
      c.json(await offersAdmin.get(c.var.viewer, c.req.valid('param').id), 200),
    )
    .openapi(adminUpdateOfferRoute, async (c) =>
      c.json(await offersAdmin.update(c.var.viewer, c.req.valid('param').id, c.req.valid('json')), 200),
    )
    .openapi(adminDeleteOfferRoute, async (c) => {
      await offersAdmin.delete(c.var.viewer, c.req.valid('param').id);
      return c.json(ok, 200);
    });
}
