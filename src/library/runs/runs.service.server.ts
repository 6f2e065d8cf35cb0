import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { grantAccount } from '#access/decide.ts';
import { stepCountAt } from '#access/gated-versions.server.ts';
import { grantPlaybook } from '#access/items.server.ts';
import { lockMember } from '#access/lock-member.server.ts';
import { visible } from '#access/predicate.server.ts';
import type { Viewer } from '#access/viewer.ts';
import { writable } from '#access/writable.server.ts';
import { valuesByKey } from '#library/blanks/public/blanks.ts';
import { recordRun } from '#library/history/public/record-history.server.ts';
import { hasValues } from '#platform/database/record-version.server.ts';
import { AppError } from '#platform/errors.ts';
import { isoTimes, type RowTimes } from '#platform/text/iso-time.ts';
import { assertValuesFit, assertValuesLength, valuesLength } from './run-limits.server.ts';
import type { NewRun, Run, RunChange, RunItem, SavedStep, StepChange } from './runs.contract.ts';
import { type SaveHow, saveStep } from './save-step.server.ts';
import { startRun } from './start-run.server.ts';
import * as m from './words/messages.ts';

type ItemRow = Omit<RunItem, keyof RowTimes> & RowTimes;
type RunRow = Omit<Run, keyof RowTimes | 'steps'> &
  RowTimes & {
    step_count: number;
    kept: { position: number; done: boolean; result: string; updated_at: string }[];
  };

