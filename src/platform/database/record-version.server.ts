import { isDeepStrictEqual } from 'node:util';
import { type QueryExecutorProvider, sql } from 'kysely';
import { noteNoChange } from '../audit-trail.server.ts';
import { AppError, idTaken } from '../errors.ts';
import * as m from '../words/messages.ts';

/**
 * Checks that a row hasn't changed since its editor loaded it.
 * @param expectedVersion the `updated_at` that the editor loaded; undefined means that the last save wins
 * @param refusal the message, if the editor has nothing to compare
 * @throws AppError 409 conflict
 */
export function assertVersion(
  current: Date,
  expectedVersion: string | undefined,
  refusal = m.refused_someone_saved(),
) {
  if (expectedVersion === undefined || Date.parse(expectedVersion) === current.getTime()) return;
  throw new AppError('conflict', refusal);
}

/**
 * The `updated_at` of a row that is being changed. In milliseconds, like in the API, because a save sends back the time
 * that it has read. `now()` would be the start of the transaction, which may be before another change that it has
 * waited for.
 */
export const newVersion = sql<string>`date_trunc('milliseconds', clock_timestamp())`;

/**
 * Checks that a row was created by an earlier attempt of this request, and hasn't been changed since: an id alone would let a
 * create overwrite what somebody else has created.
 * @param userId whose request it is; the audit log knows who created the row
 * @throws AppError 409 conflict
 */
export async function assertAsCreated(
  reader: QueryExecutorProvider,
  row: { id: string; created_at: Date; updated_at: Date },
  userId: string,
) {
  const { rows } = await sql`select from audit_log where target_id = ${row.id} and actor_id = ${userId}
    and (action like 'POST %' and action not like '%{id}%' or action like 'MCP create%') limit 1`.execute(
    reader,
  );
  if (rows.length === 0) throw idTaken();
  if (row.updated_at.getTime() === row.created_at.getTime()) return;
  throw new AppError('conflict', m.refused_already_created());
}

/** Sets both times when a create is retried, so that a further retry still passes `assertAsCreated`. */
export const createdAgain = { created_at: sql<string>`now()`, updated_at: sql<string>`now()` };

/**
 * Whether a row already has these values. A save that changes nothing is skipped, so that it doesn't reach caches,
 * webhooks, the audit log or other editors.
 */
export async function hasValues(
  reader: QueryExecutorProvider,
  { table, id }: { table: string; id: string },
  values: Record<string, unknown>,
): Promise<boolean> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const { rows } =
    given.length === 0
      ? { rows: [{ is_same: true }] }
      : await sql<{ is_same: boolean }>`
    select (${sql.join(given.map(([name]) => sql.ref(name)))}) is not distinct from (${sql.join(given.map(([, value]) => value))}) as is_same
    from ${sql.table(table)} where id = ${id}`.execute(reader);
  const isSame = rows[0]?.is_same ?? false;
  if (isSame) noteNoChange();
  return isSame;
}

/**
 * Checks that values without a version are still the ones that a change started from.
 * @throws AppError 409 conflict
 */
export function assertUnchanged(current: Record<string, unknown>, expected: Record<string, unknown>) {
  if (Object.entries(expected).every(([name, value]) => isDeepStrictEqual(value, current[name]))) return;
  throw new AppError('conflict', m.refused_someone_saved());
}
