import { sql } from 'kysely';
import type { Grant } from '#access/decide.ts';
import { isPurchased } from '#access/items.server.ts';
import type { Visible } from '#access/predicate.server.ts';
import type { SignedInViewer, Viewer } from '#access/viewer.ts';
import { ownMarks } from '#library/catalog/public/list.server.ts';
import type { Database } from '#platform/database.server.ts';
import type { PlaybookCard, PlaybookStep } from './playbooks.contract.ts';

export type CardRow = Omit<PlaybookCard, 'can' | 'created_at'> & {
  created_at: Date;
  status: string;
  is_purchased: boolean;
};
type DetailRow = CardRow & { status: 'draft' | 'published'; updated_at: Date; position: number | null };

/** What a card shows. A list never selects a step's text. */
export const cardColumns = (
  viewer: Viewer,
) => sql`playbooks.id, playbooks.slug, playbooks.title, playbooks.description,
  playbooks.category, playbooks.tags, playbooks.tier_access, playbooks.view_count, playbooks.vote_count,
  playbooks.created_at, playbooks.image_url, playbooks.is_purchasable, playbooks.price, playbooks.status,
  (select count(*)::int from playbook_steps_new step where step.playbook_id = playbooks.id) as step_count,
  ${viewer.kind === 'visitor' ? sql`false` : isPurchased(viewer)} as is_purchased`;

/** One playbook without its steps, with the place where the viewer was. */
export async function findPlaybook(
  db: Database,
  viewer: SignedInViewer,
  open: Visible<'playbook'>,
  slug: string,
): Promise<DetailRow | undefined> {
  const query = sql<DetailRow>`
    select ${cardColumns(viewer)}, ${ownMarks(viewer, 'playbook')}, playbooks.updated_at,
      (select position from playbook_progress progress
        where progress.playbook_id = playbooks.id and progress.user_id = ${viewer.userId}) as position
    from playbooks where playbooks.slug = ${slug} and ${open}`;
  return (await query.execute(db)).rows[0];
}

/**
 * The steps with their prompts. A prompt of the library is shown with its text of today while it is published, else
 * with the text it had when the step was saved; the playbook's own gate decides, whatever the prompt's tier.
 */
export async function readSteps(db: Database, proof: Grant<'playbook', 'read'>): Promise<PlaybookStep[]> {
  const { rows } = await sql<PlaybookStep>`
    select step.id, step.step_order, step.title, step.description, (
      select coalesce(jsonb_agg(jsonb_build_object(
          'type', coalesce(entry.value ->> 'type', 'manual'),
          'title', coalesce(prompt.title, entry.value ->> 'title', ''),
          'prompt_body', coalesce(prompt.prompt_body, entry.value ->> 'prompt_body', ''),
          'slug', prompt.slug) order by entry.ordinality), '[]')
      from jsonb_array_elements(step.prompts) with ordinality as entry
      left join prompts prompt on prompt.id::text = entry.value ->> 'prompt_id' and prompt.status = 'published'
    ) as prompts
    from playbook_steps_new step where step.playbook_id = ${proof.id} order by step.step_order`.execute(db);
  return rows;
}
