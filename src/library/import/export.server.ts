import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import type { Grant } from '#access/decide.ts';
import { gated, promptIdOf, stepsTable } from '#access/gated.server.ts';
import type { Operator } from '#access/operator.ts';
import { writeRows } from '#platform/http/export-file.server.ts';

type Proof = Grant<'site', 'see-catalog'> | Operator<'library'>;

/** Prompts in the format that the import reads, except those in the trash. With `ids` only these, else all. */
const promptsAsExported = (proof: Proof, ids?: string[]) =>
  sql`select ${ids ? sql`id,` : sql``} slug, title, description, category, prompt_type, tags, status, publish_at, difficulty, tier_access,
      model_context, use_cases, blanks, ${gated(proof, 'prompt', 'example_output')}, preview_image_url, ${gated(proof, 'prompt', 'prompt_body')}
    from prompts where deleted_at is null ${ids ? sql`and id = any(${ids})` : sql``} order by created_at desc, id desc`;

/** Like `promptsAsExported`, for playbooks. */
const playbooksAsExported = (proof: Proof, ids?: string[]) =>
  sql`select ${ids ? sql`id,` : sql``} slug, title, description, category, tags, status, publish_at, tier_access, is_purchasable, price, image_url,
      (select coalesce(jsonb_agg(jsonb_build_object('title', step.title, 'description', step.description, 'prompts', (
          select coalesce(jsonb_agg(case
              when prompt.slug is not null then jsonb_build_object('library', prompt.slug)
              else jsonb_build_object('title', entry.value ->> 'title', 'prompt_body', entry.value ->> 'prompt_body') end
            order by entry.ordinality), '[]')
          from jsonb_array_elements(step.prompts) with ordinality as entry
          left join prompts prompt on prompt.id = ${promptIdOf(sql`entry.value`)} and prompt.deleted_at is null))
        order by step.step_order), '[]')
      from ${stepsTable(proof)} step where step.playbook_id = playbooks.id) as steps
    from playbooks where deleted_at is null ${ids ? sql`and id = any(${ids})` : sql``} order by created_at desc, id desc`;

/** The current export of these items, by id. Items in the trash are left out. */
export async function readAsExported(
  transaction: Database,
  proof: Proof,
  table: 'prompts' | 'playbooks',
  ids: string[],
): Promise<Map<string, Record<string, unknown>>> {
  const query = table === 'prompts' ? promptsAsExported(proof, ids) : playbooksAsExported(proof, ids);
  const { rows } = await sql<{ id: string; record: Record<string, unknown> }>`
    select id, to_jsonb(found) - 'id' as record from (${query}) found`.execute(transaction);
  return new Map(rows.map(({ id, record }) => [id, record]));
}

/**
 * Writes all prompts and playbooks row by row in the format of `promptory import`, within a transaction. Leaves out
 * counters and the trash. Prices are in the currency's minor unit.
 * @returns the number of prompts and playbooks
 */
export async function writeLibrary(
  transaction: Database,
  proof: Proof,
  write: (text: string) => Promise<unknown>,
): Promise<{ prompts: number; playbooks: number }> {
  await write('{"prompts":');
  const prompts = await writeRows(write, transaction, promptsAsExported(proof));
  await write(',\n"playbooks":');
  const playbooks = await writeRows(write, transaction, playbooksAsExported(proof));
  await write('}\n');
  return { prompts, playbooks };
}
