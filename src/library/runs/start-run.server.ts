import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { WriterFor } from '#access/writable.server.ts';
import { limits } from '#constants';
import { valuesByKey } from '#library/blanks/public/blanks.ts';
import { AppError, idTaken } from '#platform/errors.ts';
import { cutText } from '#platform/text/cut-text.ts';
import * as common from '#ui/words/messages.ts';
import { assertResultsFit, assertValuesFit, assertValuesLength, valuesLength } from './run-limits.server.ts';
import type { NewRun } from './runs.contract.ts';
import * as m from './words/messages.ts';

type Writer = WriterFor<'account', 'keep-runs'>;
type Place = { userId: string; playbookId: string };

/**
 * Stores a new run, in a transaction that has locked its member.
 * @returns its id
 * @throws AppError 404; 409 for too many runs, if the values or all results are too long, or if the id belongs to someone else
 */
export async function startRun(
  transaction: Writer,
  place: Place,
  { id, name, values = {}, from }: NewRun,
): Promise<string> {
  const playbook = await playbookToRun(transaction, place);
  const original = from ? await runToCopy(transaction, place, from) : undefined;
  const kept = { ...original?.values, ...Object.fromEntries(valuesByKey(values)) };
  const run = await transaction
    .insertInto('playbook_runs')
    .values({
      id: id ?? randomUUID(),
      user_id: place.userId,
      playbook_id: place.playbookId,
      // Keep the original's version: its results belong to those steps.
      version: original?.version ?? playbook.version,
      name: cutText(
        name ?? (original ? m.copy_of({ name: original.name }) : playbook.nextName),
        limits.runName,
      ),
      values: JSON.stringify(kept),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning(['id', valuesLength])
    .executeTakeFirst();
  if (!run) throw idTaken();
  assertValuesLength(run);
  if (Object.keys(kept).length > 0) await assertValuesFit(transaction, place.userId);
  if (original) {
    await sql`insert into playbook_run_steps (run_id, position, done, result)
      select ${run.id}::uuid, position, done, result from playbook_run_steps where run_id = ${original.id}`.execute(
      transaction,
    );
    await assertResultsFit(transaction, place.userId);
  }
  return run.id;
}

/** The playbook's version and the name of its next run. @throws AppError 404; 409 if the member has too many runs */
async function playbookToRun(transaction: Writer, { userId, playbookId }: Place) {
  const { rows } = await sql<{ title: string; version: number; runs: number; same: number }>`
    select title, version, (select count(*)::int from playbook_runs where user_id = ${userId}) as runs,
      (select count(*)::int from playbook_runs where user_id = ${userId} and playbook_id = ${playbookId}) as same
    from playbooks where id = ${playbookId}`.execute(transaction);
  const [playbook] = rows;
  if (!playbook) throw new AppError('not_found', common.playbook_not_found());
  const { title, version, runs, same } = playbook;
  if (runs >= limits.runs) throw new AppError('conflict', m.refused_runs_full({ count: limits.runs }));
  return { version, nextName: same === 0 ? title : `${title} ${same + 1}` };
}

/** The member's own run of the same playbook. @throws AppError 404 */
async function runToCopy(transaction: Writer, { userId, playbookId }: Place, id: string) {
  const original = await transaction
    .selectFrom('playbook_runs')
    .select(['id', 'name', 'version', sql<Record<string, string>>`"values"`.as('values')])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('playbook_id', '=', playbookId)
    .executeTakeFirst();
  if (!original) throw new AppError('not_found', m.run_not_found());
  return original;
}
