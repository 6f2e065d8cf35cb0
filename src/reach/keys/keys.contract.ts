import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { keyDays, limits, scopes } from '#constants';
import { errors, idParams, json, listOf, newId, okJson, wholeQuery } from '#platform/contract/contract.ts';
import { nameLine, timestamp } from '#platform/contract/contract-fields.ts';

const apiKey = z
  .object({
    id: z.uuid(),
    name: z.string(),
    hint: z.string().describe('The beginning of the key'),
    scopes: z.array(z.enum(scopes)),
    created_at: timestamp,
    expires_at: timestamp.nullable().describe("Null for a key that doesn't expire"),
    has_expired: z.boolean(),
    last_used_at: timestamp.nullable().describe('To the minute'),
  })
  .openapi('ApiKey');
export type ApiKeyItem = z.output<typeof apiKey>;

const newKey = z
  .strictObject({
    id: newId,
    name: nameLine(limits.apiKeyName).min(1),
    scopes: z.array(z.enum(scopes)).min(1).max(scopes.length),
    days: z
      .literal([...keyDays])
      // The generator of the document knows only the first of several values.
      .openapi({
        type: 'integer',
        enum: [...keyDays],
        description: "The days until it expires; a key without them doesn't",
      })
      .optional(),
  })
  .describe(
    'Sent again with the same `id`, it replaces the key that it created: only the key of the latest response works. 409 once it has been used',
  );
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
  summary: `Create an API key, at most ${limits.apiKeys} in an account; the key itself is only in this response`,
  request: { body: { ...json(newKey, 'Its name, scopes and days'), required: true } },
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
  responses: { 200: okJson('Revoked'), ...errors(401, 403, 404) },
});
