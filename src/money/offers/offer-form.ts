import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { lastMomentOf } from '#platform/text/iso-time.ts';
import { decimalOf } from '#platform/text/money.ts';
import { moneyInput, numberInput, optionalNumberInput } from '#ui/forms/input-schemas.ts';
import { deductionProblem } from '#ui/forms/price-problems.ts';
import * as common from '#ui/words/messages.ts';
import { checkOffer, offerFields } from './offer-fields.ts';
import type { AdminOffer } from './offers-admin.contract.ts';
import { offerDurations } from './public/discount.ts';
import * as m from './words/messages.ts';

const percent = numberInput(offerFields.percent_off.unwrap());
const months = numberInput(offerFields.duration_months.unwrap());

/** The form of an offer. Values of kinds that aren't chosen are kept, but not validated. */
export const offerForm = (currency: string) =>
  z
    .object({
      code: offerFields.code,
      kind: z.enum(['percent', 'amount']),
      percent_off: z.string(),
      amount_off: z.string(),
      applies_to: offerFields.applies_to,
      tier_ids: offerFields.tier_ids,
      playbook_ids: offerFields.playbook_ids,
      duration: z.enum(offerDurations),
      duration_months: z.string(),
      ends_at: z.literal('').or(z.iso.date()),
      max_redemptions: optionalNumberInput(offerFields.max_redemptions.unwrap()),
      max_per_member: optionalNumberInput(offerFields.max_per_member.unwrap()),
      is_active: z.boolean(),
    })
    .transform(({ kind, ...inputs }, context) => {
      const read = <Value>(path: string, schema: z.ZodType<Value, string>, text: string) => {
        const result = schema.safeParse(text);
        for (const { message } of result.error?.issues ?? [])
          context.addIssue({ code: 'custom', path: [path], message });
        return result.data ?? null;
      };
      const isChosen = inputs.applies_to === 'chosen';
      return {
        ...inputs,
        percent_off: kind === 'percent' ? read('percent_off', percent, inputs.percent_off) : null,
        amount_off:
          kind === 'amount'
            ? read(
                'amount_off',
                moneyInput(offerFields.amount_off.unwrap(), currency, deductionProblem),
                inputs.amount_off,
              )
            : null,
        duration_months:
          inputs.duration === 'repeating' ? read('duration_months', months, inputs.duration_months) : null,
        tier_ids: isChosen ? inputs.tier_ids : [],
        playbook_ids: isChosen ? inputs.playbook_ids : [],
        ends_at: inputs.ends_at === '' ? null : lastMomentOf(inputs.ends_at),
      };
    })
    .superRefine(checkOffer);

type Schema = ReturnType<typeof offerForm>;
type Inputs = z.input<Schema>;
export type OfferForm = UseFormReturn<Inputs, unknown, z.output<Schema>>;

const text = (value: number | null) => (value === null ? '' : String(value));

export const emptyInputs: Inputs = {
  code: '',
  kind: 'percent',
  percent_off: '20',
  amount_off: '',
  applies_to: 'everything',
  tier_ids: [],
  playbook_ids: [],
  duration: 'once',
  duration_months: '3',
  ends_at: '',
  max_redemptions: '',
  max_per_member: '1',
  is_active: true,
};

export const toInputs = (offer: AdminOffer, currency: string): Inputs => ({
  code: offer.code,
  kind: offer.percent_off === null ? 'amount' : 'percent',
  percent_off: text(offer.percent_off),
  amount_off: offer.amount_off === null ? '' : decimalOf(offer.amount_off, offer.currency ?? currency),
  applies_to: offer.applies_to,
  tier_ids: offer.tier_ids,
  playbook_ids: offer.playbook_ids,
  duration: offer.duration,
  duration_months: offer.duration_months === null ? '3' : String(offer.duration_months),
  ends_at: offer.ends_at?.slice(0, 10) ?? '',
  max_redemptions: text(offer.max_redemptions),
  max_per_member: text(offer.max_per_member),
  is_active: offer.is_active,
});

/** The labels of the fields. */
export const fieldLabels = {
  code: common.code,
  kind: common.discount,
  percent_off: m.percent_off,
  amount_off: m.amount_off,
  applies_to: m.applies_to,
  tier_ids: m.plans,
  playbook_ids: common.playbooks,
  duration: m.on_a_plan_it_reduces,
  duration_months: common.months,
  ends_at: m.last_day,
  max_redemptions: m.uses_in_all,
  max_per_member: m.uses_per_member,
  is_active: m.active,
} satisfies Record<keyof Inputs, () => string>;
