import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { errors, json, okJson } from '#platform/contract/contract.ts';
import { emailAddress } from '#platform/contract/contract-fields.ts';

export const inviteRoute = defineRoute({
  method: 'post',
  path: '/admin/invitations',
  access: 'admin',
  summary: 'Invite someone by email, or resend a pending invitation',
  request: {
    body: {
      ...json(z.strictObject({ email: emailAddress.toLowerCase() }), 'Whom to invite'),
      required: true,
    },
  },
  responses: { 200: okJson('Sent'), ...errors(401, 403, 409) },
});
