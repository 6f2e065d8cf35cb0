import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { billingIntervals } from '#constants';
import { offerDurations } from '#money/offers/public/discount.ts';
import { errors, idParams, json, okJson } from '#platform/contract/contract.ts';

const sandboxCheckout = z
  .object({
    name: z.string(),
    amount: z.int(),
    currency: z.string(),
    discount: z
      .object({
        code: z.string(),
        first_amount: z.int(),
        percent_off: z.int().nullable(),
        amount_off: z.int().nullable(),
        duration: z.enum(offerDurations),
        duration_months: z.int().nullable(),
      })
      .nullable()
      .describe('The reduction of the first payment, and the terms of the code'),
    tax: z.int(),
    is_tax_included: z.boolean(),
    credit: z
      .int()
      .describe(
        'The part that an earlier credit pays; negative if an earlier amount was too small to be charged',
      ),
    due: z.int().describe('The amount due, with discount, tax and credit'),
    terms_consent: z.boolean().describe('Whether the buyer must agree to the terms'),
    interval: z.enum(billingIntervals).nullable(),
    trial_days: z.int(),
    status: z.enum(['open', 'complete', 'expired']),
    cancel_url: z.string().describe('The page that the purchase was made on'),
  })
  .openapi('SandboxCheckout', {
    description:
      "A checkout in the built-in sandbox, where no money moves. `amount` is in the currency's minor unit",
  });
export type SandboxCheckout = z.output<typeof sandboxCheckout>;

export const getSandboxCheckoutRoute = defineRoute({
  method: 'get',
  path: '/sandbox/checkouts/{id}',
  summary: 'Get my test checkout; only in sandbox mode',
  access: 'member',
  request: { params: idParams },
  responses: { 200: json(sandboxCheckout, 'The checkout'), ...errors(401, 404) },
});

const outcome = z.strictObject({ outcome: z.enum(['pay', 'decline', 'leave']) });
export const concludeSandboxCheckoutRoute = defineRoute({
  method: 'post',
  path: '/sandbox/checkouts/{id}',
  summary: 'Pay, decline or leave my test checkout',
  access: 'member',
  request: { params: idParams, body: { ...json(outcome, 'What to simulate'), required: true } },
  responses: { 200: json(z.object({ url: z.string() }), 'The URL to open'), ...errors(401, 402, 404, 409) },
});

const action = z.strictObject({
  action: z.enum([
    'renew',
    'fail',
    'settle',
    'ask',
    'confirm',
    'expire',
    'refund',
    'fail_refund',
    'dispute',
    'win_dispute',
    'lose_dispute',
    'end',
  ]),
});
export type SandboxAction = z.output<typeof action>['action'];
export const actInSandboxRoute = defineRoute({
  method: 'post',
  path: '/sandbox/billing',
  summary: 'Simulate an event for my test payments',
  access: 'member',
  request: { body: { ...json(action, 'What to simulate'), required: true } },
  responses: { 200: okJson('Done'), ...errors(401, 404, 409) },
});
