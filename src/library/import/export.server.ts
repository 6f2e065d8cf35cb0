import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { gated, stepsTable } from '#access/gated.server.ts';
import type { Operator } from '#access/operator.ts';
import { writable } from '#access/writable.server.ts';

/** All prompts and playbooks in the format of `promptory import`, without counters. Prices in cents. */
export async function exportLibrary(
  db: Database,
  operator: Operator<'library'>,
): Promise<{ prompts: unknown[]; playbooks: unknown[] }> {
  return writable(db, operator)
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      const prompts = await transaction
        .selectFrom('prompts')
        .select(['slug', 'title', 'description', 'category', 'prompt_type', 'tags', 'status', 'difficulty'])
        .select(['tier_access', 'model_context', 'use_cases', 'blanks'])
        .select([gated(operator, 'prompt', 'example_output').as('example_output'), 'preview_image_url'])
        .select(gated(operator, 'prompt', 'prompt_body').as('prompt_body'))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
      const { rows: playbooks } = await sql`
        select slug, title, description, category, tags, status, tier_access, is_purchasable, price, image_url,
          (select coalesce(jsonb_agg(jsonb_build_object('title', step.title, 'description', step.description, 'prompts', (
              select coalesce(jsonb_agg(case
                  when prompt.slug is not null then jsonb_build_object('library', prompt.slug)
                  else jsonb_build_object('title', entry.value ->> 'title', 'prompt_body', entry.value ->> 'prompt_body') end
                order by entry.ordinality), '[]')
              from jsonb_array_elements(step.prompts) with ordinality as entry
              left join prompts prompt on prompt.id::text = entry.value ->> 'prompt_id'))
            order by step.step_order), '[]')
          from ${stepsTable(operator)} step where step.playbook_id = playbooks.id) as steps
        from playbooks order by created_at desc, id desc`.execute(transaction);
      return { prompts, playbooks };
    });
}
