import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { limits } from '#constants';
import {
  errors,
  idParams,
  json,
  listOf,
  okJson,
  pageParam,
  pageQuery,
  rawBody,
} from '#platform/contract/contract.ts';
import { line, timestamp } from '#platform/contract/contract-fields.ts';
import { importSettings, rowOutcomes } from './import-fields.ts';

const states = ['checking', 'checked', 'importing', 'done', 'undoing', 'undone', 'failed'] as const;

const counts = z.object({
  created: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  duplicate: z.int(),
  refused: z.int(),
});
const importItem = z
  .object({
    id: z.uuid(),
    name: z.string(),
    kind: z.enum(['csv', 'json', 'zip']),
    state: z.enum(states),
    settings: importSettings,
    columns: z.array(z.object({ name: z.string(), sample: z.string(), field: z.string() })),
    problem: z.string().nullable(),
    total: z.int(),
    done: z.int(),
    counts,
    restored: z
      .int()
      .describe(
        'After an undo: the number of items that were restored, and of those kept because they have changed since',
      ),
    kept: z.int(),
    created_at: timestamp,
  })
  .openapi('Import', {
    description:
      '`done` of `total`: the progress of the current work. `counts` are those of the check until the import is started, then those of the import',
  });
export type ImportItem = z.output<typeof importItem>;

const importRow = z.object({
  position: z.int(),
  place: z.string(),
  kind: z.enum(['prompt', 'playbook']).nullable(),
  title: z.string(),
  outcome: z.enum(rowOutcomes),
  reason: z.string().nullable(),
  item_id: z.uuid().nullable(),
  undone: z.enum(['restored', 'kept']).nullable(),
});
export type ImportRow = z.output<typeof importRow>;

const rowsQuery = pageQuery.extend({
  outcome: z.enum([...rowOutcomes, 'kept']).optional(),
  page: pageParam,
});
export type RowsQuery = z.output<typeof rowsQuery>;

const editors = { access: 'editor', scope: 'catalog:write' } as const;
const one = (text: string) => ({ 200: json(importItem, text), ...errors(401, 403, 404, 409) });

export const listImportsRoute = defineRoute({
  method: 'get',
  path: '/admin/imports',
  summary: 'List the imports of the last 30 days, newest first',
  ...editors,
  request: { query: pageQuery },
  responses: { 200: json(listOf(importItem), 'The imports'), ...errors(401, 403) },
});
export const uploadImportRoute = defineRoute({
  method: 'put',
  path: '/admin/imports/{id}',
  summary:
    'Upload a CSV, JSON or ZIP file and check it; the body is the file. You choose the id: sent again, it changes nothing, and 409 says that the id is taken by another file',
  ...editors,
  request: {
    params: idParams,
    query: z.object({
      name: line(limits.importName).min(1).describe('The name of the file; its extension says what it is'),
    }),
    body: rawBody('application/octet-stream'),
  },
  responses: { 200: json(importItem, 'The import'), ...errors(401, 403, 409, 413, 415) },
});
export const getImportRoute = defineRoute({
  method: 'get',
  path: '/admin/imports/{id}',
  summary: 'Get the progress of an import',
  ...editors,
  request: { params: idParams },
  responses: { 200: json(importItem, 'The import'), ...errors(401, 403, 404) },
});
export const listImportRowsRoute = defineRoute({
  method: 'get',
  path: '/admin/imports/{id}/rows',
  summary: 'List its rows with their outcome',
  ...editors,
  request: { params: idParams, query: rowsQuery },
  responses: { 200: json(listOf(importRow), 'The rows'), ...errors(401, 403, 404) },
});
export const checkImportRoute = defineRoute({
  method: 'post',
  path: '/admin/imports/{id}/check',
  summary: 'Check the file again with other settings; nothing is imported',
  ...editors,
  request: { params: idParams, body: { ...json(importSettings, 'The settings'), required: true } },
  responses: one('The import, being checked'),
});
export const startImportRoute = defineRoute({
  method: 'post',
  path: '/admin/imports/{id}/start',
  summary: 'Import the checked rows',
  ...editors,
  request: { params: idParams },
  responses: one('The import, under way'),
});
export const undoImportRoute = defineRoute({
  method: 'post',
  path: '/admin/imports/{id}/undo',
  summary: 'Undo an import; items changed since stay as they are',
  ...editors,
  request: { params: idParams },
  responses: one('The import, being undone'),
});
export const deleteImportRoute = defineRoute({
  method: 'delete',
  path: '/admin/imports/{id}',
  summary: 'Discard a file that was not imported',
  ...editors,
  request: { params: idParams },
  responses: { 200: okJson('Discarded'), ...errors(401, 403, 404, 409) },
});
