import { createRouter } from '#access/router.server.ts';
import type { Viewers } from '#access/viewers.server.ts';
import {
  audienceRoute,
  clearBounceRoute,
  createMailingRoute,
  deleteMailingRoute,
  getMailingRoute,
  listBouncesRoute,
  listMailingsRoute,
  listRecipientsRoute,
  previewMailingRoute,
  resumeMailingRoute,
  sendMailingRoute,
  stopMailingRoute,
  testMailingRoute,
  updateMailingRoute,
} from './mailings.contract.ts';
import type { createMailingsService } from './mailings.service.server.ts';
import type { createUndeliveredService } from './undelivered.service.server.ts';

type Parts = {
  viewers: Viewers;
  mailings: ReturnType<typeof createMailingsService>;
  undelivered: ReturnType<typeof createUndeliveredService>;
};

export function createMailingsApi({ viewers, mailings, undelivered }: Parts) {
  return createRouter(viewers)
    .openapi(listMailingsRoute, async (c) =>
      c.json(await mailings.list(c.var.viewer, c.req.valid('query')), 200),
    )
    .openapi(createMailingRoute, async (c) =>
      c.json(await mailings.create(c.var.viewer, c.req.valid('json')), 201),
    )
    .openapi(previewMailingRoute, async (c) =>
      c.json(await mailings.preview(c.var.viewer, c.req.valid('json')), 200),
    )
    .openapi(audienceRoute, async (c) =>
      c.json(await mailings.audience(c.var.viewer, c.req.valid('json').segment), 200),
    )
    .openapi(listBouncesRoute, async (c) =>
      c.json(await undelivered.bounces(c.var.viewer, c.req.valid('query')), 200),
    )
    .openapi(clearBounceRoute, async (c) => {
      await undelivered.clearBounce(c.var.viewer, c.req.valid('param').id);
      return c.body(null, 204);
    })
    .openapi(getMailingRoute, async (c) =>
      c.json(await mailings.get(c.var.viewer, c.req.valid('param').id), 200),
    )
    .openapi(updateMailingRoute, async (c) =>
      c.json(await mailings.update(c.var.viewer, c.req.valid('param').id, c.req.valid('json')), 200),
    )
    .openapi(deleteMailingRoute, async (c) => {
      await mailings.delete(c.var.viewer, c.req.valid('param').id);
      return c.body(null, 204);
    })
    .openapi(testMailingRoute, async (c) =>
      c.json(await mailings.test(c.var.viewer, c.req.valid('param').id, c.req.valid('json')), 200),
    )
    .openapi(sendMailingRoute, async (c) =>
      c.json(await mailings.send(c.var.viewer, c.req.valid('param').id, c.req.valid('json')), 200),
    )
    .openapi(stopMailingRoute, async (c) =>
      c.json(await mailings.stop(c.var.viewer, c.req.valid('param').id), 200),
    )
    .openapi(resumeMailingRoute, async (c) =>
      c.json(await mailings.resume(c.var.viewer, c.req.valid('param').id), 200),
    )
    .openapi(listRecipientsRoute, async (c) =>
      c.json(await undelivered.recipients(c.var.viewer, c.req.valid('param').id, c.req.valid('query')), 200),
    );
}
