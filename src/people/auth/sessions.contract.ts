import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { errors, json } from '#platform/contract.ts';
import { timestamp } from '#platform/contract-fields.ts';

const session = z
  .object({
    id: z.uuid(),
    /** As people call it; empty where the device has not said. */
    browser: z.string(),
    system: z.string(),
    /** The network address of the sign-in. */
    address: z.string().nullable(),
    created_at: timestamp,
    last_used_at: timestamp,
    is_current: z.boolean(),
  })
  .openapi('Session');

export const listSessionsRoute = defineRoute({
  method: 'get',
  path: '/sessions',
  access: 'member',
  summary: 'Where I am signed in',
  responses: {
    200: json(z.object({ items: z.array(session) }), 'My sessions, newest first'),
    ...errors(401),
  },
});

export const endSessionRoute = defineRoute({
  method: 'delete',
  path: '/sessions/{id}',
  access: 'member',
  summary: 'Sign out one of my devices',
  request: { params: z.object({ id: z.uuid() }) },
  responses: { 200: json(z.object({ ok: z.literal(true) }), 'Ended'), ...errors(401, 404) },
});
