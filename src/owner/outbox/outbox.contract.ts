import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { errors, json, listOf, pageQuery } from '#platform/contract/contract.ts';
import { timestamp } from '#platform/contract/contract-fields.ts';

const summary = z.object({ id: z.string(), sent_at: timestamp, to: z.string(), subject: z.string() });
const outboxList = listOf(summary, { is_used: z.boolean() }).openapi('Outbox', {
  description: '`is_used` is false if an email server sends the emails',
});
export type OutboxList = z.output<typeof outboxList>;

export const adminListOutboxRoute = defineRoute({
  method: 'get',
  path: '/admin/outbox',
  summary: 'List the emails of a site without an email server, newest first',
  access: 'admin',
  request: { query: pageQuery },
  responses: { 200: json(outboxList, 'The emails'), ...errors(401, 403) },
});
export const adminGetEmailRoute = defineRoute({
  method: 'get',
  path: '/admin/outbox/{id}',
  summary: 'Get one of these emails',
  access: 'admin',
  request: { params: z.object({ id: z.string().max(200) }) },
  responses: {
    200: json(summary.extend({ text: z.string(), html: z.string() }), 'The email'),
    ...errors(401, 403, 404),
  },
});
