import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { keyDays, limits, scopes } from '#constants';
import { errors, idParams, json, listOf, newId } from '#platform/contract/contract.ts';
import { nameLine, timestamp, wholeQuery } from '#platform/contract/contract-fields.ts';

const apiKey = z
  .object({
    id: z.uuid(),
    name: z.string(),
    /** The beginning of the key. */
    hint: z.string(),
    scopes: z.array(z.enum(scopes)),
    created_at: timestamp,
    /** Null for a key that doesn't expire. */
    expires_at: timestamp.nullable(),
    has_expired: z.boolean(),
    /** To the minute. */
    last_used_at: timestamp.nullable(),
  })
  .openapi('ApiKey');
export type ApiKeyItem = z.output<typeof apiKey>;

/** Sent again with the same `id`, it replaces the key that it created, if that has never been used; otherwise the answer is 409. */
const newKey = z.strictObject({
  id: newId,
  name: nameLine(limits.apiKeyName).min(1),
  scopes: z.array(z.enum(scopes)).min(1).max(scopes.length),
  /** The days until it expires; a key without them doesn't. */
  days: z
    .literal([...keyDays])
    // The generator of the document knows only the first of several values.
    .openapi({ type: 'integer', enum: [...keyDays] })
    .optional(),
});
export type NewKey = z.output<typeof newKey>;

export const listKeysRoute = defineRoute({
  method: 'get',
  path: '/keys',
  access: 'member',
  summary: 'List my API keys, newest first',
  request: { query: wholeQuery },
  responses: {
    200: json(listOf(apiKey), 'All of them'),
    ...errors(401, 403),
  },
});
export const createKeyRoute = defineRoute({
  method: 'post',
  path: '/keys',
  access: 'member',
  summary: 'Create an API key; the key itself is only in this response',
  request: { body: { ...json(newKey, 'What it may do'), required: true } },
  responses: {
    201: json(apiKey.extend({ key: z.string() }).openapi('NewApiKey'), 'The key'),
    ...errors(401, 403, 409),
  },
});
export const deleteKeyRoute = defineRoute({
  method: 'delete',
  path: '/keys/{id}',
  access: 'member',
  summary: 'Revoke an API key at once',
  request: { params: idParams },
  responses: { 200: json(z.object({ ok: z.literal(true) }), 'Revoked'), ...errors(401, 403, 404) },
});
