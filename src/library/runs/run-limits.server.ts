import { sql } from 'kysely';
import type { DB } from '#access/database.ts';
import type { Writer } from '#access/writable.server.ts';
import { limits } from '#constants';
import { AppError } from '#platform/errors.ts';
import { formatNumber } from '#ui/format.ts';
import * as m from './words/messages.ts';

const megabytes = (bytes: number) => formatNumber(bytes / 1_000_000);

/** The number of characters in all values of a run. */
export const valuesLength =
  sql<number>`(select coalesce(sum(length(key) + length(value)), 0)::int from jsonb_each_text("values"))`.as(
    'length',
  );

/** @throws AppError 409 */
export function assertValuesLength(run: { length: number }): void {
  if (run.length > limits.runValues)
    throw new AppError('conflict', m.refused_values_full({ count: formatNumber(limits.runValues) }));
}

/** That the values of all runs of a member fit, in bytes. @throws AppError 409 */
export async function assertValuesFit(db: Writer<Pick<DB, 'playbook_runs'>>, userId: string): Promise<void> {
  const { rows } = await sql<{
    bytes: number;
  }>`select coalesce(sum(octet_length("values"::text)), 0)::float8 as bytes from playbook_runs where user_id = ${userId}`.execute(
    db,
  );
  if ((rows[0]?.bytes ?? 0) > limits.runValuesBytes)
    throw new AppError('conflict', m.refused_all_values_full({ count: megabytes(limits.runValuesBytes) }));
}

/** That the results of all runs of a member fit, in bytes, which doesn't require decompressing them. @throws AppError 409 */
export async function assertResultsFit(
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
    throw new AppError('conflict', m.refused_results_full({ count: megabytes(limits.runResultsBytes) }));
}