/** Runs of playbooks. For anyone but its member a run doesn't exist (404). Every method throws AppError 401. */
export function createRunsService(db: Database) {
  /** The playbook if the viewer can still open it, with its title and the number of steps in the run's version. */
  const joined = (viewer: Viewer) => sql`left join lateral (
      select jsonb_build_object('slug', playbooks.slug, 'title', playbooks.title, 'version', playbooks.version) as playbook,
        ${stepCountAt(sql<number>`run.version`)} as step_count
      from playbooks where playbooks.id = run.playbook_id and ${visible(viewer, 'playbook', 'open')}) item on true`;

  async function find(viewer: Viewer, id: string): Promise<Run> {
    const { userId } = grantAccount(viewer, 'keep-runs').viewer;
    const { rows } = await sql<RunRow>`
      select run.id, run.name, run.version, run.values, run.created_at, run.updated_at, item.playbook, coalesce(item.step_count, 0) as step_count,
        (select coalesce(jsonb_agg(jsonb_build_object('position', step.position, 'done', step.done, 'result', step.result,
            'updated_at', step.updated_at)), '[]') from playbook_run_steps step where step.run_id = run.id) as kept
      from playbook_runs run ${joined(viewer)} where run.id = ${id} and run.user_id = ${userId}`.execute(db);
    const [row] = rows;
    if (!row) throw new AppError('not_found', m.run_not_found());
    const { kept, step_count, ...run } = row;
    const count = Math.max(step_count, ...kept.map(({ position }) => position + 1));
    const byPosition = new Map(kept.map((step) => [step.position, step]));
    return {
      ...run,
      ...isoTimes(run),
      steps: Array.from({ length: count }, (_, position) => {
        const step = byPosition.get(position);
        return {
          done: step?.done ?? false,
          result: step?.result ?? '',
          updated_at: step ? new Date(step.updated_at).toISOString() : null,
        };
      }),
    };
  }

  return {
    /** @throws AppError 404 */
    get: find,

    /** All of the viewer's runs, latest first. */
    async list(viewer: Viewer): Promise<RunItem[]> {
      const { userId } = grantAccount(viewer, 'keep-runs').viewer;
      const { rows } = await sql<ItemRow>`
        select run.id, run.name, run.version, run.created_at, run.updated_at, item.playbook, coalesce(item.step_count, 0) as step_count,
          (select count(*)::int from playbook_run_steps step where step.run_id = run.id and step.done
            and step.position < item.step_count) as done_count
        from playbook_runs run ${joined(viewer)}
        where run.user_id = ${userId} order by run.updated_at desc, run.id`.execute(db);
      return rows.map((row) => ({ ...row, ...isoTimes(row) }));
    },

    /**
     * @throws AppError 403, 404; 409 for too many runs, if the values or all results are too long, or if the id belongs
     * to someone else
     */
    async start(viewer: Viewer, slug: string, run: NewRun): Promise<Run> {
      const readable = await grantPlaybook(db, viewer, slug, 'read');
      const proof = grantAccount(viewer, 'keep-runs');
      const { userId } = proof.viewer;
      const made = await writable(db, proof)
        .transaction()
        .execute(async (transaction) => {
          await lockMember(transaction, userId);
          const own = transaction
            .selectFrom('playbook_runs')
            .select('id')
            .where('user_id', '=', userId)
            .where('playbook_id', '=', readable.id);
          if (run.id && (await own.where('id', '=', run.id).executeTakeFirst()))
            return { id: run.id, isNew: false };
          return { id: await startRun(transaction, { userId, playbookId: readable.id }, run), isNew: true };
        });
      if (made.isNew) await recordRun(db, { readable, proof, runId: made.id });
      return find(viewer, made.id);
    },

    /**
     * Values that aren't given stay, so that two devices don't undo each other's changes. With `version`, the run
     * switches to the playbook's current steps.
     * @throws AppError 404; 409 if that isn't the current version, or if the values become too long
     */
    async update(viewer: Viewer, id: string, { name, values = {}, version }: RunChange): Promise<Run> {
      const proof = grantAccount(viewer, 'keep-runs');
      if (version !== undefined && (await find(viewer, id)).playbook?.version !== version)
        throw new AppError('conflict', m.refused_other_version());
      const given = valuesByKey(values);
      const removed = [...given].filter(([, value]) => value === '').map(([key]) => key);
      await writable(db, proof)
        .transaction()
        .execute(async (transaction) => {
          const isFilled = removed.length < given.size;
          if (isFilled) await lockMember(transaction, proof.viewer.userId);
          const next = {
            ...(name === undefined ? {} : { name }),
            ...(version === undefined ? {} : { version }),
            values: sql<string>`("values" || ${JSON.stringify(Object.fromEntries(given))}::jsonb) - ${removed}::text[]`,
          };
          if (await hasValues(transaction, { table: 'playbook_runs', id }, next)) return;
          const run = await transaction
            .updateTable('playbook_runs')
            .set({ ...next, updated_at: sql<string>`now()` })
            .where('id', '=', id)
            .where('user_id', '=', proof.viewer.userId)
            .returning(valuesLength)
            .executeTakeFirst();
          if (!run) throw new AppError('not_found', m.run_not_found());
          // Runs that already exceed the limit can still be renamed and cleared.
          if (!isFilled) return;
          assertValuesLength(run);
          await assertValuesFit(transaction, proof.viewer.userId);
        });
      return find(viewer, id);
    },

    /**
     * Saves a step (0-based). With `updated_at`, a text that another device has saved since is kept as well.
     * @throws AppError 404, also if the run has no such step; 409 if the results of all runs are too long
     */
    async saveStep(
      viewer: Viewer,
      id: string,
      position: number,
      change: StepChange,
      how?: SaveHow,
    ): Promise<SavedStep> {
      const proof = grantAccount(viewer, 'keep-runs');
      const place = { userId: proof.viewer.userId, runId: id, position };
      return writable(db, proof)
        .transaction()
        .execute((transaction) => saveStep(transaction, place, change, how));
    },

    /** @throws AppError 404 */
    async delete(viewer: Viewer, id: string): Promise<void> {
      const proof = grantAccount(viewer, 'keep-runs');
      const { numDeletedRows } = await writable(db, proof)
        .deleteFrom('playbook_runs')
        .where('id', '=', id)
        .where('user_id', '=', proof.viewer.userId)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw new AppError('not_found', m.run_not_found());
    },
  };
}

/** A member's runs with their values and results, for their data export. */
export const exportRuns = (userId: string) => sql`
  select run.name, playbook.slug, run.version, run.values, run.created_at, run.updated_at,
    (select coalesce(jsonb_agg(jsonb_build_object('step', step.position, 'done', step.done, 'result', step.result) order by step.position),
      '[]') from playbook_run_steps step where step.run_id = run.id) as steps
  from playbook_runs run left join playbooks playbook on playbook.id = run.playbook_id
  where run.user_id = ${userId} order by run.created_at`;
