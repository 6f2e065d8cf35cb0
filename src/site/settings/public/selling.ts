import { z } from 'zod';
import { defaultCurrency } from '#constants';
import { currencies } from '#platform/text/currencies.ts';

/** The owner's settings for selling. */
export const sellingFields = {
  /** ISO 4217, lowercase. */
  currency: z.enum(currencies),
  /** Whether the payment provider adds taxes. */
  tax: z.enum(['off', 'automatic']),
  /** Whether prices are shown without the tax, or contain it. */
  tax_behavior: z.enum(['exclusive', 'inclusive']),
  /** Whether the checkout accepts promotion codes created at the provider. */
  promotion_codes: z.boolean(),
  /** Whether a playbook purchase comes with an invoice, as subscriptions always do. */
  purchase_invoices: z.boolean(),
  /** Whether the checkout asks for consent to the terms. */
  terms_consent: z.boolean(),
};
export type SellingSettings = z.output<z.ZodObject<typeof sellingFields>>;
export const sellingNames = Object.keys(sellingFields);

const stored = z.object({
  currency: sellingFields.currency.catch(defaultCurrency),
  tax: sellingFields.tax.catch('off'),
  tax_behavior: sellingFields.tax_behavior.catch('exclusive'),
  promotion_codes: z.stringbool().catch(true),
  purchase_invoices: z.stringbool().catch(false),
  terms_consent: z.stringbool().catch(false),
});
/** Parses stored values; those that aren't set get their defaults. */
export const readSelling = (values: Map<string, string>): SellingSettings =>
  stored.parse(Object.fromEntries(values));
