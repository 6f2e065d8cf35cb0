import type { z } from 'zod';
import { reductionOfSession } from './coupons.ts';
import { assertCurrency, assertNotTooLarge, assertNotTooSmall, assertWhole } from './currencies.ts';
import { type Fixture, newId, type Session } from './fixture.ts';
import { onlyOneOf } from './parameters.ts';
import { find, invalid } from './refusal.ts';
import type * as schemas from './schemas.ts';
import { assertConsentPossible, assertTaxable, taxed } from './taxes.ts';

type Params = z.output<typeof schemas.session>;

/** @throws StripeRefusal */
export function createSession(fixture: Fixture, params: Params, isLive: boolean, origin: string): Session {
  onlyOneOf(params, 'customer', 'customer_email');
  onlyOneOf(params, 'allow_promotion_codes', 'discounts');
  if (!params.success_url)
    throw invalid('Missing required param: success_url.', 'success_url', 'parameter_missing');
  const customer = find(fixture.customers, params.customer, 'customer', isLive, 'customer').id;
  const isPlan = params.mode === 'subscription';
  if (isPlan && params.payment_intent_data)
    throw invalid('You can not pass `payment_intent_data` in `subscription` mode.', 'payment_intent_data');
  if (!isPlan && params.subscription_data)
    throw invalid('You can not pass `subscription_data` in `payment` mode.', 'subscription_data');
  if (!isPlan && params.payment_method_collection)
    throw invalid(
      'You can only set `payment_method_collection` if there are recurring prices.',
      'payment_method_collection',
    );
  if (params.mode === 'setup') throw new Error('The stand-in has no setup mode');
  const items = (params.line_items ?? []).map((item, index) =>
    readLine(fixture, item, index, isPlan, isLive),
  );
  const [first] = items;
  if (!first) throw invalid('Missing required param: line_items.', 'line_items', 'parameter_missing');
  if (items.some(({ currency }) => currency !== first.currency))
    throw invalid('All line items must have the same currency.', 'line_items');
  if (isPlan && items.length > 1) throw new Error('The stand-in sells one plan at a time');
  const others = [...fixture.subscriptions.values()].filter(
    (subscription) =>
      subscription.customer === customer && !['canceled', 'incomplete_expired'].includes(subscription.status),
  );
  const other = others.find(({ currency }) => isPlan && currency !== first.currency);
  if (other)
    throw invalid(
      `You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, quote, or invoice item with currency ${other.currency}.`,
    );

  const now = fixture.now();
  const expires = params.expires_at ?? now + 86_400;
  // Stripe's range is 30 minutes to 24 hours from the creation.
  if (expires < now + 1_790 || expires > now + 86_410)
    throw invalid(
      'The `expires_at` timestamp must be at least 30 minutes and at most 24 hours from Checkout Session creation.',
      'expires_at',
    );
  const trialDays = params.subscription_data?.trial_period_days ?? 0;
  const subtotal = items.reduce((sum, item) => sum + item.amount, 0);
  const [discount] = params.discounts ?? [];
  const coupon = discount
    ? find(fixture.coupons, discount.coupon, 'coupon', isLive, 'discounts[0][coupon]')
    : undefined;
  const reduction = coupon ? reductionOfSession(fixture, coupon, items) : 0;
  const isTaxed = params.automatic_tax?.enabled ?? false;
  assertTaxable(params, first.tax);
  assertConsentPossible(fixture, params);
  if (isPlan && params.invoice_creation)
    throw invalid(
      'You can only enable invoice creation when `mode` is set to `payment`.',
      'invoice_creation',
    );
  const { tax, total: amount } = taxed(subtotal - reduction, isTaxed, first.tax);
  assertNotTooLarge(amount, first.currency, 'line_items');
  assertWhole(subtotal - reduction, first.currency, 'line_items');
  if (trialDays === 0) assertNotTooSmall(amount, first.currency);
  const id = newId(isLive ? 'cs_live' : 'cs_test');
  const session: Session = {
    id,
    object: 'checkout.session',
    mode: params.mode,
    status: 'open',
    payment_status: 'unpaid',
    client_reference_id: params.client_reference_id ?? null,
    allow_promotion_codes: params.allow_promotion_codes ?? null,
    metadata: params.metadata ?? {},
    amount_subtotal: trialDays > 0 ? 0 : subtotal,
    amount_total: trialDays > 0 ? 0 : amount,
    total_details: {
      amount_discount: trialDays > 0 ? 0 : reduction,
      amount_shipping: 0,
      amount_tax: trialDays > 0 ? 0 : tax,
    },
    currency: first.currency,
    url: `${origin}/pay/${id}`,
    expires_at: expires,
    livemode: isLive,
    success_url: params.success_url,
    cancel_url: params.cancel_url ?? null,
    customer,
    subscription: null,
    payment_intent: null,
    ...(first.price ? { price: first.price } : {}),
    trialDays,
    coupon: coupon?.id ?? null,
    isTaxed,
    asksConsent: params.consent_collection?.terms_of_service === 'required',
    hasInvoice: isPlan || (params.invoice_creation?.enabled ?? false),
    needsCard: isPlan && params.payment_method_collection !== 'if_required',
    subscriptionMetadata: params.subscription_data?.metadata ?? {},
  };
  fixture.sessions.set(id, session);
  return session;
}

const ofLine = { object: 'line_item' as const, period: { start: 0, end: 0 } };

function readLine(
  fixture: Fixture,
  item: NonNullable<Params['line_items']>[number],
  index: number,
  isPlan: boolean,
  isLive: boolean,
) {
  const name = `line_items[${index}]`;
  onlyOneOf(item, 'price', 'price_data');
  if (item.quantity === undefined)
    throw invalid(`Missing required param: ${name}[quantity].`, `${name}[quantity]`, 'parameter_missing');
  if (item.price_data) {
    const { currency, unit_amount } = item.price_data;
    assertCurrency(currency, `${name}[price_data][currency]`);
    assertNotTooLarge(unit_amount, currency, `${name}[price_data][unit_amount]`);
    if (isPlan) throw noRecurring();
    return {
      ...ofLine,
      amount: unit_amount * item.quantity,
      currency,
      price: undefined,
      product: undefined,
      tax: item.price_data.tax_behavior,
    };
  }
  const price = find(fixture.prices, item.price, 'price', isLive, `${name}[price]`);
  if (!price.active)
    throw invalid(
      'The price specified is inactive. This field only accepts active prices.',
      `${name}[price]`,
    );
  if (isPlan && !price.recurring) throw noRecurring();
  if (!isPlan && price.recurring)
    throw invalid(
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
      name,
    );
  const amount = (price.unit_amount ?? 0) * item.quantity;
  return {
    ...ofLine,
    amount,
    currency: price.currency,
    price: price.id,
    product: price.product,
    tax: price.tax_behavior,
  };
}

const noRecurring = () =>
  invalid(
    'You must provide at least one recurring price in `subscription` mode when using prices.',
    'line_items',
  );
