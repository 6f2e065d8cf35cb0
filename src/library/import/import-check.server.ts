import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import type { Operator } from '#access/operator.ts';
import type { OperatorWriter } from '#access/writable.server.ts';
import { importLimits } from '#constants';
import { promptFieldLabels } from '#library/prompts/public/prompt-field-labels.ts';
import { advisoryLocks } from '#platform/database/locks.ts';
import { importRows } from './import.server.ts';
import { ImportError } from './import-error.ts';
import { keepRefusals, keepResults, type Result, storable } from './import-results.server.ts';
import { forAllOf, type ImportWork, readSource } from './import-work.server.ts';
import type { Source, SourceColumn } from './records.ts';
import * as m from './words/messages.ts';

type Parts = {
  db: Database;
  library: OperatorWriter<'library'>;
  operator: Operator<'library'>;
  /** Aborted when the site stops. Unfinished work is left to another process or the next start. */
  stopping: AbortSignal;
};

/** Checks a file without saving its items: determines what an import would do with each row. */
export function createImportCheck({ db, library, operator, stopping }: Parts) {
  /** @returns false if another process holds the claim. A claim ends with its connection, and so with its process. */
  async function claimCheck(current: ImportWork): Promise<boolean> {
    return library.transaction().execute(async (claim) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(claim);
      const { rows } = await sql<{ free: boolean }>`
        select pg_try_advisory_xact_lock(${advisoryLocks.checks}, hashtext(${current.id})) as free`.execute(
        claim,
      );
      if (rows[0]?.free) await check(current);
      return rows[0]?.free ?? false;
    });
  }

  async function check(current: ImportWork) {
    const { id, settings } = current;
    try {
      // Count the attempt before reading the file, so that a file that crashes the process is not retried forever.
      const begun = await library
        .updateTable('imports')
        .set({ attempts: sql`attempts + 1` })
        .where('id', '=', id)
        .returning('attempts')
        .executeTakeFirst();
      if ((begun?.attempts ?? 0) > importLimits.attempts) throw new ImportError(m.file_takes_too_much());
      const source = await readSource(library, operator, current);
      const results: Result[] = [];
      await importRows(db, operator, source.rows, {
        ...forAllOf(settings),
        isDryRun: true,
        onResult: (row, result) => void results.push({ ...result, row }),
        onProgress(done) {
          if (stopping.aborted) throw new Error('The site stops');
          return report(id, done, source.rows.length);
        },
      });
      await finishCheck(current, source, results);
    } catch (error) {
      if (!(error instanceof ImportError)) {
        if (!stopping.aborted) throw error;
        // Another process, or the next start, repeats the whole check.
        await library.updateTable('imports').set({ attempts: 0 }).where('id', '=', id).execute();
        return;
      }
      // If the columns are known, the importer can map them differently and check again.
      const canChoose = error.columns.length > 0;
      const hasPrompts = error.columns.some(({ field }) => field === 'prompt_body');
      await library
        .updateTable('imports')
        .set({
          state: canChoose ? 'checked' : 'failed',
          problem:
            canChoose && !hasPrompts
              ? m.choose_column_of_prompts({ field: promptFieldLabels.prompt_body() })
              : storable(error.message),
          columns: columnsJson(error.columns),
          total: 0,
          attempts: 0,
        })
        .where('id', '=', id)
        .where('state', '=', 'checking')
        .execute();
    }
  }

  const report = async (id: string, done: number, total: number) => {
    await library
      .updateTable('imports')
      .set({ done, total })
      .where('id', '=', id)
      .where('state', '=', 'checking')
      .execute()
      .catch(() => undefined);
  };

  async function finishCheck({ id, settings }: ImportWork, source: Source, results: Result[]) {
    await library.transaction().execute(async (transaction) => {
      const finished = await transaction
        .updateTable('imports')
        .set({
          state: 'checked',
          problem: null,
          columns: columnsJson(source.columns),
          total: source.rows.length,
          done: 0,
          attempts: 0,
        })
        .where('id', '=', id)
        .where('state', '=', 'checking')
        // If the settings have changed since, it will be checked again.
        .where('settings', '=', sql<never>`${JSON.stringify(settings)}::jsonb`)
        .executeTakeFirst();
      if (finished.numUpdatedRows === 0n) return;
      await transaction.deleteFrom('import_rows').where('import_id', '=', id).execute();
      await keepResults(transaction, id, results, { from: 0, areSaved: false });
      await keepRefusals(transaction, id, source.rows.length, source.refused);
    });
  }

  return { claimCheck };
}

const columnsJson = (columns: SourceColumn[]) =>
  JSON.stringify(columns, (_name, value) => (typeof value === 'string' ? storable(value) : value));
