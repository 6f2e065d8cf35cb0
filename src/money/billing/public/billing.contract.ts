import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { billingIntervals, limits, paymentStates } from '#constants';
import { redeemedGifts } from '#money/gifts/public/redeemed-gifts.ts';
import { typedCode } from '#money/offers/public/typed-code.ts';
import { errors, idParams, json, minorUnits } from '#platform/contract/contract.ts';
import { timestamp } from '#platform/contract/contract-fields.ts';
import * as m from '#platform/words/messages.ts';
import { agreedTo } from '#site/own-pages/public/agreed.ts';

const interval = z.enum(billingIntervals);
const code = typedCode.optional().describe('The code of an offer');
const agreement = agreedTo
  .optional()
  .describe(
    'Confirms a purchase that was refused with `consent_required`: the version of each page that asks for consent, by its slug, from GET /api/v1/pages',
  );

/** Earlier versions of the pages send it as text. */
const accessLevel = z
  .union(
    [
      z.number(),
      z
        .string()
        .regex(/^\d{1,9}$/, { error: () => m.enter_a_whole_number() })
        .transform(Number),
    ],
    { error: ({ input }) => (input === undefined ? undefined : m.enter_a_whole_number()) },
  )
  .pipe(z.int().min(0).max(limits.accessLevel));

const checkoutRequest = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('playbook'),
    playbookId: z.uuid(),
    code,
    agreed_to: agreement,
  }),
  z.object({
    type: z.literal('subscription'),
    tierId: accessLevel.describe('The access level of the plan, not its id'),
    tier: z.uuid().optional().describe('The id of the plan, which decides between plans with the same level'),
    interval: interval.default('month'),
    despite_complimentary: z
      .boolean()
      .optional()
      .describe('The member knows that their complimentary plan already includes as much'),
    code,
    agreed_to: agreement,
  }),
]);
export type CheckoutRequest = z.output<typeof checkoutRequest>;

export const createCheckoutRoute = defineRoute({
  method: 'post',
  path: '/create-checkout-session',
  summary: 'Start a checkout for a playbook or a plan',
  access: 'member',
  request: { body: { ...json(checkoutRequest, 'The playbook or plan'), required: true } },
  responses: {
    200: json(z.object({ url: z.string() }), 'The URL to open'),
    ...errors(401, 403, 404, 409, 429, 502),
  },
});

const checkoutState = z
  .object({
    status: z
      .enum(['open', 'processing', 'complete', 'expired'])
      .describe('`processing`: paid with a method that takes days'),
    name: z.string(),
    path: z.string().describe('The page of the purchase'),
    is_trial_refused: z
      .boolean()
      .describe("The plan hasn't started, because its card had already been used for a trial"),
  })
  .openapi('Checkout');
export type CheckoutState = z.output<typeof checkoutState>;

export const getCheckoutRoute = defineRoute({
  method: 'get',
  path: '/checkouts/{id}',
  summary: 'Get the state of my checkout',
  access: 'member',
  request: { params: idParams },
  responses: { 200: json(checkoutState, 'The state of the checkout'), ...errors(401, 404, 502) },
});

const discount = z
  .object({ percent_off: z.number().nullable(), amount_off: z.int().nullable(), until: timestamp.nullable() })
  .nullable()
  .describe('Applies to payments before `until`; null means all payments');

