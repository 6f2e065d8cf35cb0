import type { z } from 'zod';
import { assertCurrency, assertWhole } from './currencies.ts';
import { after, type Coupon, type Discount, type Fixture, type Line, newId } from './fixture.ts';
import { onlyOneOf } from './parameters.ts';
import { find, invalid } from './refusal.ts';
import type * as schemas from './schemas.ts';

type Params = z.output<typeof schemas.coupon>;

/** @throws StripeRefusal */
export function createCoupon(fixture: Fixture, params: Params, isLive: boolean): Coupon {
  const { id = newId('cpn'), duration = 'once', percent_off = null, amount_off = null } = params;
  onlyOneOf(params, 'percent_off', 'amount_off');
  // The coupon of the other mode is forgotten; at Stripe, each mode has its own.
  if (fixture.coupons.get(id)?.livemode === isLive)
    throw invalid('Coupon already exists.', 'id', 'resource_already_exists');
  if (percent_off === null && amount_off === null)
    throw invalid('Must provide percent_off or amount_off.', 'percent_off', 'parameter_missing');
  if ((amount_off === null) !== (params.currency === undefined))
    throw invalid('You must pass currency when passing amount_off, and only then.', 'currency');
  if (params.currency) assertCurrency(params.currency, 'currency');
  if (params.currency) assertWhole(amount_off ?? 0, params.currency, 'amount_off');
  if ((duration === 'repeating') !== (params.duration_in_months !== undefined))
    throw invalid('You must pass duration_in_months when passing duration=repeating.', 'duration_in_months');
  for (const [index, product] of (params.applies_to?.products ?? []).entries())
    find(fixture.products, product, 'product', isLive, `applies_to[products][${index}]`);
  const coupon: Coupon = {
    id,
    object: 'coupon',
    amount_off,
    created: fixture.now(),
    currency: params.currency?.toLowerCase() ?? null,
    duration,
    duration_in_months: params.duration_in_months ?? null,
    livemode: isLive,
    name: params.name ?? null,
    percent_off,
    valid: true,
  };
  fixture.coupons.set(id, coupon);
  if (params.applies_to?.products) fixture.couponProducts.set(id, params.applies_to.products);
  return coupon;
}

/** The amount that a coupon takes off these lines. Lines of other products, and of products created for a session, aren't reduced. */
function reduction(fixture: Fixture, coupon: Coupon, lines: Line[]): number {
  const products = fixture.couponProducts.get(coupon.id);
  const covered = lines.filter(({ product }) => !products || (product && products.includes(product)));
  if (coupon.percent_off !== null)
    return covered.reduce(
      (sum, { amount }) => sum + Math.round((amount * Number(coupon.percent_off)) / 100),
      0,
    );
  const total = covered.reduce((sum, { amount }) => sum + amount, 0);
  return Math.max(0, Math.min(total, coupon.amount_off ?? 0));
}

/** The amount that a coupon takes off a new session. @throws StripeRefusal */
export function reductionOfSession(fixture: Fixture, coupon: Coupon, lines: Line[]): number {
  if (coupon.currency && lines.some(({ currency }) => currency !== coupon.currency))
    throw invalid(`The coupon's currency \`${coupon.currency}\` does not match the session's.`, 'discounts');
  const amount = reduction(fixture, coupon, lines);
  if (amount === 0 && fixture.couponProducts.has(coupon.id))
    throw invalid(
      'This coupon cannot be redeemed because it does not apply to anything in this order.',
      'discounts[0][coupon]',
    );
  return amount;
}

const isApplied = (fixture: Fixture, { end }: Discount) => end === null || fixture.now() < end;

/** The amount that a subscription's discounts take off an invoice with these lines. */
export function reductionOfInvoice(fixture: Fixture, discounts: string[], lines: Line[]): number {
  return discounts.reduce((sum, id) => {
    const discount = fixture.discounts.get(id);
    const coupon = fixture.coupons.get(discount?.source.coupon ?? '');
    return sum + (discount && coupon && isApplied(fixture, discount) ? reduction(fixture, coupon, lines) : 0);
  }, 0);
}

export function addDiscount(fixture: Fixture, coupon: Coupon, subscription: string): Discount {
  const start = fixture.now();
  const months = coupon.duration_in_months;
  const discount: Discount = {
    id: newId('di'),
    object: 'discount',
    start,
    end: months === null ? null : after(start, { interval: 'month', interval_count: months }),
    subscription,
    promotion_code: null,
    source: { type: 'coupon', coupon: coupon.id },
  };
  fixture.discounts.set(discount.id, discount);
  return discount;
}

/** The discounts that remain after an invoice. Those for a single invoice and expired ones are removed. */
export const discountsLeft = (fixture: Fixture, discounts: string[]) =>
  discounts.filter((id) => {
    const discount = fixture.discounts.get(id);
    const coupon = fixture.coupons.get(discount?.source.coupon ?? '');
    return discount && isApplied(fixture, discount) && coupon?.duration !== 'once';
  });
