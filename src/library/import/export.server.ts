import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import type { Grant } from '#access/decide.ts';
import { gated, promptIdOf, stepsTable } from '#access/gated.server.ts';
import type { Operator } from '#access/operator.ts';
import { writeRows } from '#platform/export-file.server.ts';

/**
 * All prompts and playbooks in the format of `promptory import`, without counters and without the trash. Prices in cents. Goes out row by row, within a
 * transaction.
 * @returns how many there were of each
 */
export async function writeLibrary(
  transaction: Database,
  proof: Grant<'site', 'see-catalog'> | Operator<'library'>,
  write: (text: string) => Promise<unknown>,
): Promise<{ prompts: number; playbooks: number }> {
  await write('{"prompts":');
  const prompts = await writeRows(
    write,
    transaction,
    sql`select slug, title, description, category, prompt_type, tags, status, publish_at, difficulty, tier_access, model_context, use_cases, blanks,
        ${gated(proof, 'prompt', 'example_output')}, preview_image_url, ${gated(proof, 'prompt', 'prompt_body')}
      from prompts where deleted_at is null order by created_at desc, id desc`,
  );
  await write(',\n"playbooks":');
  const playbooks = await writeRows(
    write,
    transaction,
    sql`select slug, title, description, category, tags, status, publish_at, tier_access, is_purchasable, price, image_url,
        (select coalesce(jsonb_agg(jsonb_build_object('title', step.title, 'description', step.description, 'prompts', (
            select coalesce(jsonb_agg(case
                when prompt.slug is not null then jsonb_build_object('library', prompt.slug)
                else jsonb_build_object('title', entry.value ->> 'title', 'prompt_body', entry.value ->> 'prompt_body') end
              order by entry.ordinality), '[]')
            from jsonb_array_elements(step.prompts) with ordinality as entry
            left join prompts prompt on prompt.id = ${promptIdOf(sql`entry.value`)} and prompt.deleted_at is null))
          order by step.step_order), '[]')
        from ${stepsTable(proof)} step where step.playbook_id = playbooks.id) as steps
      from playbooks where deleted_at is null order by created_at desc, id desc`,
  );
  await write('}\n');
  return { prompts, playbooks };
}
