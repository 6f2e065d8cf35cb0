import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { downloadFormats } from '#constants';
import { itemParams } from '#library/catalog/public/catalog.contract.ts';
import { errors } from '#platform/contract/contract.ts';

const download = z.object({ format: z.enum(downloadFormats).default('markdown') });
const file = z.string().openapi({ format: 'binary' });

export const downloadRoute = defineRoute({
  scope: 'library:copy',
  method: 'get',
  path: '/{collection}/{slug}/download',
  access: 'member',
  summary:
    'A prompt or playbook as a file: Markdown, JSON as the import reads it, or a zipped agent skill. Counts as a copy',
  request: { params: itemParams, query: download },
  responses: {
    200: {
      description: 'The file',
      content: {
        'text/markdown': { schema: z.string() },
        'application/json': { schema: z.record(z.string(), z.unknown()) },
        'application/zip': { schema: file },
      },
    },
    ...errors(401, 403, 404, 429),
  },
});
