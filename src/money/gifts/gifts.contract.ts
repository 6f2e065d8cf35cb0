import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { errors, json } from '#platform/contract/contract.ts';
import { timestamp } from '#platform/contract/contract-fields.ts';
import { typedGiftCode } from './gift-fields.ts';

/**
 * A gift as whoever has its code sees it. `status`: can be redeemed, redeemed by the viewer, or no longer available.
 * `starts` says whether it would begin at once for this viewer, or once their current plan ends; null for visitors.
 */
const gift = z
  .object({
    code: z.string(),
    plan: z.string(),
    features: z.array(z.string()),
    months: z.int().nullable(),
    days: z.int().nullable(),
    redeem_by: timestamp.nullable(),
    status: z.enum(['open', 'yours', 'taken', 'expired', 'revoked']),
    starts: z.enum(['now', 'later']).nullable(),
    /** The viewer's current plan, if they have one. */
    current_plan: z.string().nullable(),
    /** When it ends, if it is the viewer's and has begun; when it would, if it is open and would begin now. */
    ends_at: timestamp.nullable(),
    /** The plan for which the viewer goes on being charged, if there is one; they may have another one without paying. */
    paid_plan: z.string().nullable(),
    /** Whether there is one. */
    is_paying: z.boolean(),
  })
  .openapi('Gift');
export type Gift = z.output<typeof gift>;

const codeParams = z.object({ code: typedGiftCode });

export const getGiftRoute = defineRoute({
  method: 'get',
  path: '/gifts/{code}',
  summary: 'Get what a gift code gives',
  access: 'anyone',
  request: { params: codeParams },
  responses: { 200: json(gift, 'The gift'), ...errors(404, 429) },
});
export const redeemGiftRoute = defineRoute({
  method: 'post',
  path: '/gifts/{code}/redeem',
  summary: 'Redeem a gift code (single use)',
  access: 'member',
  request: { params: codeParams },
  responses: { 200: json(gift, 'The gift, now mine'), ...errors(401, 404, 409, 429) },
});
