import { formatDay } from '#ui/format.ts';
import { wordOf } from '#ui/saving/conflict-words.ts';
import * as m from './words/messages.ts';

export const kinds = () => [
  { value: 'percent', label: m.percentage() },
  { value: 'amount', label: m.amount() },
];
export const scopes = () => [
  { value: 'everything', label: m.all_plans_and_playbooks() },
  { value: 'plans', label: m.all_plans() },
  { value: 'playbooks', label: m.all_playbooks() },
  { value: 'chosen', label: m.chosen_plans_and_playbooks() },
];
export const durations = () => [
  { value: 'once', label: m.the_first_payment() },
  { value: 'repeating', label: m.a_number_of_months() },
  { value: 'forever', label: m.every_payment() },
];

/**
 * The words for what the editor keeps as codes.
 * @param names the names of plans and playbooks by their ids, as far as they are known
 */
export function offerWords(names: ReadonlyMap<string, string>) {
  const namesOf = (ids: unknown) =>
    (ids as string[]).map((id) => names.get(id) ?? id).join('\n') || undefined;
  return {
    kind: wordOf(kinds),
    applies_to: wordOf(scopes),
    tier_ids: namesOf,
    playbook_ids: namesOf,
    duration: wordOf(durations),
    ends_at: (day: unknown) => (day ? formatDay(`${day}T00:00:00Z`) : undefined),
  };
}
