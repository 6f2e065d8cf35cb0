import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { adminListQuery, errors, idParams, json, listOf, newId } from '#platform/contract/contract.ts';
import { timestamp } from '#platform/contract/contract-fields.ts';
import { giftCount, giftFields } from './gift-fields.ts';
import * as m from './words/messages.ts';

const adminGift = z
  .object({
    id: z.uuid(),
    code: z.string(),
    plan: z.string().nullable(),
    months: z.int().nullable(),
    days: z.int().nullable(),
    note: z.string(),
    redeem_by: timestamp.nullable(),
    status: z.enum(['open', 'expired', 'waiting', 'running', 'over', 'revoked']),
    redeemed_by: z.string().nullable(),
    redeemed_at: timestamp.nullable(),
    ends_at: timestamp.nullable(),
    created_at: timestamp,
  })
  .openapi('AdminGift', {
    description:
      'A gift code as admins see it, with the email address of its redeemer; null for a deleted account',
  });
export type AdminGift = z.output<typeof adminGift>;

const newGifts = z
  .strictObject({
    id: newId,
    ...giftFields,
    months: giftFields.months.default(null),
    days: giftFields.days.default(null),
    note: giftFields.note.default(''),
    redeem_by: giftFields.redeem_by.default(null),
    count: giftCount.default(1),
  })
  .refine(({ months, days }) => (months === null) !== (days === null), {
    path: ['months'],
    error: () => m.refused_no_length(),
  })
  .describe(
    'Sent again with the same `id`, it returns the codes that it created; with other values, or after one of them was revoked, the answer is 409',
  );
export type NewGifts = z.output<typeof newGifts>;

export const adminListGiftsRoute = defineRoute({
  method: 'get',
  path: '/admin/offers/gifts',
  summary:
    'List all gift codes, newest first; `q` searches codes, notes and the addresses of those who redeemed them',
  access: 'admin',
  request: { query: adminListQuery },
  responses: { 200: json(listOf(adminGift), 'A page of gift codes'), ...errors(401, 403) },
});
export const adminCreateGiftsRoute = defineRoute({
  method: 'post',
  path: '/admin/offers/gifts',
  audited: ['count', 'tier_id'],
  summary: 'Create one or more gift codes',
  access: 'admin',
  request: { body: { ...json(newGifts, 'The plan, how long it lasts, and how many codes'), required: true } },
  responses: {
    201: json(z.object({ items: z.array(z.object({ code: z.string() })) }), 'The new codes'),
    ...errors(401, 403, 404, 409),
  },
});
export const adminRevokeGiftRoute = defineRoute({
  method: 'post',
  path: '/admin/offers/gifts/{id}/revoke',
  summary: 'Revoke a gift, redeemed or not; what it gives ends at once',
  access: 'admin',
  request: { params: idParams },
  responses: { 200: json(adminGift, 'The gift'), ...errors(401, 403, 404, 409) },
});
export const adminExportGiftsRoute = defineRoute({
  method: 'get',
  path: '/admin/offers/gifts/export',
  summary: 'Export all gift codes as CSV',
  access: 'admin',
  responses: {
    200: { description: 'A CSV file', content: { 'text/csv': { schema: z.string() } } },
    ...errors(401, 403),
  },
});
