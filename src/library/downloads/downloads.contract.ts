import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { downloadFormats } from '#constants';
import { itemParams } from '#library/catalog/public/catalog.contract.ts';
import { errors } from '#platform/contract/contract.ts';

const download = z.object({
  format: z
    .enum(downloadFormats)
    .default('markdown')
    .describe('`json` is for the import, `skill` a zipped agent skill'),
});
const file = z.string().openapi({ format: 'binary' });

export const downloadRoute = defineRoute({
  scope: ['library:copy', 'library:read'],
  method: 'get',
  path: '/{collection}/{slug}/download',
  access: 'member',
  summary:
    'Download a prompt or playbook as Markdown, as JSON for the import, or as a zipped agent skill; counts as a copy',
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
