import { sql } from 'kysely';
import { stepCountAt } from '#access/gated-versions.server.ts';
import { lockMember } from '#access/lock-member.server.ts';
import type { WriterFor } from '#access/writable.server.ts';
import { limits } from '#constants';
import { newVersion } from '#platform/database/record-version.server.ts';
import { AppError } from '#platform/errors.ts';
import { mergeResults } from './merge-results.server.ts';
import { assertResultsFit } from './run-limits.server.ts';
import type { SavedStep, StepChange } from './runs.contract.ts';
import * as m from './words/messages.ts';

type Writer = WriterFor<'account', 'keep-runs'>;
type Place = { userId: string; runId: string /** 0-based. */; position: number };

/** `isWhole`: the result wasn't typed but written at once, as by a program. */
export type SaveHow = { isWhole?: boolean };

/**
 * Saves a step. With `updated_at`, a text that another device has saved since is kept as well.
 * @throws AppError 404, also if the run has no such step; 409 if the results of all runs are too long
 */
export async function saveStep(
  transaction: Writer,
  place: Place,
  change: StepChange,
  { isWhole = false }: SaveHow = {},
): Promise<SavedStep> {
  const { userId, runId, position } = place;
  if (change.result) await lockMember(transaction, userId);
  // Before anything is read.
  await lockRun(transaction, place);
  await assertStepExists(transaction, place);
  const before = await transaction
    .selectFrom('playbook_run_steps')
    .select(['done', 'result', 'updated_at'])
    .where('run_id', '=', runId)
    .where('position', '=', position)
    .executeTakeFirst();
  const known = before ? new Date(before.updated_at).toISOString() : null;
  const theirs = before?.result ?? '';
  const mine = change.result ?? theirs;
  const isUnseen = change.updated_at !== undefined && change.updated_at !== known;
  const result = isUnseen ? mergeResults(theirs, mine, change.unanswered, isWhole) : mine;
  if (result.length > limits.runResult) throw new AppError('conflict', m.refused_result_too_long());
  const done = change.done ?? before?.done ?? false;
  const saved = { done, result, is_merged: result !== mine };
  if (before && known && before.done === done && result === theirs) return { ...saved, updated_at: known };

  const row = { run_id: runId, position, done, result, updated_at: newVersion };
  const { updated_at } = await transaction
    .insertInto('playbook_run_steps')
    .values(row)
    .onConflict((conflict) => conflict.columns(['run_id', 'position']).doUpdateSet(row))
    .returning('updated_at')
    .executeTakeFirstOrThrow();
  await transaction
    .updateTable('playbook_runs')
    .set({ updated_at: sql<string>`now()` })
    .where('id', '=', runId)
    .execute();
  // Results that already exceed the limit can still be shortened.
  if (result.length > theirs.length) await assertResultsFit(transaction, userId);
  return { ...saved, updated_at: new Date(updated_at).toISOString() };
}

/** Makes saves of one run wait for each other. @throws AppError 404 */
async function lockRun(transaction: Writer, { userId, runId }: Place): Promise<void> {
  const run = await transaction
    .selectFrom('playbook_runs')
    .select('id')
    .where('id', '=', runId)
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!run) throw new AppError('not_found', m.run_not_found());
}

/**
 * Also accepts the steps of a playbook that is hidden by now: what the member types in the open page still belongs to them.
 * @throws AppError 404
 */
async function assertStepExists(transaction: Writer, { runId, position }: Place): Promise<void> {
  const { rows } = await sql<{ has_step: boolean }>`
    select ${position}::int < greatest(coalesce(${stepCountAt(sql<number>`run.version`)}, 0),
      (select max(step.position) + 1 from playbook_run_steps step where step.run_id = run.id)) as has_step
    from playbook_runs run left join playbooks on playbooks.id = run.playbook_id where run.id = ${runId}`.execute(
    transaction,
  );
  if (!rows[0]?.has_step) throw new AppError('not_found', m.step_not_found());
}
