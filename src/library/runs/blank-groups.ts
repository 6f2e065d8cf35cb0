import { type Blank, mergeBlanks } from '#library/blanks/public/blanks.ts';
import { blankKey } from '#library/blanks/public/parse.ts';
import { stepResultKey } from '#library/blanks/public/step-results.ts';
import * as m from './words/messages.ts';

type Step = { title: string; prompts: { blanks: Blank[] }[] };

/** The blanks of one step, or those shared by several. `position` is the step's, 0-based; undefined for shared ones. */
export type BlankGroup = { title: string; position: number | undefined; blanks: Blank[] };

/**
 * The blanks of all steps without duplicates, except those for results of steps. Blanks used in several steps come
 * first, then the others step by step.
 */
export function groupBlanks(steps: readonly Step[]): { blanks: Blank[]; groups: BlankGroup[] } {
  const results = new Set(steps.map((_, position) => stepResultKey(position)));
  const perStep = steps.map(({ prompts }) => mergeBlanks(prompts.map(({ blanks }) => blanks)));
  const blanks = mergeBlanks(perStep).filter(({ name }) => !results.has(blankKey(name)));
  const shared = new Set<string>();
  const stepOf = new Map<string, number>();
  for (const [position, own] of perStep.entries())
    for (const key of own.map(({ name }) => blankKey(name))) {
      if (stepOf.has(key)) shared.add(key);
      stepOf.set(key, position);
    }
  const byPlace = Map.groupBy(blanks, ({ name }) => {
    const key = blankKey(name);
    return shared.has(key) ? undefined : stepOf.get(key);
  });
  const groups = [
    { title: m.several_steps(), position: undefined },
    ...steps.map(({ title }, position) => ({ title: `${position + 1}. ${title}`, position })),
  ].map((group) => ({ ...group, blanks: byPlace.get(group.position) ?? [] }));
  return { blanks, groups: groups.filter((group) => group.blanks.length > 0) };
}
