import { sql } from 'kysely';
import { currentSlug } from '#access/current-slug.server.ts';
import { gated } from '#access/gated.server.ts';
import type { Import, PlannedPlaybook } from './import-types.ts';
import * as m from './words/messages.ts';

/**
 * Stores a playbook's steps. The source references library prompts by slug; they are stored by id, with the prompt's
 * current title and text.
 * @returns a message about missing prompts
 */
export async function writeSteps(
  current: Import,
  playbookId: string,
  row: PlannedPlaybook,
): Promise<string | undefined> {
  const { steps } = row.record;
  if (steps.length === 0) return undefined;
  const { bySlug, missing } = await promptsOfSteps(current, row);
  const values = steps.map((step, step_order) => ({
    playbook_id: playbookId,
    step_order,
    title: step.title,
    description: step.description,
    content: '',
    prompts: JSON.stringify(
      step.prompts.flatMap((prompt) => {
        if (!('library' in prompt))
          return [{ type: 'manual', title: prompt.title, prompt_body: prompt.prompt_body }];
        const item = bySlug.get(prompt.library);
        return item
          ? [{ type: 'library', prompt_id: item.id, title: item.title, prompt_body: item.text }]
          : [];
      }),
    ),
  }));
  await current.transaction.insertInto('playbook_steps_new').values(values).execute();
  return missing;
}

/** The library prompts that the steps reference, and a message about missing ones. */
export async function promptsOfSteps({ transaction, operator, dryRun }: Import, row: PlannedPlaybook) {
  const { steps } = row.record;
  const slugs = steps.flatMap((step) =>
    step.prompts.flatMap((prompt) => ('library' in prompt ? prompt.library : [])),
  );
  const { rows: prompts } = await sql<{ asked: string; id: string; title: string; text: string }>`
    select given.slug as asked, prompts.id, prompts.title, ${gated(operator, 'prompt', 'prompt_body')} as text
    from unnest(${slugs}::text[]) given (slug)
    join prompts on prompts.slug = ${currentSlug('prompts', sql`given.slug`)}`.execute(transaction);
  const bySlug = new Map(prompts.map((prompt) => [prompt.asked, prompt]));
  const missing = slugs.filter((slug) => !bySlug.has(slug) && !dryRun?.names.has(`prompt ${slug}`));
  return {
    bySlug,
    missing: missing.length > 0 ? m.row_missing_prompts({ names: missing.join(', ') }) : undefined,
  };
}
