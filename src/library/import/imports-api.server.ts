import { createRouter } from '#access/router.server.ts';
import type { Viewer } from '#access/viewer.ts';
import type { Viewers } from '#access/viewers.server.ts';
import { ok } from '#platform/contract/contract.ts';
import type { ExportFile } from '#platform/http/export-file.server.ts';
import { sendFile } from '#platform/http/send-file.server.ts';
import {
  checkImportRoute,
  deleteImportRoute,
  getImportRoute,
  listImportRowsRoute,
  listImportsRoute,
  startImportRoute,
  undoImportRoute,
  uploadImportRoute,
} from './imports.contract.ts';
import type { createImportsService } from './imports.service.server.ts';
import { exportLibraryRoute } from './library-export.contract.ts';

type Parts = {
  viewers: Viewers;
  imports: ReturnType<typeof createImportsService>;
  exportLibrary: (viewer: Viewer) => Promise<ExportFile>;
};

export function createImportsApi({ viewers, imports, exportLibrary }: Parts) {
  return createRouter(viewers)
    .openapi(exportLibraryRoute, async (c) => {
      const { bytes, stream } = await exportLibrary(c.var.viewer);
      return sendFile(c, { type: 'application/json', body: stream, bytes, name: 'library.json' });
    })
    .openapi(listImportsRoute, async (c) =>
      c.json(await imports.list(c.var.viewer, c.req.valid('query')), 200),
    )
    .openapi(uploadImportRoute, async (c) => {
      const bytes = Buffer.from(await c.req.arrayBuffer());
      const { name } = c.req.valid('query');
      return c.json(await imports.upload(c.var.viewer, c.req.valid('param').id, name, bytes), 200);
    })
    .openapi(getImportRoute, async (c) =>
      c.json(await imports.get(c.var.viewer, c.req.valid('param').id), 200),
    )
    .openapi(listImportRowsRoute, async (c) =>
      c.json(await imports.rows(c.var.viewer, c.req.valid('param').id, c.req.valid('query')), 200),
    )
    .openapi(checkImportRoute, async (c) =>
      c.json(await imports.check(c.var.viewer, c.req.valid('param').id, c.req.valid('json')), 200),
    )
    .openapi(startImportRoute, async (c) =>
      c.json(await imports.start(c.var.viewer, c.req.valid('param').id), 200),
    )
    .openapi(undoImportRoute, async (c) =>
      c.json(await imports.undo(c.var.viewer, c.req.valid('param').id), 200),
    )
    .openapi(deleteImportRoute, async (c) => {
      await imports.delete(c.var.viewer, c.req.valid('param').id);
      return c.json(ok, 200);
    });
}
