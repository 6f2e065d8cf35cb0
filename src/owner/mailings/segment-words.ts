import type { Facts } from '#platform/text/facts.ts';
import { type Segment, withoutPlan } from './mailing-fields.ts';
import * as m from './words/messages.ts';

type Plan = { id: string; name: string };

/** What an email can go to, from the site's plans: members on one of them, or without any. */
export const planChoices = (tiers: readonly Plan[]): Plan[] => [
  ...tiers.map(({ id, name }) => ({ id, name })),
  { id: withoutPlan, name: m.without_a_plan() },
];

export function seenLabel(seen: Segment['seen']): string {
  if (!seen) return m.seen_any_time();
  const { days } = seen;
  return seen.is_within ? m.seen_within({ days }) : m.seen_before({ days });
}

/** Whom an email goes to, in words; without its plans while their names are not known. */
export function segmentFacts({ plans, seen, category }: Segment, tiers: readonly Plan[] | undefined): Facts {
  const names = new Map(planChoices(tiers ?? []).map(({ id, name }) => [id, name]));
  const planNames = plans.map((id) => names.get(id) ?? m.deleted_plan());
  return [
    (tiers || plans.length === 0) && [m.members_on(), planNames.join(', ') || m.all_plans()],
    [m.last_seen(), seenLabel(seen)],
    [m.with_favorites_in(), category ?? m.any_category()],
  ];
}
