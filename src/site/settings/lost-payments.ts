import { z } from 'zod';
import { graceDaysDefault, limits } from '#constants';

/** What the owner has decided about payments that fail or are returned. */
export const lostPaymentFields = {
  /** How many days access continues after a failed payment. */
  past_due_grace_days: z.int().min(0).max(limits.graceDays),
  /** Whether a refunded payment or a lost dispute cancels the subscription. */
  cancel_refunded_plans: z.boolean(),
};
export const lostPaymentNames = Object.keys(lostPaymentFields);
type LostPaymentSettings = z.output<z.ZodObject<typeof lostPaymentFields>>;

const stored = z.object({
  past_due_grace_days: z.coerce.number().pipe(lostPaymentFields.past_due_grace_days).catch(graceDaysDefault),
  cancel_refunded_plans: z.stringbool().catch(true),
});
/** Parses stored values; those that aren't set get their defaults. */
export const readLostPayments = (values: ReadonlyMap<string, string>): LostPaymentSettings =>
  stored.parse(Object.fromEntries(values));
