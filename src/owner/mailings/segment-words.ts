import { type Facts, factsThatApply } from '#platform/text/facts.ts';
import { type Segment, withoutPlan } from './mailing-fields.ts';
import * as m from './words/messages.ts';

type Plan = { id: string; name: string };

/** The plans that a segment can choose, including none. */
export const planChoices = (tiers: readonly Plan[]): Plan[] => [
  ...tiers.map(({ id, name }) => ({ id, name })),
  { id: withoutPlan, name: m.without_a_plan() },
];

export function seenLabel(seen: Segment['seen']): string {
  if (!seen) return m.seen_any_time();
  const { days } = seen;
  return seen.is_within ? m.seen_within({ days }) : m.seen_before({ days });
}

/** A segment in words; its plans are left out until their names are known. */
export function segmentFacts({ plans, seen, category }: Segment, tiers: readonly Plan[] | undefined): Facts {
  const names = new Map(planChoices(tiers ?? []).map(({ id, name }) => [id, name]));
  const planNames = plans.map((id) => names.get(id) ?? m.deleted_plan());
  return [
    (tiers || plans.length === 0) && [m.members_on(), planNames.join(', ') || m.all_plans()],
    [m.last_seen(), seenLabel(seen)],
    [m.with_favorites_in(), category ?? m.any_category()],
  ];
}

/** The same as lines of text. */
export const segmentText = (segment: Segment, tiers: readonly Plan[] | undefined) =>
  factsThatApply(segmentFacts(segment, tiers))
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
