import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { errors, json, listOf } from '#platform/contract/contract.ts';
import { adminListQuery, line, timestamp } from '#platform/contract/contract-fields.ts';

/**
 * An action by a team member, a program or the command line. `action` is the endpoint or the command; `fields` names the fields that were
 * sent, and `details` has the few values that are kept.
 */
const auditEntry = z
  .object({
    id: z.uuid(),
    created_at: timestamp,
    actor_kind: z.enum(['person', 'key', 'service', 'command']),
    actor_id: z.uuid().nullable(),
    /** At the time of the action. */
    actor_role: z.string().nullable(),
    actor_email: z.string().nullable(),
    action: z.string(),
    area: z.string(),
    target_id: z.string().nullable(),
    /** Other values from the path, or the name of a category that is gone. */
    target: z.string().nullable(),
    /** The target's current name, or the one that it had when it was deleted; null if neither is known. */
    target_name: z.string().nullable(),
    fields: z.array(z.string()),
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    request_id: z.string().nullable(),
  })
  .openapi('AuditEntry');
export type AuditEntry = z.output<typeof auditEntry>;

const filters = {
  area: line(60).optional(),
  /** The id of the target. */
  target: line(100).optional(),
  from: timestamp.optional(),
  /** Exclusive. */
  until: timestamp.optional(),
};
/** `q` searches the email addresses of the actors. */
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
        /** All areas that have entries. */
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
