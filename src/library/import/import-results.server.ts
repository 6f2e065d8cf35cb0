import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import type { PlannedRow, RowResult } from './import-types.ts';
import { titleOf } from './import-values.server.ts';
import type { Refusal } from './records.ts';

type Transaction = OperatorWriter<'library'>;
export type Result = RowResult & { row: PlannedRow };

/** Removes what PostgreSQL can't store. */
export const storable = (text: string) => text.replaceAll('\0', '').toWellFormed();

/** Locks the import, and returns its progress; undefined if another process holds it, or it is in another state. */
export async function lockImport(transaction: Transaction, id: string, state: 'importing' | 'undoing') {
  // Shorter than the time limit of statements, so that waiting for others is told apart from being slow.
  await sql`set local lock_timeout = '20s'`.execute(transaction);
  return transaction
    .selectFrom('imports')
    .select('done')
    .where('id', '=', id)
    .where('state', '=', state)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/**
 * @param from the position of the first of these results in the import
 * @param areSaved whether the items were saved
 */
export async function keepResults(
  transaction: Transaction,
  import_id: string,
  results: Result[],
  { from, areSaved }: { from: number; areSaved: boolean },
) {
  for (let start = 0; start < results.length; start += 1_000) {
    const values = results.slice(start, start + 1_000).map(({ row, outcome, reason, id }, index) => ({
      import_id,
      position: from + start + index,
      place: storable(row.place),
      kind: row.kind,
      title: titleOf(row),
      outcome,
      reason: reason === undefined ? null : storable(reason),
      item_id: areSaved || outcome === 'unchanged' || outcome === 'changed' ? (id ?? null) : null,
    }));
    await transaction.insertInto('import_rows').values(values).execute();
  }
}

export async function keepRefusals(
  transaction: Transaction,
  import_id: string,
  from: number,
  refused: Refusal[],
) {
  for (let start = 0; start < refused.length; start += 1_000)
    await transaction
      .insertInto('import_rows')
      .values(
        refused.slice(start, start + 1_000).map(({ place, reason, title = '' }, index) => ({
          import_id,
          position: from + start + index,
          place: storable(place),
          title: storable(title),
          outcome: 'refused' as const,
          reason: storable(reason),
        })),
      )
      .execute();
}
