import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { recentSignInMinutes } from '#constants';
import { errors, json, listOf, okJson, wholeQuery } from '#platform/contract/contract.ts';
import { timestamp, uuid } from '#platform/contract/contract-fields.ts';
import { proofOfOwner } from '../public/credential-fields.ts';

const session = z
  .object({
    id: z.uuid(),
    browser: z.string().describe("The common name; empty if the device didn't say"),
    system: z.string(),
    address: z.string().nullable().describe('The IP address of the sign-in'),
    created_at: timestamp,
    last_used_at: timestamp,
    is_current: z.boolean(),
  })
  .openapi('Session');

export const listSessionsRoute = defineRoute({
  method: 'get',
  path: '/sessions',
  access: 'member',
  summary: 'List where I am signed in',
  request: { query: wholeQuery },
  responses: {
    200: json(listOf(session), 'My sessions, last used first'),
    ...errors(401),
  },
});

export const endSessionRoute = defineRoute({
  method: 'delete',
  path: '/sessions/{id}',
  access: 'member',
  summary: 'Sign out one of my devices',
  request: { params: z.object({ id: uuid }) },
  responses: { 200: okJson('Ended'), ...errors(401, 404) },
});

export const confirmSessionRoute = defineRoute({
  method: 'post',
  path: '/sessions/confirm',
  access: 'member',
  summary: `Confirm my identity; for ${recentSignInMinutes.usually} minutes this session can change sign-in settings`,
  request: {
    body: {
      ...json(proofOfOwner, 'My password; without one, the code of `/auth/v1/reauthenticate`'),
      required: true,
    },
  },
  responses: { 200: okJson('Confirmed'), ...errors(401, 403, 429) },
});
