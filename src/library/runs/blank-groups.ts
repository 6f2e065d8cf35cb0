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
  const uses = (blank: Blank) =>
    perStep.flatMap((own, position) =>
      own.some(({ name }) => blankKey(name) === blankKey(blank.name)) ? position : [],
    );
  const shared = blanks.filter((blank) => uses(blank).length > 1);
  const groups = [
    { title: m.several_steps(), position: undefined, blanks: shared },
    ...steps.map(({ title }, position) => ({
      title: `${position + 1}. ${title}`,
      position,
      blanks: blanks.filter((blank) => uses(blank).length === 1 && uses(blank)[0] === position),
    })),
  ];
  return { blanks, groups: groups.filter((group) => group.blanks.length > 0) };
}
