import { sql } from 'kysely';
import type pg from 'pg';
import type { Grant } from '#access/decide.ts';
import { revealed, teaser, type Visible } from '#access/predicate.server.ts';
import type { Viewer } from '#access/viewer.ts';
import { exampleTeaserLength } from '#constants';
import { ownMarks } from '#library/catalog/public/list.server.ts';
import { type Database, runPrepared } from '#platform/database.server.ts';
import type { PromptCard, PromptDetail } from './prompts.contract.ts';

/** What a card shows. A list never selects a body. */
export const cardColumns = sql`prompts.id, prompts.slug, prompts.title, prompts.description, prompts.category, prompts.tags,
  prompts.tier_access, prompts.view_count, prompts.vote_count, prompts.created_at, prompts.prompt_type,
  prompts.difficulty, prompts.preview_image_url, prompts.status`;

export type CardRow = Omit<PromptCard, 'can' | 'created_at'> & { created_at: Date; status: string };
export type DetailRow = Omit<PromptDetail, 'can' | 'created_at' | 'updated_at'> & {
  created_at: Date;
  updated_at: Date;
};

/** One prompt, with body and full example only where the rules let this viewer read them. */
export async function findPrompt(
  db: Database,
  pool: pg.Pool,
  viewer: Viewer,
  open: Visible<'prompt'>,
  slug: string,
): Promise<DetailRow | undefined> {
  const query = sql<DetailRow>`
    select ${cardColumns}, ${ownMarks(viewer, 'prompt')}, prompts.updated_at, prompts.model_context, prompts.use_cases,
      ${revealed(viewer, 'prompt', 'prompt_body')} as prompt_body,
      ${teaser(viewer, 'prompt', 'example_output', exampleTeaserLength)} as example_output
    from prompts where prompts.slug = ${slug} and ${open}`;
  return (await runPrepared(db, pool, query))[0];
}

/** The body of a prompt that may be copied. */
export async function readPromptBody(db: Database, proof: Grant<'prompt', 'copy'>): Promise<string> {
  const row = await db
    .selectFrom('prompts')
    .select('prompt_body')
    .where('id', '=', proof.id)
    .executeTakeFirstOrThrow();
  return row.prompt_body;
}
