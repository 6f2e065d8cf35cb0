import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { adminListQuery, errors, json, listOf, searchParam } from '#platform/contract/contract.ts';
import { line, timestamp } from '#platform/contract/contract-fields.ts';

const auditEntry = z
  .object({
    id: z.uuid(),
    created_at: timestamp,
    actor_kind: z.enum(['person', 'key', 'service', 'command']),
    actor_id: z.uuid().nullable(),
    actor_role: z.string().nullable().describe('At the time of the action'),
    actor_email: z.string().nullable(),
    action: z.string(),
    area: z.string(),
    target_id: z.string().nullable(),
    target: z
      .string()
      .nullable()
      .describe('Other values from the path, or the name of a category that is gone'),
    target_name: z
      .string()
      .nullable()
      .describe(
        "The target's current name, or the one that it had when it was deleted; null if neither is known",
      ),
    fields: z.array(z.string()),
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    request_id: z.string().nullable(),
  })
  .openapi('AuditEntry', {
    description:
      'An action by a team member, a program or the command line. `action` is the endpoint or the command; `fields` names the fields that were sent, and `details` has the few values that are kept',
  });
export type AuditEntry = z.output<typeof auditEntry>;

const filters = {
  area: line(60).optional().describe('One of `areas`'),
  target: line(100).optional().describe('The id of the target'),
  from: timestamp.optional().describe('The earliest time'),
  until: timestamp.optional().describe('The time before which entries are listed'),
};
const auditQuery = adminListQuery.extend({
  q: searchParam.describe('Part of the email address of an actor'),
  ...filters,
});
export type AuditQuery = z.output<typeof auditQuery>;
const exportQuery = auditQuery.pick({ q: true, area: true, target: true, from: true, until: true });
export type AuditFilters = z.output<typeof exportQuery>;

export const listAuditRoute = defineRoute({
  method: 'get',
  path: '/admin/audit',
  access: 'admin',
  summary: 'List the audit log, newest first',
  request: { query: auditQuery },
  responses: {
    200: json(
      listOf(auditEntry, {
        areas: z.array(z.string()).describe('All areas that have entries'),
      }),
      'A page of entries',
    ),
    ...errors(400, 401, 403),
  },
});

export const exportAuditRoute = defineRoute({
  method: 'get',
  path: '/admin/audit/export',
  access: 'admin',
  summary: 'Export the audit log as CSV, newest first',
  request: { query: exportQuery },
  responses: {
    200: { description: 'A CSV file', content: { 'text/csv': { schema: z.string() } } },
    ...errors(401, 403, 429),
  },
});
