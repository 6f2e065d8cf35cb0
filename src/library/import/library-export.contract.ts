import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { errors, json } from '#platform/contract/contract.ts';

const rows = z.array(z.record(z.string(), z.unknown()));
const library = z.object({ prompts: rows, playbooks: rows }).openapi('LibraryExport');

export const exportLibraryRoute = defineRoute({
  method: 'get',
  path: '/export',
  access: 'editor',
  scope: 'catalog:write',
  summary: 'Export the whole library, in the format that the import reads',
  responses: { 200: json(library, 'All prompts and playbooks, without the trash'), ...errors(401, 403, 429) },
});
