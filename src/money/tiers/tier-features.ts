import { unlimitedCopies } from '#constants';
import { formatNumber } from '#ui/format.ts';
import type { Tier } from './tiers.contract.ts';

const accessLines = ['Limited free prompts', 'All prompts', 'All prompts + All playbooks'];

/** A plan's feature lines: its own, otherwise the defaults that follow from its limits. */
export function tierFeatures(tier: Tier): string[] {
  if (tier.features.length > 0) return tier.features;
  const limit = tier.daily_copy_limit >= unlimitedCopies ? 'Unlimited' : formatNumber(tier.daily_copy_limit);
  const access = accessLines[Math.min(tier.access_level, accessLines.length - 1)] ?? '';
  const counted = tier.reading_counts ? 'prompts and playbooks' : 'copies';
  return [`${limit} ${counted} per day`, access];
}
