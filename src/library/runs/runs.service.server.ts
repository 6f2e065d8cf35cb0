import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, DB } from '#access/database.ts';
import { grantAccount } from '#access/decide.ts';
import { stepCountAt } from '#access/gated-versions.server.ts';
import { grantPlaybook } from '#access/items.server.ts';
import { lockMember } from '#access/lock-member.server.ts';
import { visible } from '#access/predicate.server.ts';
import type { Viewer } from '#access/viewer.ts';
import { type Writer, writable } from '#access/writable.server.ts';
import { limits } from '#constants';
import { blankKey } from '#library/blanks/public/parse.ts';
import { recordRun } from '#library/history/public/record-history.server.ts';
import { hasValues, newVersion } from '#platform/database/record-version.server.ts';
import { AppError, idTaken } from '#platform/errors.ts';
import { cutText } from '#platform/text/cut-text.ts';
import { isoTimes, type RowTimes } from '#platform/text/iso-time.ts';
import { formatNumber } from '#ui/format.ts';
import * as common from '#ui/words/messages.ts';
import { mergeResults } from './merge-results.server.ts';
import type { NewRun, Run, RunChange, RunItem, SavedStep, StepChange } from './runs.contract.ts';
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
    async start(viewer: Viewer, slug: string, { id: given, name, values = {}, from }: NewRun): Promise<Run> {
      const readable = await grantPlaybook(db, viewer, slug, 'read');
      const proof = grantAccount(viewer, 'keep-runs');
      const { userId } = proof.viewer;
      const made = await writable(db, proof)
        .transaction()
        .execute(async (transaction) => {
          await lockMember(transaction, userId);
          const own = transaction.selectFrom('playbook_runs').select('id').where('user_id', '=', userId);
          if (given && (await own.where('id', '=', given).executeTakeFirst()))
            return { id: given, isNew: false };
          const { rows } = await sql<{ title: string; version: number; runs: number; same: number }>`
            select title, version, (select count(*)::int from playbook_runs where user_id = ${userId}) as runs,
              (select count(*)::int from playbook_runs where user_id = ${userId} and playbook_id = ${readable.id}) as same
            from playbooks where id = ${readable.id}`.execute(transaction);
          const [playbook] = rows;
          if (!playbook) throw new AppError('not_found', common.playbook_not_found());
          if (playbook.runs >= limits.runs)
            throw new AppError('conflict', m.refused_runs_full({ count: limits.runs }));
          const original = from
            ? await transaction
                .selectFrom('playbook_runs')
                .select(['id', 'name', 'values', 'version'])
                .where('id', '=', from)
                .where('user_id', '=', userId)
                .where('playbook_id', '=', readable.id)
                .executeTakeFirst()
            : undefined;
          if (from && !original) throw new AppError('not_found', m.run_not_found());
          const derived = original
            ? m.copy_of({ name: original.name })
            : playbook.same === 0
              ? playbook.title
              : `${playbook.title} ${playbook.same + 1}`;
          const kept = { ...(original?.values as Record<string, string> | undefined), ...byKey(values) };
          const run = await transaction
            .insertInto('playbook_runs')
            .values({
              id: given ?? randomUUID(),
              user_id: userId,
              playbook_id: readable.id,
              // Keep the original's version: its results belong to those steps.
              version: original?.version ?? playbook.version,
              name: cutText(name ?? derived, limits.runName),
              values: JSON.stringify(kept),
            })
            .onConflict((conflict) => conflict.column('id').doNothing())
            .returning(['id', valuesLength])
            .executeTakeFirst();
          if (!run) throw idTaken();
          assertPlace(run);
          if (Object.keys(kept).length > 0) await assertValuesFit(transaction, userId);
          if (original)
            await sql`insert into playbook_run_steps (run_id, position, done, result)
              select ${run.id}::uuid, position, done, result from playbook_run_steps where run_id = ${original.id}`.execute(
              transaction,
            );
          if (original) await assertResultsFit(transaction, userId);
          return { id: run.id, isNew: true };
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
      const given = byKey(values);
      const removed = Object.keys(given).filter((key) => given[key] === '');
      await writable(db, proof)
        .transaction()
        .execute(async (transaction) => {
          const isFilled = removed.length < Object.keys(given).length;
          if (isFilled) await lockMember(transaction, proof.viewer.userId);
          const next = {
            ...(name === undefined ? {} : { name }),
            ...(version === undefined ? {} : { version }),
            values: sql<string>`("values" || ${JSON.stringify(given)}::jsonb) - ${removed}::text[]`,
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
          assertPlace(run);
          await assertValuesFit(transaction, proof.viewer.userId);
        });
      return find(viewer, id);
    },

    /**
     * Saves a step (0-based). With `updated_at`, a text that another device has saved since is kept as well.
     * @throws AppError 404, also if the run has no such step; 409 if the results of all runs are too long
     */
    async saveStep(viewer: Viewer, id: string, position: number, change: StepChange): Promise<SavedStep> {
      const proof = grantAccount(viewer, 'keep-runs');
      return writable(db, proof)
        .transaction()
        .execute(async (transaction) => {
          if (change.result) await lockMember(transaction, proof.viewer.userId);
          // Before anything is read, so that saves of the run wait for each other.
          const run = await transaction
            .selectFrom('playbook_runs')
            .select('id')
            .where('id', '=', id)
            .where('user_id', '=', proof.viewer.userId)
            .forNoKeyUpdate()
            .executeTakeFirst();
          if (!run) throw new AppError('not_found', m.run_not_found());
          // The playbook may be hidden by now, but what the member types in the open page still belongs to its steps.
          const { rows } = await sql<{ has_step: boolean }>`
            select ${position}::int < greatest(coalesce(${stepCountAt(sql<number>`run.version`)}, 0),
              (select max(step.position) + 1 from playbook_run_steps step where step.run_id = run.id)) as has_step
            from playbook_runs run left join playbooks on playbooks.id = run.playbook_id where run.id = ${id}`.execute(
            transaction,
          );
          if (!rows[0]?.has_step) throw new AppError('not_found', m.step_not_found());
          const before = await transaction
            .selectFrom('playbook_run_steps')
            .select(['done', 'result', 'updated_at'])
            .where('run_id', '=', id)
            .where('position', '=', position)
            .executeTakeFirst();
          const known = before ? new Date(before.updated_at).toISOString() : null;
          const isUnseen = change.updated_at !== undefined && change.updated_at !== known;
          const theirs = before?.result ?? '';
          const mine = change.result ?? theirs;
          const merged = isUnseen ? mergeResults(theirs, mine, change.unanswered) : mine;
          if (merged.length > limits.runResult) throw new AppError('conflict', m.refused_result_too_long());
          const done = change.done ?? before?.done ?? false;
          if (before && known && before.done === done && merged === theirs)
            return { done, result: merged, updated_at: known, is_merged: merged !== mine };
          const row = { run_id: id, position, done, result: merged, updated_at: newVersion };
          const saved = await transaction
            .insertInto('playbook_run_steps')
            .values(row)
            .onConflict((conflict) => conflict.columns(['run_id', 'position']).doUpdateSet(row))
            .returning('updated_at')
            .executeTakeFirstOrThrow();
          await transaction
            .updateTable('playbook_runs')
            .set({ updated_at: sql<string>`now()` })
            .where('id', '=', id)
            .execute();
          // Results that already exceed the limit can still be shortened.
          if (merged.length > theirs.length) await assertResultsFit(transaction, proof.viewer.userId);
          return {
            done,
            result: merged,
            updated_at: new Date(saved.updated_at).toISOString(),
            is_merged: merged !== mine,
          };
        });
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

/** The number of characters in all values of a run. */
const valuesLength =
  sql<number>`(select coalesce(sum(length(key) + length(value)), 0)::int from jsonb_each_text("values"))`.as(
    'length',
  );
function assertPlace(run: { length: number }): void {
  if (run.length > limits.runValues)
    throw new AppError('conflict', m.refused_values_full({ count: formatNumber(limits.runValues) }));
}

/** @throws AppError 409 */
async function assertValuesFit(db: Writer<Pick<DB, 'playbook_runs'>>, userId: string): Promise<void> {
  const { rows } = await sql<{
    bytes: number;
  }>`select coalesce(sum(octet_length("values"::text)), 0)::float8 as bytes from playbook_runs where user_id = ${userId}`.execute(
    db,
  );
  if ((rows[0]?.bytes ?? 0) > limits.runValuesBytes)
    throw new AppError('conflict', m.refused_all_values_full({ count: formatNumber(limits.runValuesBytes) }));
}

/** Counted in bytes, which doesn't require decompressing the results. @throws AppError 409 */
async function assertResultsFit(
  db: Writer<Pick<DB, 'playbook_runs' | 'playbook_run_steps'>>,
  userId: string,
): Promise<void> {
  const { rows } = await sql<{
    bytes: number;
  }>`select coalesce(sum(octet_length(step.result)), 0)::float8 as bytes
    from playbook_runs run join playbook_run_steps step on step.run_id = run.id where run.user_id = ${userId}`.execute(
    db,
  );
  if ((rows[0]?.bytes ?? 0) > limits.runResultsBytes)
    throw new AppError('conflict', m.refused_results_full({ count: formatNumber(limits.runResultsBytes) }));
}

const byKey = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [blankKey(name), value]));

/** A member's runs with their values and results, for their data export. */
export const exportRuns = (userId: string) => sql`
  select run.name, playbook.slug, run.version, run.values, run.created_at, run.updated_at,
    (select coalesce(jsonb_agg(jsonb_build_object('step', step.position, 'done', step.done, 'result', step.result) order by step.position),
      '[]') from playbook_run_steps step where step.run_id = run.id) as steps
  from playbook_runs run left join playbooks playbook on playbook.id = run.playbook_id
  where run.user_id = ${userId} order by run.created_at`;
