import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { scopes } from '#constants';
import { errors, json, listOf, okJson, wholeQuery } from '#platform/contract/contract.ts';
import { timestamp } from '#platform/contract/contract-fields.ts';

const programFields = {
  name: z.string().describe("The program's own name for itself, unverified"),
  host: z.string().describe("The host of the program's document or of its redirect URI"),
  scopes: z.array(z.enum(scopes)),
};
const connection = z
  .object({ id: z.string(), ...programFields, created_at: timestamp, last_used_at: timestamp.nullable() })
  .openapi('Connection');
export type Connection = z.output<typeof connection>;

const connectionRequest = z
  .object({ ...programFields, resource: z.enum(['mcp', 'api']) })
  .openapi('ConnectionRequest');
export type ConnectionRequest = z.output<typeof connectionRequest>;

const uidParams = z.object({ uid: z.string().min(1).max(100) });

export const listConnectionsRoute = defineRoute({
  method: 'get',
  path: '/connections',
  access: 'member',
  summary: 'List the programs that I have connected',
  request: { query: wholeQuery },
  responses: {
    200: json(listOf(connection), 'All of them'),
    ...errors(401, 403),
  },
});
export const deleteConnectionRoute = defineRoute({
  method: 'delete',
  path: '/connections/{uid}',
  access: 'member',
  summary: 'Disconnect a program at once',
  request: { params: uidParams },
  responses: { 200: okJson('Disconnected'), ...errors(401, 403, 404) },
});
export const getConnectionRequestRoute = defineRoute({
  method: 'get',
  path: '/connections/requests/{uid}',
  access: 'member',
  summary: 'Get what a program asks for; only in the browser that the request came from',
  request: { params: uidParams },
  responses: { 200: json(connectionRequest, 'The request'), ...errors(401, 403, 404) },
});
export const answerConnectionRequestRoute = defineRoute({
  method: 'post',
  path: '/connections/requests/{uid}',
  access: 'member',
  summary: 'Allow or deny the request',
  request: {
    params: uidParams,
    body: { ...json(z.strictObject({ allow: z.boolean() }), 'The answer'), required: true },
  },
  responses: {
    200: json(z.object({ url: z.string() }), 'Where the browser goes now'),
    ...errors(401, 403, 404),
  },
});
