import { formatPrice } from '#ui/format.ts';
import * as common from '#ui/words/messages.ts';
import * as m from '../words/messages.ts';

type Plan = { id: string; name: string; price: number; access_level: number };

/** Whether everyone with an account can open an item of this level. */
export const isOpenToAll = (level: number) => level <= 0;

/** The cheapest plan that opens an item of this level; undefined if none does, or none is needed. */
export function openingPlan<Item extends Plan>(plans: readonly Item[], level: number): Item | undefined {
  if (isOpenToAll(level)) return undefined;
  const opening = plans.filter((plan) => plan.access_level >= level);
  return opening.sort((a, b) => a.price - b.price || a.access_level - b.access_level)[0];
}

/** The badge of an item: level 1 is 'Pro Only', whatever that plan is called; above that, the plan that opens it. */
export function accessBadge(plans: readonly Plan[], level: number): string {
  if (isOpenToAll(level)) return common.free();
  return level === 1 ? common.pro_only() : (openingPlan(plans, level)?.name ?? m.not_in_a_plan());
}

/** "$29 a month". */
export const monthlyPrice = (plan: Plan, currency: string) =>
  common.price_a_month({ price: formatPrice(plan.price, currency) });
