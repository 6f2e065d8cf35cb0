import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import type { Operator } from '#access/operator.ts';
import { writable } from '#access/writable.server.ts';
import { importLimits } from '#constants';
import { isDeadlock, isLockTimeout } from '#platform/database/database.server.ts';
import { messageOf } from '#platform/error-message.ts';
import { inLanguage } from '#platform/language/locale-context.server.ts';
import { createImportBatches } from './import-batches.server.ts';
import { createImportCheck } from './import-check.server.ts';
import { importSettings } from './import-fields.ts';
import { storable } from './import-results.server.ts';
import type { PlannedRow } from './import-types.ts';
import type { ImportWork } from './import-work.server.ts';
import { undoNext } from './undo-import.server.ts';
import * as m from './words/messages.ts';

/**
 * Runs imports. Each batch commits together with its progress, so that any process can continue an import after a
 * crash, and no row is imported twice.
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
  const stopping = new AbortController();
  const { claimCheck } = createImportCheck({ db, library, operator, stopping: stopping.signal });
  const { plan, importNext } = createImportBatches(library, operator);

  async function find(id: string): Promise<ImportWork | undefined> {
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
    return row && { ...row, settings: importSettings.parse(row.settings) };
  }

  async function work(id: string) {
    let planned: PlannedRow[] | undefined;
    const step = async (current: ImportWork): Promise<boolean> => {
      if (current.state === 'checking') return claimCheck(current);
      if (current.state === 'undoing') return undoNext(library, operator, id, await salesModes());
      if (current.state !== 'importing') return false;
      planned ??= await plan(current);
      return importNext(current, planned);
    };
    for (;;) {
      const current = await find(id);
      if (stopping.signal.aborted || !current) return;
      // Row errors are in the importer's language.
      const goesOn = await inLanguage(current.locale, () =>
        step(current).catch((error: unknown) => giveUp(current, error)),
      );
      if (!goesOn) return;
    }
  }

  /**
   * Marks an import as failed after too many consecutive errors. Database outages don't count, nor does waiting for what others are
   * changing.
   * @throws the given error before that, so that the job is retried
   */
  async function giveUp({ id, state }: ImportWork, error: unknown): Promise<false> {
    if (isLockTimeout(error) || isDeadlock(error)) throw error;
    const one = library.updateTable('imports').where('id', '=', id).where('state', '=', state);
    // The attempts of a check are counted when it starts, because it can crash the process.
    const isCheck = state === 'checking';
    const counted = await one
      .set({ attempts: sql`attempts + ${isCheck ? 0 : 1}` })
      .returning('attempts')
      .executeTakeFirst();
    if ((counted?.attempts ?? 0) < importLimits.attempts) throw error;
    const problem = storable(m.keeps_failing({ problem: messageOf(error) }));
    await one.set({ state: 'failed', problem, attempts: 0, ...(isCheck && { total: 0 }) }).execute();
    if (!isCheck) await library.deleteFrom('import_files').where('import_id', '=', id).execute();
    return false;
  }

  return {
    /** May run more than once, in any process. */
    run(id: string): Promise<void> {
      if (waiting.has(id)) return Promise.resolve();
      waiting.add(id);
      const result = last.then(() => work(id)).finally(() => waiting.delete(id));
      last = result.catch(() => undefined);
      return result;
    },

    /** Stops after the current batch; another process, or the next start, continues. */
    async stop() {
      stopping.abort();
      await last;
    },
  };
}
