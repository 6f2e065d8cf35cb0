import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { billingIntervals } from '#constants';
import { errors, json } from '#platform/contract/contract.ts';
import { timestamp } from '#platform/contract/contract-fields.ts';
import { offerDurations } from './public/discount.ts';
import { typedCode } from './public/typed-code.ts';

const offerQuote = z
  .object({
    code: z.string(),
    percent_off: z.int().nullable(),
    amount_off: z.int().nullable(),
    currency: z.string(),
    duration: z.enum(offerDurations),
    duration_months: z.int().nullable(),
    ends_at: timestamp.nullable(),
    plans: z.array(
      z.object({ tier_id: z.uuid(), interval: z.enum(billingIntervals), amount: z.int(), due: z.int() }),
    ),
    playbook: z.object({ amount: z.int(), due: z.int() }).nullable(),
  })
  .openapi('OfferQuote', {
    description:
      "The reduction that a code gives. `amount` is the price, `due` the reduced first payment; both in the currency's minor unit. Without a playbook in the request, it lists the plans that the code applies to; otherwise, the playbook",
  });
export type OfferQuote = z.output<typeof offerQuote>;

const quoteRequest = z.strictObject({ code: typedCode, playbook: z.uuid().optional() });
export type QuoteRequest = z.output<typeof quoteRequest>;

export const quoteOfferRoute = defineRoute({
  method: 'post',
  path: '/offers/quote',
  summary: 'Get what a code takes off the price of a playbook, or of the plans',
  access: 'anyone',
  request: { body: { ...json(quoteRequest, 'The code'), required: true } },
  responses: { 200: json(offerQuote, 'The prices with the code'), ...errors(401, 404, 409, 429) },
});
