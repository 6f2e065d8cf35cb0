import { sql } from 'kysely';
import { currentSlug } from '#access/current-slug.server.ts';
import type { Database } from '#access/database.ts';
import { can, grant, requireSignedIn } from '#access/decide.ts';
import { grantPrompt } from '#access/items.server.ts';
import type { Viewer } from '#access/viewer.ts';
import { writable } from '#access/writable.server.ts';
import { outcomes as thresholds } from '#constants';
import { AppError } from '#platform/errors.ts';
import { isoOrNull } from '#platform/text/iso-time.ts';
import * as common from '#ui/words/messages.ts';
import type { OutcomeReport, Outcomes } from './outcomes.contract.ts';
import * as m from './words/messages.ts';

type Models = Outcomes['models'];
type Failures = NonNullable<Outcomes['failures']>;

/**
 * Members' reports on whether prompts work. Results with fewer than three reports are never shown. Every method throws
 * AppError 401 and 404.
 */
export function createOutcomesService(db: Database) {
  async function get(viewer: Viewer, slug: string): Promise<Outcomes> {
    const { userId } = requireSignedIn(viewer);
    const row = await db
      .selectFrom('prompts')
      .select(['id', 'status', 'tier_access', 'author_id', 'version'])
      .where('slug', '=', currentSlug('prompts', slug))
      .executeTakeFirst();
    const { id } = grant(viewer, 'prompt', 'open', row);
    if (!row) throw new AppError('not_found', common.prompt_not_found());
    const { version } = row;
    const [models, { rows: own }, last, failures] = await Promise.all([
      countsOf(id, version),
      sql<NonNullable<Outcomes['mine']> & { version: number }>`select version, worked, model, note
        from prompt_outcomes where prompt_id = ${id} and user_id = ${userId}`.execute(db),
      db
        .selectFrom('prompt_outcomes')
        .select('model')
        .where('user_id', '=', userId)
        .orderBy('updated_at', 'desc')
        .limit(1)
        .executeTakeFirst(),
      can(viewer, 'prompt', 'see-failures', row) ? failuresOf(id) : null,
    ]);
    const mine = own.find((row) => row.version === version);
    return {
      version,
      models,
      mine: mine ? { worked: mine.worked, model: mine.model, note: mine.note } : null,
      has_earlier: own.some((row) => row.version < version),
      last_model: last?.model ?? null,
      failures,
      can: { report: can(viewer, 'prompt', 'report', row) },
    };
  }

  async function countsOf(id: string, version: number): Promise<Models> {
    const { rows } = await sql<
      Omit<Models[number], 'last_confirmed_at'> & { last_confirmed_at: Date | null }
    >`
      select mode() within group (order by model) as model, count(*) filter (where worked)::int as worked, count(*)::int as total,
        max(updated_at) filter (where worked) as last_confirmed_at
      from prompt_outcomes where prompt_id = ${id} and version = ${version}
      group by model_key having count(*) >= ${thresholds.fewest}
      order by total desc, worked desc, model_key limit ${thresholds.models}`.execute(db);
    return rows.map((row) => ({ ...row, last_confirmed_at: isoOrNull(row.last_confirmed_at) }));
  }

  /** All versions that have failed at least once, latest first. */
  async function failuresOf(id: string): Promise<Failures> {
    const { rows } = await sql<Failures[number]>`
      select version, mode() within group (order by model) as model, count(*) filter (where worked)::int as worked, count(*)::int as total,
        coalesce((array_agg(note order by updated_at desc) filter (where note <> '' and not worked))[1:${sql.lit(thresholds.notes)}], '{}') as notes
      from prompt_outcomes where prompt_id = ${id}
      group by version, model_key having count(*) >= ${thresholds.fewest} and not bool_and(worked)
      order by version desc, total desc, model_key limit ${thresholds.failures}`.execute(db);
    return rows;
  }

  return {
    get,

    /** Replaces the viewer's report on that version. @throws AppError 403; 422 if there is no such version */
    async report(viewer: Viewer, slug: string, { version, ...said }: OutcomeReport): Promise<Outcomes> {
      const proof = await grantPrompt(db, viewer, slug, 'report');
      const current = await db
        .selectFrom('prompts')
        .select('version')
        .where('id', '=', proof.id)
        .executeTakeFirst();
      if (!current || version > current.version)
        throw new AppError('validation_failed', m.refused_no_such_version());
      await writable(db, proof)
        .insertInto('prompt_outcomes')
        .values({ prompt_id: proof.id, version, user_id: proof.viewer.userId, ...said })
        .onConflict((conflict) =>
          conflict
            .columns(['prompt_id', 'version', 'user_id'])
            .doUpdateSet({ ...said, updated_at: sql<string>`now()` }),
        )
        .execute();
      return get(viewer, slug);
    },

    /** Removes the viewer's reports on all versions. @throws AppError 403 */
    async remove(viewer: Viewer, slug: string): Promise<Outcomes> {
      const proof = await grantPrompt(db, viewer, slug, 'report');
      await writable(db, proof)
        .deleteFrom('prompt_outcomes')
        .where('prompt_id', '=', proof.id)
        .where('user_id', '=', proof.viewer.userId)
        .execute();
      return get(viewer, slug);
    },
  };
}

/** A member's reports, for their data export. */
export const exportOutcomes = (userId: string) => sql`
  select prompt.slug, outcome.version, outcome.worked, outcome.model, outcome.note, outcome.updated_at
  from prompt_outcomes outcome join prompts prompt on prompt.id = outcome.prompt_id
  where outcome.user_id = ${userId} order by outcome.updated_at`;
