import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { billingIntervals, limits } from '#constants';
import { typedCode } from '#money/offers/public/typed-code.ts';
import { errors, idParams, json } from '#platform/contract/contract.ts';
import { timestamp } from '#platform/contract/contract-fields.ts';
import * as m from '#platform/words/messages.ts';
import { agreedTo } from '#site/own-pages/public/agreed.ts';

const interval = z.enum(billingIntervals);

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

/** `tierId` is the access level; `tier` is the id, which decides between plans with the same level. */
const checkoutRequest = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('playbook'),
    playbookId: z.uuid(),
    code: typedCode.optional(),
    agreed_to: agreedTo.optional(),
  }),
  z.object({
    type: z.literal('subscription'),
    tierId: accessLevel,
    tier: z.uuid().optional(),
    interval: interval.default('month'),
    /** The member knows that their complimentary plan already includes as much. */
    despite_complimentary: z.boolean().optional(),
    code: typedCode.optional(),
    /** Confirms a purchase that was refused with `consent_required`: the pages that ask for consent, from GET /api/v1/pages. */
    agreed_to: agreedTo.optional(),
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
    /** `processing`: paid with a method that takes days. */
    status: z.enum(['open', 'processing', 'complete', 'expired']),
    name: z.string(),
    /** The page of the purchase. */
    path: z.string(),
    /** The plan hasn't started, because its card had already been used for a trial. */
    is_trial_refused: z.boolean(),
  })
  .openapi('Checkout');
export type CheckoutState = z.output<typeof checkoutState>;

export const getCheckoutRoute = defineRoute({
  method: 'get',
  path: '/checkouts/{id}',
  summary: 'Get the state of my checkout',
  access: 'member',
  request: { params: idParams },
  responses: { 200: json(checkoutState, 'Its state'), ...errors(401, 404, 502) },
});

/** Applies to payments before `until`; null means all payments. */
const discount = z
  .object({ percent_off: z.number().nullable(), amount_off: z.int().nullable(), until: timestamp.nullable() })
  .nullable();

/**
 * The viewer's plan. `billing_cycle` is Monthly unless the current subscription is yearly. `price` is per month, `amount` per period of the
 * current subscription, both in the currency's minor unit.
 */
const subscription = z
  .object({
    plan: z.string(),
    price: z.int(),
    billing_cycle: z.enum(['Monthly', 'Yearly']),
    tier_id: z.uuid().nullable(),
    daily_copy_limit: z.int(),
    copies_left: z.int().nullable(),
    source: z.enum(['free', 'subscription', 'complimentary', 'gift']),
    /** The plan that the current subscription pays for, even while the member has another one as a gift or for free. */
    paid_plan: z.object({ tier_id: z.uuid(), name: z.string() }).nullable(),
    /**
     * The redeemed gifts that haven't ended; one without an end waits until the current plan has ended. If it has begun before, it has the
     * days that are left of it.
     */
    gifts: z.array(
      z.object({
        id: z.uuid(),
        plan: z.string(),
        months: z.int().nullable(),
        days: z.int().nullable(),
        ends_at: timestamp.nullable(),
      }),
    ),
    /** The provider's status of the current subscription: trialing, active, past_due, unpaid, paused. */
    status: z.string().nullable(),
    interval: interval.nullable(),
    amount: z.int().nullable(),
    /**
     * The price of `plan`, where a change of the subscription isn't paid and so leaves the earlier plan or price; per period. `until` is the
     * end of what is left of a refunded or disputed change.
     */
    kept_price: z.object({ amount: z.int(), interval, until: timestamp.nullable() }).nullable(),
    /** How many units of the plan are paid for; 1 unless the owner has changed that at the provider. */
    quantity: z.int(),
    /** The currency of `amount` and `price`; ISO 4217, lowercase. */
    currency: z.string(),
    /** The amount of the next payment, with discount and tax. */
    next_amount: z.int().nullable(),
    discount,
    next_payment_at: timestamp.nullable(),
    /** The end of `plan`, from whichever source it is; on the Free plan, the same as `subscription_ends_at`. */
    ends_at: timestamp.nullable(),
    /** The end of the current subscription; null if it renews. */
    subscription_ends_at: timestamp.nullable(),
    trial_end: timestamp.nullable(),
    /** Until when the plan stays after a failed payment; null if it doesn't. */
    grace_until: timestamp.nullable(),
    /**
     * Why the plan currently isn't `plan`: its payment was refunded or disputed. With a `status` it is still
     * charged; without, it has ended.
     */
    reversal: z
      .object({ reason: z.enum(['refunded', 'disputed', 'dispute_lost']), plan: z.string() })
      .nullable(),
    /** The payment provider no longer knows the subscription: it won't be charged again, and will end. */
    is_missing: z.boolean(),
    /** All current subscriptions of a member with several, each of which is charged. */
    duplicates: z.array(
      z.object({
        id: z.string(),
        plan: z.string(),
        amount: z.int(),
        currency: z.string(),
        interval,
        next_payment_at: timestamp.nullable(),
        ends_at: timestamp.nullable(),
      }),
    ),
    /** Whether a new subscription would begin with a trial. */
    can_try: z.boolean(),
    /** A change that waits for the member to confirm its payment; until then the plan stays the same. */
    pending_change: z
      .object({ name: z.string(), amount: z.int(), currency: z.string(), interval, expires_at: timestamp })
      .nullable(),
    /** The plan whose payment, the first or that of a change, is on its way for days, such as a bank debit. Until then it gives no access, and no other plan is sold. */
    payment_under_way: z.object({ tier_id: z.uuid(), name: z.string() }).nullable(),
    /** The plan's current price, if it is lower than the member's. */
    lower_amount: z.int().nullable(),
    /** The newest subscription was ended at its start, because its card had already been used for a trial. */
    trial_refused: z.boolean(),
    /** The provider's page for confirming a payment, if one needs to be confirmed. */
    action_url: z.string().nullable(),
    payments: z.enum(['off', 'sandbox', 'test', 'live']),
    can: z.object({ cancel: z.boolean(), resume: z.boolean(), manage_billing: z.boolean() }),
  })
  .openapi('Subscription');
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
    /** Per period of the new plan, in the currency's minor unit, before the discount that stays. */
    amount: z.int(),
    currency: z.string(),
    /** It reduces what is due now, and later payments before its end. */
    discount,
    /** The amount to pay now; `credit` is deducted from the next invoices if the old plan was worth more. */
    amount_due: z.int(),
    credit: z.int(),
    proration_date: timestamp,
    next_payment_at: timestamp,
    /** When the current trial would end after the change; null if it would end at once or there is none. */
    trial_end: timestamp.nullable(),
    ends_trial: z.boolean(),
    /** Otherwise only the interval changes, or the price. */
    is_other_plan: z.boolean(),
    /** The same plan and interval at the current, lower price. */
    is_lower_price: z.boolean(),
    /** The plan is canceled, and the change takes that back. */
    resumes: z.boolean(),
  })
  .openapi('ChangePreview');
export type ChangePreview = z.output<typeof changePreview>;

export const previewChangeRoute = defineRoute({
  method: 'get',
  path: '/subscription/change',
  summary: 'Preview what a change of my plan would cost now',
  access: 'member',
  request: { query: z.object({ tier: z.uuid(), interval: interval.default('month') }) },
  responses: { 200: json(changePreview, 'The preview'), ...errors(401, 404, 409, 429, 502) },
});

const planChange = z.strictObject({
  tier: z.uuid(),
  interval,
  proration_date: timestamp,
  amount_due: z.int(),
  agreed_to: agreedTo.optional(),
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
