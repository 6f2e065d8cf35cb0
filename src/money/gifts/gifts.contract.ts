import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { errors, json } from '#platform/contract/contract.ts';
import { timestamp } from '#platform/contract/contract-fields.ts';
import { typedGiftCode } from './gift-fields.ts';

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
    current_plan: z.string().nullable().describe("The viewer's current plan, if they have one"),
    ends_at: timestamp
      .nullable()
      .describe(
        'When it ends, if the viewer has started it; when it would end if redeemed now, if it is open',
      ),
    has_ended: z.boolean().describe('Whether the viewer has had it, and it is over'),
    paid_plan: z
      .string()
      .nullable()
      .describe(
        'The plan that the viewer keeps being charged for, if there is one; their current plan may be another one that is free',
      ),
    is_paying: z.boolean().describe('Whether there is a `paid_plan`'),
  })
  .openapi('Gift', {
    description:
      'A gift as anyone with its code sees it. `status`: it can be redeemed, the viewer has redeemed it, or it is no longer available. `starts` says whether it would begin at once for this viewer, or once their current plan ends; null for visitors',
  });
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
