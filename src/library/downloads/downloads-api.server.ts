import { createRouter } from '#access/router.server.ts';
import type { Viewers } from '#access/viewers.server.ts';
import { sendFile } from '#platform/http/send-file.server.ts';
import { downloadRoute } from './downloads.contract.ts';
import type { createDownloadsService } from './downloads.service.server.ts';

type Parts = {
  viewers: Viewers;
  downloads: ReturnType<typeof createDownloadsService>;
};

export function createDownloadsApi({ viewers, downloads }: Parts) {
  return createRouter(viewers).openapi(downloadRoute, async (c) => {
    const { collection, slug } = c.req.valid('param');
    const { format } = c.req.valid('query');
    // HEAD asks what GET would send, and gets nothing to keep.
    const isCopied = c.req.method !== 'HEAD';
    const { name, type, content } = await downloads.file(c.var.viewer, collection, slug, {
      format,
      isCopied,
    });
    return sendFile(c, { type, body: content, name });
  });
}
