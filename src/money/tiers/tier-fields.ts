import { z } from 'zod';
import { limits, unlimitedCopies, unlimitedRuns } from '#constants';
import { nameLine, nameList } from '#platform/contract/contract-fields.ts';

/** The fields of a plan that admins edit. `price` is a month's, in the currency's minor unit. */
export const tierFields = {
  name: nameLine(limits.tierName).min(1),
  price: z.int().min(0).max(limits.price),
  daily_copy_limit: z.int().min(0).max(unlimitedCopies),
  reading_counts: z.boolean(),
  daily_run_limit: z.int().min(0).max(unlimitedRuns),
  trial_days: z.int().min(0).max(limits.trialDays),
  access_level: z.int().min(0).max(limits.accessLevel),
  featured: z.boolean(),
  shows_first_lines: z.boolean(),
  features: nameList(limits.tierFeatures, limits.tierFeature),
};
