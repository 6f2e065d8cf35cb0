import { createRouter } from '#access/router.server.ts';
import type { Viewers } from '#access/viewers.server.ts';
import { sendFile } from '#platform/http/send-file.server.ts';
import { exportAuditRoute, listAuditRoute } from './audit.contract.ts';
import type { createAuditService } from './audit.service.server.ts';

type Parts = { viewers: Viewers; audit: ReturnType<typeof createAuditService> };

export function createAuditApi({ viewers, audit }: Parts) {
  return createRouter(viewers)
    .openapi(listAuditRoute, async (c) => c.json(await audit.list(c.var.viewer, c.req.valid('query')), 200))
    .openapi(exportAuditRoute, async (c) => {
      const { bytes, stream } = await audit.export(c.var.viewer, c.req.valid('query'));
      return sendFile(c, { type: 'text/csv; charset=utf-8', body: stream, bytes, name: 'audit-log.csv' });
    });
}
