import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { grantSite, requireSite } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import { writable } from '#access/writable.server.ts';
import { importLimits } from '#constants';
import { nameGoneTarget, noteNoChange } from '#platform/audit-trail.server.ts';
import type { List, PageQuery } from '#platform/contract/contract.ts';
import { decodeNumber, encodeNumber } from '#platform/database/cursor.server.ts';
import { pageByTime } from '#platform/database/list-page.server.ts';
import { AppError, idTaken } from '#platform/errors.ts';
import type { Jobs } from '#platform/jobs/jobs.server.ts';
import { type ImportSettings, importSettings } from './import-fields.ts';
import type { ImportItem, ImportRow, RowsQuery } from './imports.contract.ts';
import type { createImportsWorker } from './imports-worker.server.ts';
import { sourceKindOf } from './sources.server.ts';
import * as m from './words/messages.ts';

const underWay = ['checking', 'importing', 'undoing'] as const;

/** The order of the rows in their file. Rejected ones have the last positions, wherever they are. */
const inFile = sql`place like 'playbooks[%', coalesce(substring(place from '^(?:line |(?:prompts|playbooks)[[])([0-9]{1,9})[]]?$')::int, 0), position`;

type Parts = { db: Database; jobs: Jobs; worker: ReturnType<typeof createImportsWorker> };

