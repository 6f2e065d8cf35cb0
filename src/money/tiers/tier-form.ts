import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { defaultDailyCopyLimit } from '#constants';
import { decimalOf } from '#platform/text/money.ts';
import { moneyInput, numberInput } from '#ui/forms/input-schemas.ts';
import { planPriceProblem } from '#ui/forms/price-problems.ts';
import * as common from '#ui/words/messages.ts';
import { tierFields } from './tier-fields.ts';
import type { AdminTier } from './tiers-admin.contract.ts';
import * as m from './words/messages.ts';

export const tierForm = (currency: string) =>
  z.object({
    ...tierFields,
    price: moneyInput(tierFields.price, currency, planPriceProblem),
    daily_copy_limit: numberInput(tierFields.daily_copy_limit),
    daily_run_limit: numberInput(tierFields.daily_run_limit),
    trial_days: numberInput(tierFields.trial_days),
    access_level: numberInput(tierFields.access_level),
  });
type Schema = ReturnType<typeof tierForm>;
type Inputs = z.input<Schema>;
export type TierForm = UseFormReturn<Inputs, unknown, z.output<Schema>>;

export const emptyInputs: Inputs = {
  name: '',
  price: '0',
  daily_copy_limit: String(defaultDailyCopyLimit),
  reading_counts: false,
  daily_run_limit: '0',
  trial_days: '0',
  access_level: '0',
  featured: false,
  shows_first_lines: false,
  features: [],
};

export const toInputs = (tier: AdminTier, currency: string): Inputs => ({
  name: tier.name,
  price: decimalOf(tier.price, currency),
  daily_copy_limit: String(tier.daily_copy_limit),
  reading_counts: tier.reading_counts,
  daily_run_limit: String(tier.daily_run_limit),
  trial_days: String(tier.trial_days),
  access_level: String(tier.access_level),
  featured: tier.featured,
  shows_first_lines: tier.shows_first_lines,
  features: tier.features,
});

/** The labels of the fields. */
export const fieldLabels = {
  name: m.name,
  price: common.price,
  daily_copy_limit: m.daily_copy_limit,
  reading_counts: m.reading_counts_toward_the_daily_limit,
  daily_run_limit: m.daily_run_limit,
  trial_days: m.trial_days,
  access_level: m.access_level,
  featured: m.featured,
  shows_first_lines: m.show_first_lines,
  features: m.features,
} satisfies Record<keyof Inputs, () => string>;
