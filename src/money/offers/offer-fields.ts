import { z } from 'zod';
import { limits } from '#constants';
import { timestamp } from '#platform/contract/contract-fields.ts';
import { offerDurations } from './public/discount.ts';
import * as m from './words/messages.ts';

/** A code as typed: letters of any case, digits and dashes. Stored in uppercase. */
export const offerCode = z
  .string()
  .trim()
  .min(3)
  .max(limits.offerCode)
  .regex(/^[A-Za-z0-9][A-Za-z0-9-]*$/, { error: () => m.use_letters_digits_and_dashes() })
  .toUpperCase();

const offerScopes = ['everything', 'plans', 'playbooks', 'chosen'] as const;

/** The fields of an offer that admins edit. Either `percent_off` or `amount_off` (in the minor unit) is set; the other is null. */
export const offerFields = {
  code: offerCode,
  percent_off: z.int().min(1).max(100).nullable(),
  amount_off: z.int().min(1).max(limits.price).nullable(),
  applies_to: z.enum(offerScopes),
  tier_ids: z.array(z.uuid()).max(limits.offerItems),
  playbook_ids: z.array(z.uuid()).max(limits.offerItems),
  duration: z.enum(offerDurations),
  duration_months: z.int().min(1).max(limits.offerMonths).nullable(),
  ends_at: timestamp.nullable(),
  max_redemptions: z.int().min(1).max(limits.offerRedemptions).nullable(),
  max_per_member: z.int().min(1).max(limits.offerRedemptions).nullable(),
  is_active: z.boolean(),
};

type Offer = { [Name in keyof typeof offerFields]: z.output<(typeof offerFields)[Name]> };
type OfferRules = Pick<
  Offer,
  'percent_off' | 'amount_off' | 'applies_to' | 'tier_ids' | 'playbook_ids' | 'duration' | 'duration_months'
>;

/** Refuses fields that contradict each other. */
export function checkOffer(offer: OfferRules, context: z.RefinementCtx) {
  const refuse = (path: keyof OfferRules, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  if ((offer.percent_off === null) === (offer.amount_off === null))
    refuse('percent_off', m.enter_a_percentage_or_an_amount());
  if (offer.applies_to === 'chosen' && offer.tier_ids.length + offer.playbook_ids.length === 0)
    refuse('applies_to', m.nothing_chosen());
  if ((offer.duration === 'repeating') !== (offer.duration_months !== null))
    refuse('duration_months', m.enter_a_number_of_months());
}
