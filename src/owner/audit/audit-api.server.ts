import { createRouter } from '#access/router.server.ts';
import type { Viewers } from '#access/viewers.server.ts';
import { exportAuditRoute, listAuditRoute } from './audit.contract.ts';
import type { createAuditService } from './audit.service.server.ts';

type Parts = { viewers: Viewers; audit: ReturnType<typeof createAuditService> };

/** The audit log in the data API. */
export function createAuditApi({ viewers, audit }: Parts) {
  return createRouter(viewers)
    .openapi(listAuditRoute, async (c) => c.json(await audit.list(c.var.viewer, c.req.valid('query')), 200))
    .openapi(exportAuditRoute, async (c) => {
      const { bytes, stream } = await audit.export(c.var.viewer, c.req.valid('query'));
      c.header('Content-Type', 'text/csv; charset=utf-8');
      c.header('Content-Length', String(bytes));
      c.header('Content-Disposition', 'attachment; filename="audit-log.csv"');
      return c.body(stream, 200) as never;
    });
}
