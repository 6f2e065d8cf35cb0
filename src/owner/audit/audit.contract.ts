import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { errors, json, listOf } from '#platform/contract/contract.ts';
import { adminListQuery, line, timestamp } from '#platform/contract/contract-fields.ts';

/**
 * What somebody of the team, a program or the command line has done. `action` is the endpoint or the command; `fields` names what was sent,
 * and `details` has the few values that are kept.
 */
const auditEntry = z
  .object({
    id: z.uuid(),
    created_at: timestamp,
    actor_kind: z.enum(['person', 'key', 'service', 'command']),
    actor_id: z.uuid().nullable(),
    /** As they were then. */
    actor_role: z.string().nullable(),
    actor_email: z.string().nullable(),
    action: z.string(),
    area: z.string(),
    target_id: z.string().nullable(),
    /** What else the address named. */
    target: z.string().nullable(),
    /** The name of the target, while it exists. */
    target_name: z.string().nullable(),
    fields: z.array(z.string()),
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    request_id: z.string().nullable(),
  })
  .openapi('AuditEntry');
export type AuditEntry = z.output<typeof auditEntry>;

const filters = {
  area: line(60).optional(),
  /** Of what it was done to. */
  target: line(100).optional(),
  from: timestamp.optional(),
  /** Up to, not including it. */
  until: timestamp.optional(),
};
/** `q` looks in the addresses of those who did it. */
const auditQuery = adminListQuery.extend(filters);
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
        /** All areas that there are entries of. */
        areas: z.array(z.string()),
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
    200: { description: 'The table', content: { 'text/csv': { schema: z.string() } } },
    ...errors(401, 403, 429),
  },
});
