import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { readImportFile, rememberItems } from '#access/imports.server.ts';
import type { Operator } from '#access/operator.ts';
import { writable } from '#access/writable.server.ts';
import { importLimits } from '#constants';
import { advisoryLocks } from '#platform/database/locks.ts';
import { inLanguage } from '#platform/language/locale-context.server.ts';
import {
  batchSize,
  type ForAll,
  importBatch,
  importRows,
  type PlannedRow,
  planRows,
} from './import.server.ts';
import { assertRows, ImportError } from './import-error.ts';
import { keepRefusals, keepResults, lockImport, type Result, storable } from './import-results.server.ts';
import type { ImportItem, ImportSettings } from './imports.contract.ts';
import type { Source, SourceColumn } from './records.ts';
import { readBytes, type SourceKind } from './sources.server.ts';
import { undoNext } from './undo-import.server.ts';
import * as m from './words/messages.ts';

type Work = {
  id: string;
  kind: SourceKind;
  state: ImportItem['state'];
  settings: ImportSettings;
  done: number;
  created_by: string | null;
  started_at: Date | null;
  locale: string | null;
};

const forAllOf = ({ status, tier_access, category, skip_duplicates }: ImportSettings): ForAll => ({
  status: status === 'draft' || status === 'published' ? status : undefined,
  tier_access: tier_access ?? undefined,
  category: category ?? undefined,
  isNewDraft: status === 'new-drafts',
  skipsDuplicates: skip_duplicates,
});

/**
 * Runs imports. Each batch commits together with its progress, so that any
 * process can go on where another was killed, and no row is done twice.
 */
export function createImportsWorker(
  db: Database,
  operator: Operator<'library'>,
  salesModes: () => Promise<string[]>,
) {
  const library = writable(db, operator);
  /** One import at a time per process, because each holds its file in memory. */
  let last: Promise<unknown> = Promise.resolve();
  const waiting = new Set<string>();
  let isStopping = false;

  async function find(id: string): Promise<Work | undefined> {
    const row = await db
      .selectFrom('imports')
      .leftJoin('profiles', 'profiles.id', 'imports.created_by')
      .select([
        'imports.id',
        'imports.kind',
        'imports.state',
        'imports.settings',
        'imports.done',
        'imports.created_by',
        'imports.started_at',
        'profiles.locale',
      ])
      .where('imports.id', '=', id)
      .executeTakeFirst();
    return row && { ...row, settings: row.settings as unknown as ImportSettings };
  }

  async function work(id: string) {
    let planned: PlannedRow[] | undefined;
    const step = async (current: Work): Promise<boolean> => {
      if (current.state === 'checking') return claimCheck(current);
      if (current.state === 'undoing') return undoNext(library, operator, id, await salesModes());
      if (current.state !== 'importing') return false;
      planned ??= await plan(current);
      return importNext(current, planned);
    };
    for (;;) {
      const current = await find(id);
      if (isStopping || !current) return;
      // What is wrong with a row is said in the language of whoever imports it.
      const goesOn = await inLanguage(current.locale, () =>
        step(current).catch((error: unknown) => giveUp(current, error)),
      );
      if (!goesOn) return;
    }
  }

  /**
   * Fails an import after too many consecutive errors. Database outages are not counted.
   * @throws the error before that, so that it is tried again
   */
  async function giveUp({ id, state }: Work, error: unknown): Promise<false> {
    const one = library.updateTable('imports').where('id', '=', id).where('state', '=', state);
    // A check is counted when it begins: it can end its process.
    const isCheck = state === 'checking';
    const counted = await one
      .set({ attempts: sql`attempts + ${isCheck ? 0 : 1}` })
      .returning('attempts')
      .executeTakeFirst();
    if ((counted?.attempts ?? 0) < importLimits.attempts) throw error;
    const problem = storable(
      m.keeps_failing({ problem: error instanceof Error ? error.message : String(error) }),
    );
    await one.set({ state: 'failed', problem, attempts: 0, ...(isCheck && { total: 0 }) }).execute();
    if (!isCheck) await library.deleteFrom('import_files').where('import_id', '=', id).execute();
    return false;
  }

  async function read({ id, kind, settings }: Work): Promise<Source> {
    const bytes = await readImportFile(library, operator, id);
    if (!bytes) throw new ImportError(m.file_gone());
    const source = await readBytes(kind, bytes, settings.mapping, importLimits.rows);
    assertRows(source.rows.length + source.refused.length, importLimits.rows);
    return source;
  }

  async function plan(current: Work): Promise<PlannedRow[]> {
    const { rows } = await read(current);
    return planRows(rows, forAllOf(current.settings), {
      newest: current.started_at?.getTime() ?? 0,
      spacing: 1,
    });
  }

  /** @returns false where another process is at it. The claim ends with its connection, and so with its process. */
  async function claimCheck(current: Work): Promise<boolean> {
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

  async function check(current: Work) {
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
      const source = await read(current);
      const results: Result[] = [];
      await importRows(db, operator, source.rows, {
        ...forAllOf(settings),
        isDryRun: true,
        onResult: (row, result) => void results.push({ ...result, row }),
        onProgress(done) {
          if (isStopping) throw new Error('The site stops');
          return report(id, done, source.rows.length);
        },
      });
      await finishCheck(current, source, results);
    } catch (error) {
      if (!(error instanceof ImportError)) {
        if (!isStopping) throw error;
        // Another process, or the next start, checks it from the beginning.
        await library.updateTable('imports').set({ attempts: 0 }).where('id', '=', id).execute();
        return;
      }
      // Where the columns are known, others can be chosen.
      await library
        .updateTable('imports')
        .set({
          state: error.columns.length > 0 ? 'checked' : 'failed',
          problem: storable(error.message),
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

  async function finishCheck({ id, settings }: Work, source: Source, results: Result[]) {
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
        // Other settings have been chosen meanwhile: it is checked again.
        .where('settings', '=', sql<never>`${JSON.stringify(settings)}::jsonb`)
        .executeTakeFirst();
      if (finished.numUpdatedRows === 0n) return;
      await transaction.deleteFrom('import_rows').where('import_id', '=', id).execute();
      await keepResults(transaction, id, 0, results, false);
      await keepRefusals(transaction, id, source.rows.length, source.refused);
    });
  }

  /** One batch more. @returns false where another process is at it, or nothing is left */
  async function importNext(current: Work, planned: PlannedRow[]): Promise<boolean> {
    return library.transaction().execute(async (transaction) => {
      const now = await lockImport(transaction, current.id, 'importing');
      if (!now) return false;
      const rows = planned.slice(now.done, now.done + batchSize);
      const results: Result[] = [];
      await importBatch(
        {
          ...{ transaction, operator },
          forAll: { ...forAllOf(current.settings), authorId: current.created_by },
          tell: (row, result) => void results.push({ ...result, row }),
          beforeUpdate: (collection, ids) =>
            rememberItems(transaction, operator, { importId: current.id, collection, ids }),
        },
        rows,
      );
      await keepResults(transaction, current.id, now.done, results, true);
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

  return {
    /** At-least-once, by any process. */
    run(id: string): Promise<void> {
      if (waiting.has(id)) return Promise.resolve();
      waiting.add(id);
      const result = last.then(() => work(id)).finally(() => waiting.delete(id));
      last = result.catch(() => undefined);
      return result;
    },

    /** Ends after the batch that is under way; another process, or the next start, goes on. */
    async stop() {
      isStopping = true;
      await last;
    },
  };
}

const columnsJson = (columns: SourceColumn[]) =>
  JSON.stringify(columns, (_name, value) => (typeof value === 'string' ? storable(value) : value));
