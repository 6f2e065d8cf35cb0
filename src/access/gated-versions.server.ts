import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';
import { isSent, type ReadsEverything } from './gated.server.ts';
import type { Grant } from './internal/proofs.ts';

// Earlier texts of playbooks. They stand behind the gate of their playbook, as it is today.

/** How many steps the playbook of the row has in a version of it: as with `stepCount`, everybody can know that. */
export const stepCountAt = (version: RawBuilder<number>): RawBuilder<number> =>
  sql<number>`(select count(*)::int from playbook_steps_at(playbooks.id, ${version}))`;

/** What the description was; undefined where there is no such version, or none that goes out to the viewer. */
export async function readDescriptionAt(
  db: Database,
  proof: Grant<'playbook', 'read'>,
  version: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ description: string }>`
    select case when playbooks.version = ${version} then playbooks.description else kept.body ->> 'description' end as description
    from playbooks left join playbook_versions earlier on earlier.playbook_id = playbooks.id and earlier.number = ${version}
    left join playbook_version_texts kept on kept.playbook_id = earlier.playbook_id and kept.hash = earlier.hash
    where playbooks.id = ${proof.id} and (playbooks.version = ${version} or kept.hash is not null)
      and ${isSent(proof.viewer, 'playbook')}`.execute(db);
  return rows[0]?.description;
}

/** The table of earlier texts of playbooks: `playbook_id`, `hash`, `body` (JSON). */
export const playbookVersionTextsTable = (_proof: ReadsEverything): RawBuilder<unknown> =>
  sql.table('playbook_version_texts');

/** An earlier version as it was saved, with prompts of the library as they were copied into its steps. */
export async function readKeptVersion<Body>(
  db: Database,
  _proof: ReadsEverything,
  id: string,
  version: number,
): Promise<Body | undefined> {
  const { rows } = await sql<{ body: Body }>`
    select kept.body from playbook_versions earlier join playbook_version_texts kept using (playbook_id, hash)
    where earlier.playbook_id = ${id} and earlier.number = ${version}`.execute(db);
  return rows[0]?.body;
}
