import type { z } from 'zod';
import type { Fixture, Subscription } from './fixture.ts';
import { invalid } from './refusal.ts';
import type * as schemas from './schemas.ts';

type Params = z.output<typeof schemas.session>;
type Behavior = string | null | undefined;

const percent = 20;

/** The tax included in or added to an amount, and the total. */
export function taxed(amount: number, isAutomatic: boolean, behavior: Behavior) {
  if (!isAutomatic) return { tax: 0, total: amount };
  const isIncluded = behavior === 'inclusive';
  const tax = Math.round(isIncluded ? (amount * percent) / (100 + percent) : (amount * percent) / 100);
  return { tax, total: isIncluded ? amount : amount + tax };
}

/** The tax and total of an invoice for `amount`. */
export const invoiceTotals = (subscription: Subscription, amount: number) =>
  taxed(amount, subscription.automatic_tax.enabled, subscription.items.data[0]?.price.tax_behavior);

/** @throws StripeRefusal */
export function assertTaxable(params: Params, behavior: Behavior): void {
  const { automatic_tax, tax_id_collection, customer_update } = params;
  if (tax_id_collection?.enabled && params.customer && customer_update?.name !== 'auto')
    throw invalid(
      'Tax ID collection requires updating business name on the customer. To enable tax ID collection for an existing customer, please set `customer_update[name]` to `auto`.',
      'tax_id_collection',
    );
  if (!automatic_tax?.enabled) return;
  if (params.customer && customer_update?.address !== 'auto')
    throw invalid(
      "Automatic tax calculation in Checkout requires a valid address on the Customer. Add a valid address to the Customer or set either `customer_update[address]` to 'auto' or `customer_update[shipping]` to 'auto' to save the address entered in Checkout to the Customer.",
      'automatic_tax',
      'customer_tax_location_invalid',
    );
  if (!behavior || behavior === 'unspecified')
    throw invalid(
      'The tax behavior of the price is not specified. Set `tax_behavior` to use automatic tax.',
      'automatic_tax',
    );
}

/** @throws StripeRefusal */
export function assertConsentPossible({ hasTermsUrl }: Fixture, { consent_collection }: Params): void {
  if (consent_collection?.terms_of_service === 'required' && !hasTermsUrl)
    throw invalid(
      'You cannot collect consent to your terms of service unless a URL is set in the Stripe Dashboard. Update your public business information with a Terms of service URL in the Dashboard https://dashboard.stripe.com/settings/public to collect terms of service consent.',
      'consent_collection[terms_of_service]',
    );
}
