import { unlimitedCopies, unlimitedRuns } from '#constants';
import { formatNumber } from '#ui/format.ts';
import type { Tier } from './tiers.contract.ts';
import * as m from './words/messages.ts';

const accessLines = [m.limited_free_prompts, m.all_prompts_2, m.all_prompts_all_playbooks];

/** A plan's feature lines: its own, or defaults derived from its limits. */
export function tierFeatures(tier: Tier): string[] {
  if (tier.features.length > 0) return tier.features;
  const isUnlimited = tier.daily_copy_limit >= unlimitedCopies;
  const access = accessLines[Math.min(tier.access_level, accessLines.length - 1)]?.() ?? '';
  const copies = isUnlimited
    ? m.unlimited_copies_per_day()
    : m.limit_copies_per_day({ limit: formatNumber(tier.daily_copy_limit) });
  const items = isUnlimited
    ? m.unlimited_prompts_and_playbooks_per_day()
    : m.limit_prompts_and_playbooks_per_day({ limit: tier.daily_copy_limit });
  const runs =
    tier.daily_run_limit >= unlimitedRuns
      ? m.unlimited_runs_per_day()
      : m.count_runs_per_day({ count: tier.daily_run_limit });
  return [tier.reading_counts ? items : copies, ...(tier.daily_run_limit > 0 ? [runs] : []), access];
}
