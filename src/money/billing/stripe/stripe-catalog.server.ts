import { createHash } from 'node:crypto';
import type { Stripe } from 'stripe';
import type { PaymentProvider, SessionDiscount } from '../payment-provider.ts';
import { findOrUndefined, isStripeError, unlessExists, withAppErrors } from './stripe-errors.server.ts';
import { productOf } from './stripe-facts.server.ts';

type Prices = Pick<PaymentProvider, 'createPrice' | 'isPriceActive' | 'renameTier'>;

/** The catalog at Stripe: a product for each tier, its prices, and a coupon for each offer's terms. */
export function createStripeCatalog(stripe: Stripe) {
  async function ensureProduct(tier: { id: string; name: string }): Promise<string> {
    const id = productOf(tier.id);
    await stripe.products.create({ id, name: tier.name }).catch((error: unknown) => {
      if (!isStripeError(error) || error.code !== 'resource_already_exists') throw error;
      // It may have been archived or renamed.
      return stripe.products.update(id, { name: tier.name, active: true });
    });
    return id;
  }

  /**
   * The coupon for an offer's terms. Its id is derived from them, so that changed terms get a new coupon and a deleted one is created
   * again. No promotion code is created, because members could enter it on Stripe's page, bypassing the offer's limits.
   */
  async function ensureCoupon({ id: offer, code, tiers, ...terms }: SessionDiscount): Promise<string> {
    const { percent_off, amount_off, currency, duration, duration_months } = terms;
    const products = tiers && (await Promise.all(tiers.map(ensureProduct))).sort();
    const values = {
      ...(percent_off === null ? { amount_off: amount_off ?? 0, currency } : { percent_off }),
      duration,
      ...(duration_months === null ? {} : { duration_in_months: duration_months }),
      ...(products && { applies_to: { products } }),
    };
    const hash = createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 16);
    const id = `promptory_${offer}_${hash}`;
    await unlessExists(stripe.coupons.create({ id, name: code, ...values }));
    return id;
  }

  const prices: Prices = {
    createPrice: ({ tier, interval, amount, currency, tax }) =>
      withAppErrors(async () => {
        const product = await ensureProduct(tier);
        const price = await stripe.prices.create({
          product,
          currency,
          unit_amount: amount,
          ...(tax === 'unspecified' ? {} : { tax_behavior: tax }),
          recurring: { interval },
          nickname: `${tier.name}, per ${interval}`,
        });
        return price.id;
      }),

    isPriceActive: (id) =>
      withAppErrors(async () => {
        const price = await findOrUndefined(stripe.prices.retrieve(id, { expand: ['product'] }));
        if (!price) return false;
        const isSold = typeof price.product === 'object' && 'active' in price.product && price.product.active;
        return price.active && isSold;
      }),
    renameTier: (tier) =>
      withAppErrors(
        async () =>
          void (await findOrUndefined(stripe.products.update(productOf(tier.id), { name: tier.name }))),
      ),
  };

  return { prices, ensureCoupon };
}