const subscription = z
  .object({
    plan: z.string(),
    price: minorUnits,
    billing_cycle: z.enum(['Monthly', 'Yearly']),
    tier_id: z.uuid().nullable(),
    daily_copy_limit: z.int(),
    copies_left: z.int().nullable(),
    source: z.enum(['free', 'subscription', 'complimentary', 'gift']),
    paid_plan: z
      .object({ tier_id: z.uuid(), name: z.string() })
      .nullable()
      .describe(
        'The plan that the current subscription pays for, even while the member has another one as a gift or for free',
      ),
    gifts: redeemedGifts,
    status: z
      .string()
      .nullable()
      .describe(
        "The provider's status of the current subscription: trialing, active, past_due, unpaid, paused",
      ),
    interval: interval.nullable(),
    amount: z.int().nullable(),
    kept_price: z
      .object({ amount: z.int(), interval, until: timestamp.nullable() })
      .nullable()
      .describe(
        "The price of `plan`, where a change of the subscription isn't paid and so leaves the earlier plan or price; per period. `until` is the end of what is left of a refunded or disputed change",
      ),
    quantity: z
      .int()
      .describe(
        'How many units of the plan are paid for; 1 unless the owner has changed that at the provider',
      ),
    currency: z.string().describe('The currency of `amount` and `price`; ISO 4217, lowercase'),
    next_amount: z.int().nullable().describe('The amount of the next payment, with discount and tax'),
    discount,
    next_payment_at: timestamp.nullable(),
    ends_at: timestamp
      .nullable()
      .describe(
        'The end of `plan`, from whichever source it is; on the Free plan, the same as `subscription_ends_at`',
      ),
    subscription_ends_at: timestamp
      .nullable()
      .describe('The end of the current subscription; null if it renews'),
    trial_end: timestamp.nullable(),
    grace_until: timestamp
      .nullable()
      .describe("Until when the plan stays after a failed payment; null if it doesn't"),
    reversal: z
      .object({ reason: z.enum(['refunded', 'disputed', 'dispute_lost']), plan: z.string() })
      .nullable()
      .describe(
        "Why the plan currently isn't `plan`: its payment was refunded or disputed. With a `status` it is still charged; without, it has ended",
      ),
    is_missing: z
      .boolean()
      .describe(
        "The payment provider no longer knows the subscription: it won't be charged again, and will end",
      ),
    duplicates: z
      .array(
        z.object({
          id: z.string(),
          plan: z.string(),
          amount: z.int(),
          currency: z.string(),
          interval,
          next_payment_at: timestamp.nullable(),
          ends_at: timestamp.nullable(),
        }),
      )
      .describe('All current subscriptions of a member with several, each of which is charged'),
    can_try: z.boolean().describe('Whether a new subscription would begin with a trial'),
    pending_change: z
      .object({ name: z.string(), amount: z.int(), currency: z.string(), interval, expires_at: timestamp })
      .nullable()
      .describe(
        'A change that waits for the member to confirm its payment; until then the plan stays the same',
      ),
    payment_under_way: z
      .object({ tier_id: z.uuid(), name: z.string() })
      .nullable()
      .describe(
        'The plan whose payment, the first or that of a change, is on its way for days, such as a bank debit. Until then it gives no access, and no other plan is sold',
      ),
    lower_amount: z.int().nullable().describe("The plan's current price, if it is lower than the member's"),
    trial_refused: z
      .boolean()
      .describe(
        'The newest subscription was ended at its start, because its card had already been used for a trial',
      ),
    action_url: z
      .string()
      .nullable()
      .describe("The provider's page for confirming a payment, if one needs to be confirmed"),
    payments: z.enum(paymentStates),
    can: z.object({ cancel: z.boolean(), resume: z.boolean(), manage_billing: z.boolean() }),
  })
  .openapi('Subscription', {
    description:
      "The viewer's plan. `billing_cycle` is Monthly unless the current subscription is yearly. `price` is per month, `amount` per period of the current subscription, both in the currency's minor unit",
  });
export type Subscription = z.output<typeof subscription>;

export const getSubscriptionRoute = defineRoute({
  method: 'get',
  path: '/subscription',
  summary: 'Get my plan',
  access: 'member',
  responses: { 200: json(subscription, 'My plan'), ...errors(401) },
});

const changePreview = z
  .object({
    tier: z.object({ id: z.uuid(), name: z.string() }),
    interval,
    amount: z
      .int()
      .describe("Per period of the new plan, in the currency's minor unit, before the discount that stays"),
    currency: z.string(),
    /** It reduces what is due now, and later payments before its end. */
    discount,
    amount_due: z
      .int()
      .describe(
        'The amount to pay now; `credit` is deducted from the next invoices if the old plan was worth more',
      ),
    credit: z.int(),
    proration_date: timestamp,
    next_payment_at: timestamp,
    trial_end: timestamp
      .nullable()
      .describe(
        'When the current trial would end after the change; null if it would end at once or there is none',
      ),
    ends_trial: z.boolean(),
    is_other_plan: z.boolean().describe('Whether the plan changes, and not only the interval or the price'),
    is_lower_price: z.boolean().describe('The same plan and interval at the current, lower price'),
    resumes: z.boolean().describe('The plan is canceled, and the change takes that back'),
  })
  .openapi('ChangePreview');
export type ChangePreview = z.output<typeof changePreview>;

export const previewChangeRoute = defineRoute({
  method: 'get',
  path: '/subscription/change',
  summary: 'Preview what a change of my plan would cost now',
  access: 'member',
  request: {
    query: z.object({ tier: z.uuid().describe('The id of the plan'), interval: interval.default('month') }),
  },
  responses: { 200: json(changePreview, 'The preview'), ...errors(401, 404, 409, 429, 502) },
});

const planChange = z.strictObject({
  tier: z.uuid(),
  interval,
  proration_date: timestamp,
  amount_due: z.int(),
  agreed_to: agreement,
});
export type PlanChangeRequest = z.output<typeof planChange>;

export const changePlanRoute = defineRoute({
  method: 'post',
  path: '/subscription/change',
  summary: 'Change my plan at the previewed price; fails if the price has changed',
  access: 'member',
  request: { body: { ...json(planChange, 'The confirmed preview'), required: true } },
  responses: { 200: json(subscription, 'My plan'), ...errors(401, 402, 404, 409, 429, 502) },
});

const planAnswer = { 200: json(subscription, 'My plan'), ...errors(401, 404, 409, 429, 502) };

export const cancelPlanRoute = defineRoute({
  method: 'post',
  path: '/subscription/cancel',
  summary: 'Cancel my plan at the end of the paid period, or at once if it is on hold',
  access: 'member',
  responses: planAnswer,
});
export const resumePlanRoute = defineRoute({
  method: 'post',
  path: '/subscription/resume',
  summary: 'Resume my canceled plan',
  access: 'member',
  responses: planAnswer,
});
export const portalRoute = defineRoute({
  method: 'post',
  path: '/subscription/portal',
  summary: "Open the payment provider's customer portal, to manage cards and invoices",
  access: 'member',
  responses: { 200: json(z.object({ url: z.string() }), 'The URL to open'), ...errors(401, 409, 429, 502) },
});
