import type { Database } from '#access/database.ts';
import { can, grant, requireSignedIn } from '#access/decide.ts';
import { readSteps } from '#access/gated.server.ts';
import { hasBought } from '#access/predicate.server.ts';
import type { Viewer } from '#access/viewer.ts';
import { limits } from '#constants';
import type { BlankDefinition } from '#library/blanks/public/blank-fields.ts';
import { mergeBlanks, readBlanks, valuesOf } from '#library/blanks/public/blanks.ts';
import { fillBlanks, filledLength } from '#library/blanks/public/parse.ts';
import { stepResultKey } from '#library/blanks/public/step-results.ts';
import { fenced, oneLine } from '#platform/text/markdown-text.ts';
import type { Run } from './runs.contract.ts';
import * as m from './words/messages.ts';

/**
 * A run as Markdown. Includes the playbook's texts if the member can read them (and, if reading counts, has read it today),
 * filled in up to `limits.filledText` characters in total; longer ones keep their blanks.
 */
export async function runAsMarkdown(db: Database, viewer: Viewer, run: Run): Promise<string> {
  const steps = run.playbook ? await stepsOf(db, viewer, run.playbook.slug, run.version) : [];
  const prompts = steps.flatMap((step) => step.prompts);
  const blanks = mergeBlanks(
    prompts.map(({ prompt_body, definitions }) => readBlanks(prompt_body, definitions).blanks),
  );
  const values = new Map([
    ...Object.entries(run.values),
    ...run.steps.map(({ result }, index) => [stepResultKey(index), result] as const),
  ]);
  const filled = valuesOf(blanks, values);
  let length = 0;
  const parts = run.steps.map(({ done, result }, index) => {
    const step = steps[index];
    const heading = step ? oneLine(step.title) : m.step_position({ position: index + 1 });
    const texts = (step?.prompts ?? []).map(({ title, prompt_body, definitions }) => {
      const { pieces } = readBlanks(prompt_body, definitions);
      length += filledLength(pieces, filled);
      const text = length > limits.filledText ? prompt_body : fillBlanks(pieces, filled);
      return `### ${oneLine(title)}\n\n${fenced(text)}`;
    });
    return [
      `## ${index + 1}. ${heading}${done ? ` ${m.done_mark()}` : ''}`,
      step?.description,
      ...texts,
      result && `### ${m.result()}\n\n${result}`,
    ]
      .filter(Boolean)
      .join('\n\n');
  });
  const head = [`# ${oneLine(run.name)}`, run.playbook && `Playbook: ${oneLine(run.playbook.title)}`];
  return `${[...head, ...parts].filter(Boolean).join('\n\n')}\n`;
}

async function stepsOf(db: Database, viewer: Viewer, slug: string, version: number) {
  const row = await db
    .selectFrom('playbooks')
    .select(['id', 'status', 'tier_access', hasBought(requireSignedIn(viewer)).as('is_purchased')])
    .where('slug', '=', slug)
    .executeTakeFirst();
  if (!row || !can(viewer, 'playbook', 'read', row)) return [];
  return (await readSteps<BlankDefinition>(db, grant(viewer, 'playbook', 'read', row), version)) ?? [];
}