/** Imports in the admin pages. Every method throws AppError 401, and 403 for anyone but editors and admins. */
export function createImportsService({ db, jobs, worker }: Parts) {
  const queue = jobs.queue<{ id: string }>('imports', ({ id }) => worker.run(id));

  async function read(which: RawBuilder<unknown>): Promise<(ImportItem & { sort_key: string })[]> {
    const { rows } = await sql<Omit<ImportItem, 'created_at'> & { created_at: Date; sort_key: string }>`
      select id, name, kind, state, settings, columns, problem, total, done, created_at, restored, kept, created_at::text as sort_key,
        json_build_object('created', created, 'changed', changed, 'unchanged', unchanged, 'duplicate', duplicate, 'refused', refused) as counts
      from imports, lateral (select
          count(*) filter (where outcome = 'created')::int as created, count(*) filter (where outcome = 'changed')::int as changed,
          count(*) filter (where outcome = 'unchanged')::int as unchanged, count(*) filter (where outcome = 'duplicate')::int as duplicate,
          count(*) filter (where outcome = 'refused')::int as refused, count(*) filter (where undone = 'restored')::int as restored,
          count(*) filter (where undone = 'kept')::int as kept
        from import_rows where import_id = imports.id) counted
      ${which}`.execute(db);
    return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
  }
  async function get(viewer: Viewer, id: string): Promise<ImportItem> {
    requireSite(viewer, 'import-items');
    const [found] = await read(sql`where imports.id = ${id}`);
    if (!found) throw new AppError('not_found', m.refused_no_such_import());
    const { sort_key: _key, ...item } = found;
    return item;
  }

  /** Moves an import to its next state and enqueues the work. @throws AppError 404, 409 */
  async function move(
    viewer: Viewer,
    id: string,
    from: readonly ImportItem['state'][],
    values: {
      state: 'checking' | 'importing' | 'undoing';
      settings?: string;
      started_at?: Date;
      problem?: null;
    },
  ): Promise<ImportItem> {
    const imports = writable(db, grantSite(viewer, 'import-items'));
    const hasMoved = await imports.transaction().execute(async (transaction) => {
      const moved = await transaction
        .updateTable('imports')
        .set({ ...values, done: 0, attempts: 0 })
        .where('id', '=', id)
        .where('state', 'in', from)
        .executeTakeFirst();
      if (moved.numUpdatedRows === 0n) {
        noteNoChange();
        return false;
      }
      // Refused rows stay listed; the import reports all others again.
      if (values.state === 'importing')
        await sql`delete from import_rows using imports
          where imports.id = import_id and import_id = ${id} and position < imports.total`.execute(
          transaction,
        );
      await queue.send({ id }, transaction);
      return true;
    });
    // The worker may have finished by now.
    const now = await get(viewer, id);
    // A retry after a lost response finds that the import has already moved on.
    const next = { checking: ['checking'], importing: ['importing', 'done'], undoing: ['undoing', 'undone'] };
    if (!hasMoved && !next[values.state].includes(now.state))
      throw new AppError('conflict', m.refused_not_now());
    return now;
  }

  return {
    /** @throws AppError 400 invalid_cursor */
    async list(viewer: Viewer, query: PageQuery): Promise<List<ImportItem>> {
      requireSite(viewer, 'import-items');
      const page = pageByTime(query, { time: 'imports.created_at', id: 'imports.id' });
      const [found, { total }] = await Promise.all([
        read(sql`where ${page.condition} ${page.ordered}`),
        db.selectFrom('imports').select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
      ]);
      const { rows: items, next_cursor } = page.of(found);
      return { items, total, next_cursor };
    },

    get,

    /** @throws AppError 409 if the id belongs to another file, or for too many imports; 413; 415 for other file types */
    async upload(viewer: Viewer, id: string, name: string, bytes: Buffer): Promise<ImportItem> {
      const proof = grantSite(viewer, 'import-items');
      const kind = sourceKindOf(name);
      if (!kind) throw new AppError('unsupported_media_type', m.refused_kind());
      if (bytes.length > importLimits.uploadBytes)
        throw new AppError(
          'payload_too_large',
          m.refused_too_large({ megabytes: importLimits.uploadBytes / 1_000_000 }),
        );
      const file_hash = createHash('sha256').update(bytes).digest();
      await writable(db, proof)
        .transaction()
        .execute(async (transaction) => {
          const made = await transaction
            .insertInto('imports')
            .values({
              id,
              name,
              kind,
              file_hash,
              settings: JSON.stringify(importSettings.parse({})),
              created_by: proof.viewer.userId,
            })
            .onConflict((conflict) => conflict.column('id').doNothing())
            .returning('id')
            .executeTakeFirst();
          if (!made) {
            const first = await transaction
              .selectFrom('imports')
              .select(['name', 'file_hash'])
              .where('id', '=', id)
              .executeTakeFirst();
            if (first?.name !== name || first.file_hash?.equals(file_hash) === false) throw idTaken();
            return noteNoChange();
          }
          const { rows } = await sql<{ count: number }>`
            select count(*)::int as count from import_files`.execute(transaction);
          if ((rows[0]?.count ?? 0) >= importLimits.waiting)
            throw new AppError('conflict', m.refused_too_many_waiting());
          await transaction.insertInto('import_files').values({ import_id: id, bytes }).execute();
          await queue.send({ id }, transaction);
        });
      return get(viewer, id);
    },

    /** @throws AppError 404 */
    async rows(viewer: Viewer, id: string, { outcome, page, ...query }: RowsQuery): Promise<List<ImportRow>> {
      await get(viewer, id);
      const chosen =
        outcome === undefined
          ? sql`true`
          : outcome === 'kept'
            ? sql`undone = 'kept'`
            : sql`outcome = ${outcome}`;
      const matching = sql`from import_rows where import_id = ${id} and ${chosen}`;
      const cursor = decodeNumber(query.cursor, 'import rows');
      const after =
        cursor === undefined
          ? sql`true`
          : sql`(${inFile}) > (select ${inFile} from import_rows where import_id = ${id} and position = ${cursor})`;
      const [{ rows }, { rows: counted }] = await Promise.all([
        sql<ImportRow>`select position, place, kind, title, outcome, reason, item_id, undone ${matching}
          and ${after} order by ${inFile} limit ${query.limit + 1} offset ${((page ?? 1) - 1) * query.limit}`.execute(
          db,
        ),
        sql<{ total: number }>`select count(*)::int as total ${matching}`.execute(db),
      ]);
      const items = rows.slice(0, query.limit);
      const last = rows.length > query.limit ? items.at(-1) : undefined;
      return {
        items,
        total: counted[0]?.total ?? 0,
        next_cursor: last ? encodeNumber('import rows', last.position) : null,
      };
    },

    check: (viewer: Viewer, id: string, settings: ImportSettings) =>
      move(viewer, id, ['checked', 'checking'], { state: 'checking', settings: JSON.stringify(settings) }),

    /** @throws AppError 409 if there is nothing to import */
    async start(viewer: Viewer, id: string): Promise<ImportItem> {
      const { state, counts } = await get(viewer, id);
      if (state === 'checked' && counts.created + counts.changed === 0)
        throw new AppError('conflict', m.refused_nothing());
      return move(viewer, id, ['checked'], { state: 'importing', started_at: new Date() });
    },

    /** @throws AppError 409 if nothing was imported; a failed check has no rows */
    async undo(viewer: Viewer, id: string): Promise<ImportItem> {
      const { state, total } = await get(viewer, id);
      if (state === 'failed' && total === 0) throw new AppError('conflict', m.refused_not_now());
      return move(viewer, id, ['done', 'failed'], { state: 'undoing', problem: null });
    },

    /** @throws AppError 404; 409 if the import is running, being undone or complete */
    async delete(viewer: Viewer, id: string): Promise<void> {
      nameGoneTarget((await get(viewer, id)).name);
      const deleted = await writable(db, grantSite(viewer, 'import-items'))
        .deleteFrom('imports')
        .where('id', '=', id)
        .where('state', 'in', ['checking', 'checked', 'failed'])
        .executeTakeFirst();
      if (deleted.numDeletedRows === 0n) throw new AppError('conflict', m.refused_not_now());
    },

    /** Re-enqueues unfinished imports, for example after a crash. */
    async resume(): Promise<void> {
      const rows = await db.selectFrom('imports').select('id').where('state', 'in', underWay).execute();
      for (const { id } of rows) await queue.send({ id });
    },
  };
}
