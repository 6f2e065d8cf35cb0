import { sql } from 'kysely';
import { stepsTable } from '#access/gated.server.ts';
import { isAsSaved, putItemsBack } from '#access/imports.server.ts';
import type { Collection } from '#access/items.ts';
import type { Operator } from '#access/operator.ts';
import type { OperatorWriter } from '#access/writable.server.ts';
import { isSold } from '#library/catalog/public/assert-not-sold.server.ts';
import { lockNames, toTrash } from '#library/catalog/public/item-changes.server.ts';
import { batchSize } from './import.server.ts';
import { lockImport } from './import-results.server.ts';
import * as m from './words/messages.ts';

type Transaction = OperatorWriter<'library'>;
type Undo = { transaction: Transaction; operator: Operator<'library'>; modes: readonly string[] };

/**
 * Undoes the next batch, latest rows first, so that playbooks come before the prompts that they use.
 * @param modes the payment modes whose sales count
 */
export async function undoNext(
  library: Transaction,
  operator: Operator<'library'>,
  id: string,
  modes: readonly string[],
): Promise<boolean> {
  return library.transaction().execute(async (transaction) => {
    const now = await lockImport(transaction, id, 'undoing');
    if (!now) return false;
    await lockNames(transaction);
    const { rows } = await sql<{
      position: number;
      kind: 'prompt' | 'playbook';
      item_id: string;
      outcome: string;
    }>`
      select position, kind, item_id, outcome from import_rows
      where import_id = ${id} and outcome in ('created', 'changed') and undone is null
      order by position desc limit ${batchSize}`.execute(transaction);
    for (const kind of ['playbook', 'prompt'] as const) {
      const ofKind = rows.filter((row) => row.kind === kind);
      if (ofKind.length > 0) await undoRows({ transaction, operator, modes }, id, `${kind}s`, ofKind);
    }
    const isOver = rows.length < batchSize;
    await transaction
      .updateTable('imports')
      .set({ done: now.done + rows.length, attempts: 0, ...(isOver && { state: 'undone' }) })
      .where('id', '=', id)
      .execute();
    return !isOver;
  });
}

async function undoRows(
  { transaction, operator, modes }: Undo,
  importId: string,
  collection: Collection,
  rows: { position: number; item_id: string; outcome: string }[],
) {
  const ids = rows.map(({ item_id }) => item_id);
  // In a statement of its own: one that waits for a playbook still compares its steps as they were before.
  await sql`select from ${sql.table(collection)} where id = any(${ids}::uuid[]) order by id for update`.execute(
    transaction,
  );
  const { rows: items } = await sql<{ id: string; isEdited: boolean; isTrashed: boolean }>`
    select item.id, not ${isAsSaved(operator, collection)} as "isEdited", item.deleted_at is not null as "isTrashed"
    from ${sql.table(collection)} item
    join import_rows saved on saved.import_id = ${importId} and saved.item_id = item.id and saved.outcome in ('created', 'changed')
    where item.id = any(${ids}::uuid[])`.execute(transaction);
  const used =
    collection === 'prompts'
      ? await usedInPlaybooks({ transaction, operator, modes }, ids)
      : new Set<string>();
  const known = new Map(items.map((item) => [item.id, item]));
  const created: string[] = [];
  const changed: string[] = [];
  const kept = new Map<string, string>();
  for (const { item_id, outcome } of rows) {
    const item = known.get(item_id);
    // Already deleted since.
    if (!item || (outcome === 'created' && item.isTrashed)) continue;
    if (item.isEdited) kept.set(item_id, m.kept_changed());
    else if (outcome === 'changed') changed.push(item_id);
    else if (used.has(item_id)) kept.set(item_id, m.kept_used());
    else if (collection === 'playbooks' && (await isSold(transaction, item_id, modes)))
      kept.set(item_id, m.kept_bought());
    else created.push(item_id);
  }
  if (created.length > 0) {
    // Without its hashes, the item comes back when the same source is imported again.
    const values = { ...toTrash, import_hash: null, import_slug_hash: null };
    if (collection === 'prompts')
      await transaction.updateTable('prompts').set(values).where('id', 'in', created).execute();
    else await transaction.updateTable('playbooks').set(values).where('id', 'in', created).execute();
  }
  if (changed.length > 0) await putItemsBack(transaction, operator, { importId, collection, ids: changed });
  await sql`update import_rows set undone = case when kept.id is null then 'restored' else 'kept' end, reason = coalesce(kept.reason, import_rows.reason)
    from unnest(${rows.map(({ position }) => position)}::int[]) done (position)
    left join unnest(${[...kept.keys()]}::uuid[], ${[...kept.values()]}::text[]) kept (id, reason)
      on kept.id = (select item_id from import_rows own where own.import_id = ${importId} and own.position = done.position)
    where import_rows.import_id = ${importId} and import_rows.position = done.position`.execute(transaction);
}

async function usedInPlaybooks({ transaction, operator }: Undo, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct entry.value ->> 'prompt_id' as id from ${stepsTable(operator)} step
    join playbooks on playbooks.id = step.playbook_id and playbooks.deleted_at is null
    cross join jsonb_array_elements(step.prompts) entry
    where entry.value ->> 'prompt_id' = any(${ids}::text[])`.execute(transaction);
  return new Set(rows.map(({ id }) => id));
}
