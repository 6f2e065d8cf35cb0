import { unlimitedCopies } from '#constants';
import { formatNumber } from '#ui/format.ts';
import type { Tier } from './tiers.contract.ts';

const accessLines = ['Limited free prompts', 'All prompts', 'All prompts + All playbooks'];

/** A plan's feature lines: its own, otherwise the defaults that follow from its limits. */
export function tierFeatures(tier: Tier): string[] {
  if (tier.features.length > 0) return tier.features;
  const isUnlimited = tier.daily_copy_limit >= unlimitedCopies;
  const limit = formatNumber(tier.daily_copy_limit);
  const access = accessLines[Math.min(tier.access_level, accessLines.length - 1)] ?? '';
  const copies = isUnlimited ? 'Unlimited copies per day' : `${limit} copies per day`;
  const items = isUnlimited
    ? 'Unlimited prompts and playbooks per day'
    : `${limit} prompts and playbooks per day`;
  return [tier.reading_counts ? items : copies, access];
}
