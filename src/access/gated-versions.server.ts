import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';
import { isSent, type ReadsEverything } from './gated.server.ts';
import { isVersionGiven } from './given-versions.server.ts';
import type { Grant } from './internal/proofs.ts';

// Earlier texts of playbooks. They are gated by their playbook's current access rules.

/** The number of steps of the row's playbook at a version: like `stepCount`, it is public. */
export const stepCountAt = (version: RawBuilder<number>): RawBuilder<number> =>
  sql<number>`(select count(*)::int from playbook_steps_at(playbooks.id, ${version}))`;

/** The description at a version; undefined if there is no such version, or the viewer may not see it. */
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
      and ${isVersionGiven(proof.viewer, sql`playbooks.id`, sql`${version}`)} and ${isSent(proof.viewer, 'playbook')}`.execute(
    db,
  );
  return rows[0]?.description;
}

type VersionRow = { number: number; saved_at: Date; is_current: boolean };

/** The versions of a playbook that its reader can see, as a subquery with the columns of `VersionRow`. */
const versionRows = (proof: Grant<'playbook', 'read'>) => sql`(
  select version as number, version_at as saved_at, true as is_current from playbooks where id = ${proof.id}
  union all select number, saved_at, false from playbook_versions where playbook_id = ${proof.id}
    and ${isVersionGiven(proof.viewer, sql`${proof.id}::uuid`, sql`playbook_versions.number`)})`;

/** The versions before `before`, latest first, and how many there are in total. */
export async function listVersions(
  db: Database,
  proof: Grant<'playbook', 'read'>,
  { limit, before }: { limit: number; before: number | undefined },
): Promise<{ rows: VersionRow[]; total: number }> {
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<VersionRow>`select * from ${versionRows(proof)} versions
      where ${before ?? null}::int is null or number < ${before ?? null}::int order by number desc limit ${limit}`.execute(
      db,
    ),
    sql<{ total: number }>`select count(*)::int as total from ${versionRows(proof)} versions`.execute(db),
  ]);
  return { rows, total: counted[0]?.total ?? 0 };
}

/** One version, and the number of the one before it. */
export async function findVersion(
  db: Database,
  proof: Grant<'playbook', 'read'>,
  number: number,
): Promise<(VersionRow & { before: number | null }) | undefined> {
  const { rows } = await sql<VersionRow & { before: number | null }>`
    select *, (select max(earlier.number) from ${versionRows(proof)} earlier where earlier.number < ${number}) as before
    from ${versionRows(proof)} versions where number = ${number}`.execute(db);
  return rows[0];
}

/** The table of earlier playbook texts: `playbook_id`, `hash`, `body` (JSON). */
export const playbookVersionTextsTable = (_proof: ReadsEverything): RawBuilder<unknown> =>
  sql.table('playbook_version_texts');

/** An earlier version as saved, with library prompts as they were copied into its steps. */
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
