import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { gated } from '#access/gated.server.ts';
import type { Operator } from '#access/operator.ts';
import { type OperatorWriter, writable } from '#access/writable.server.ts';
import { lockNames } from '#library/catalog/public/item-changes.server.ts';
import { takeLock } from '#platform/database/locks.ts';
import {
  type Existing,
  findExisting,
  hashColumn,
  hashOf,
  type Known,
  withoutEqual,
} from './find-existing.server.ts';
import type { ForAll, Import, PlannedRow, RowResult } from './import-types.ts';
import { titleOf } from './import-values.server.ts';
import { importable } from './importable.server.ts';
import { planRows, slugNamed } from './plan-rows.ts';
import type { Refusal, SourceRow } from './records.ts';
import * as m from './words/messages.ts';
import { createDry, createItems, tellDry, updateItem } from './write-items.server.ts';

/** The result of an import. `refused` lists the rows that were not imported, or only in part. */
export type ImportReport = { created: number; changed: number; unchanged: number; refused: Refusal[] };

type Options = ForAll & {
  /** Writes and locks nothing: the report shows what would happen. */
  isDryRun?: boolean;
  /** Called with the number of processed rows. */
  onProgress?: (done: number) => void | Promise<void>;
  /** Milliseconds between the dates of two consecutive rows; the first row is the newest. */
  spacing?: number;
  /** Called with the result of each row, before the next batch. */
  onResult?: (row: PlannedRow, result: RowResult) => void;
};

export const batchSize = 200;

/**
 * Imports rows into the library in one transaction. Rows are matched by their key: a row that is unchanged in the source is
 * skipped, which keeps any edits on the site; a changed row updates its item. In lists by date, new items keep the order of the source.
 */
export async function importRows(
  db: Database,
  operator: Operator<'library'>,
  rows: SourceRow[],
  options: Options = {},
): Promise<ImportReport> {
  const library = writable(db, operator);
  if (options.isDryRun) return importInto(library, operator, rows, options);
  return library.transaction().execute((transaction) => importInto(transaction, operator, rows, options));
}

/** The same within an open transaction. A dry run doesn't need one. */
export async function importInto(
  transaction: OperatorWriter<'library'>,
  operator: Operator<'library'>,
  rows: SourceRow[],
  { onProgress, onResult, isDryRun, spacing = 1, ...forAll }: Options = {},
): Promise<ImportReport> {
  const report: ImportReport = { created: 0, changed: 0, unchanged: 0, refused: [] };
  const planned = planRows(rows, forAll, { newest: Date.now(), spacing });
  const current: Import = {
    transaction,
    operator,
    forAll,
    ...(isDryRun && { dryRun: { names: new Set(), titles: new Map() } }),
    tell(row, result) {
      const { outcome } = result;
      if (outcome === 'created' || outcome === 'changed' || outcome === 'unchanged') report[outcome] += 1;
      if (result.reason) report.refused.push({ place: row.place, reason: result.reason });
      onResult?.(row, result);
    },
  };
  for (let start = 0; start < planned.length; start += batchSize) {
    await importBatch(current, planned.slice(start, start + batchSize));
    await onProgress?.(Math.min(start + batchSize, planned.length));
    // Let other work run.
    await setImmediate();
  }
  return report;
}

export async function importBatch(current: Import, rows: PlannedRow[]) {
  if (!current.dryRun) {
    await takeLock(current.transaction, 'import');
    await lockNames(current.transaction);
  }
  const accepted = await importable(current, rows);
  for (const kind of ['prompt', 'playbook'] as const) {
    const ofKind = accepted.filter((row) => row.kind === kind);
    if (ofKind.length === 0) continue;
    const table = `${kind}s` as const;
    const existing = await findExisting(current, table, ofKind);
    if (!current.dryRun) await lockItems(current, table, existing);
    const created: PlannedRow[] = [];
    const changed: Known[] = [];
    const met = new Set<string>();
    const isNew = (row: PlannedRow) => !current.dryRun?.names.has(`${row.kind} ${slugNamed(row)}`);
    for (const row of ofKind) {
      const before = existing.get(row.key);
      // A current slug and a former one can refer to the same item.
      const isMet = before !== undefined && met.has(before.id);
      if (before) met.add(before.id);
      if (isMet) current.tell(row, { outcome: 'refused', reason: m.row_twice() });
      else if (!before && isNew(row)) created.push(row);
      else if (!before) current.tell(row, { outcome: 'changed' });
      else if (before[hashColumn(before, row)] === hashOf(row))
        current.tell(row, { outcome: 'unchanged', id: before.id });
      else changed.push({ row, before });
    }
    const different = await withoutEqual(current, table, changed);
    if (different.length > 0) {
      await current.beforeUpdate?.(
        table,
        different.map(({ before }) => before.id),
      );
    }
    for (const { row, before } of different)
      if (current.dryRun) await tellDry(current, row, { outcome: 'changed', id: before.id });
      else await updateItem(current, row, before);
    const made = await withoutDuplicates(current, created);
    if (current.dryRun) await createDry(current, made);
    else await createItems(current, made);
  }
}

/** In the order in which others lock items, and before it is decided what changes, and kept for an undo. */
async function lockItems(
  { transaction }: Import,
  table: 'prompts' | 'playbooks',
  existing: Map<string, Existing>,
) {
  const ids = [...existing.values()].map(({ id }) => id);
  await sql`select from ${sql.table(table)} where id = any(${ids}::uuid[]) order by id for no key update`.execute(
    transaction,
  );
}

/** Drops new prompts whose text is already in the library or in an earlier row. */
async function withoutDuplicates(current: Import, rows: PlannedRow[]): Promise<PlannedRow[]> {
  const { transaction, operator, forAll, dryRun } = current;
  const texts = rows.flatMap((row) => (row.kind === 'prompt' ? [row.record.prompt_body] : []));
  if (!forAll.skipsDuplicates || texts.length === 0) return rows;
  const body = gated(operator, 'prompt', 'prompt_body');
  const { rows: found } = await sql<{ text: string; title: string }>`
    select ${body} as text, title from prompts where deleted_at is null
      and length(${body}) = any(select length(given) from unnest(${texts}::text[]) given) and ${body} = any(${texts}::text[])`.execute(
    transaction,
  );
  const titles = dryRun?.titles ?? new Map<string, string>();
  for (const { text, title } of found) titles.set(text, title);
  return rows.filter((row) => {
    if (row.kind !== 'prompt') return true;
    const title = titles.get(row.record.prompt_body);
    if (title === undefined) titles.set(row.record.prompt_body, titleOf(row));
    else current.tell(row, { outcome: 'duplicate', reason: m.row_same_text({ title }) });
    return title === undefined;
  });
}
