import { noteSaved, rememberItems } from '#access/imports.server.ts';
import type { Operator } from '#access/operator.ts';
import type { OperatorWriter } from '#access/writable.server.ts';
import { batchSize, importBatch } from './import.server.ts';
import { keepResults, lockImport, type Result } from './import-results.server.ts';
import type { PlannedRow } from './import-types.ts';
import { forAllOf, type ImportWork, readSource } from './import-work.server.ts';
import { planRows } from './plan-rows.ts';

/** Saves the items of an import. Each batch commits together with its progress. */
export function createImportBatches(library: OperatorWriter<'library'>, operator: Operator<'library'>) {
  async function plan(current: ImportWork): Promise<PlannedRow[]> {
    const { rows } = await readSource(library, operator, current);
    return planRows(rows, forAllOf(current.settings), {
      newest: current.started_at?.getTime() ?? 0,
      spacing: 1,
    });
  }

  /** Imports one more batch. @returns false if another process holds the import, or nothing is left */
  async function importNext(current: ImportWork, planned: PlannedRow[]): Promise<boolean> {
    return library.transaction().execute(async (transaction) => {
      const now = await lockImport(transaction, current.id, 'importing');
      if (!now) return false;
      const rows = planned.slice(now.done, now.done + batchSize);
      const results: Result[] = [];
      await importBatch(
        {
          transaction,
          operator,
          forAll: { ...forAllOf(current.settings), authorId: current.created_by },
          tell: (row, result) => void results.push({ ...result, row }),
          beforeUpdate: (collection, ids) =>
            rememberItems(transaction, operator, { importId: current.id, collection, ids }),
        },
        rows,
      );
      await keepResults(transaction, current.id, results, { from: now.done, areSaved: true });
      await noteSaved(transaction, operator, {
        importId: current.id,
        from: now.done,
        count: results.length,
      });
      const done = now.done + rows.length;
      const isOver = done >= planned.length;
      await transaction
        .updateTable('imports')
        .set({ done, attempts: 0, ...(isOver && { state: 'done' }) })
        .where('id', '=', current.id)
        .execute();
      if (isOver) await transaction.deleteFrom('import_files').where('import_id', '=', current.id).execute();
      return !isOver;
    });
  }

  return { plan, importNext };
}
