import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { defaultDailyCopyLimit } from '#constants';
import { decimalOf } from '#platform/money.ts';
import { dollarsInput, numberInput } from '#ui/input-schemas.ts';
import { tierFields } from './tier-fields.ts';
import type { AdminTier } from './tiers-admin.contract.ts';

export const tierForm = z.object({
  ...tierFields,
  price: dollarsInput(tierFields.price),
  daily_copy_limit: numberInput(tierFields.daily_copy_limit),
  trial_days: numberInput(tierFields.trial_days),
  access_level: numberInput(tierFields.access_level),
});
type Inputs = z.input<typeof tierForm>;
export type TierForm = UseFormReturn<Inputs, unknown, z.output<typeof tierForm>>;

export const emptyInputs: Inputs = {
  name: '',
  price: '0',
  daily_copy_limit: String(defaultDailyCopyLimit),
  trial_days: '0',
  access_level: '0',
  featured: false,
  features: [],
};

export const toInputs = (tier: AdminTier): Inputs => ({
  name: tier.name,
  price: decimalOf(tier.price),
  daily_copy_limit: String(tier.daily_copy_limit),
  trial_days: String(tier.trial_days),
  access_level: String(tier.access_level),
  featured: tier.featured,
  features: tier.features,
});
