import { sql } from 'kysely';
import { earlierSlugs } from '#access/current-slug.server.ts';
import type { Database } from '#access/database.ts';
import type { Collection } from '#access/items.ts';
import type { WriterFor } from '#access/writable.server.ts';
import { takeLock } from '#platform/database/locks.ts';
import { assertAsCreated, assertVersion } from '#platform/database/record-version.server.ts';
import { AppError } from '#platform/errors.ts';
import * as common from '#ui/words/messages.ts';
import * as m from '../words/messages.ts';

/**
 * Locks all slugs and category names until the transaction ends. Take this lock before locking any item row, as
 * renaming a category does; the opposite order would deadlock.
 */
export async function lockNames(transaction: Database): Promise<void> {
  await takeLock(transaction, 'slugs');
}

/**
 * Changes an item's slug and redirects the old one. `transaction` must have called `lockNames`.
 * @throws AppError 422 if another item has the slug, or used to have it
 */
export async function moveSlug(
  transaction: WriterFor<'prompt', 'edit'> | WriterFor<'playbook', 'edit'>,
  collection: Collection,
  { id, from, to }: { id: string; from: string; to: string },
): Promise<void> {
  if (from === to) return;
  const table = sql.table(earlierSlugs[collection]);
  const { rows } = await sql`
    select from ${sql.table(collection)} where slug = ${to} and id <> ${id}
    union all select from ${table} where slug = ${to} and item_id <> ${id} limit 1`.execute(transaction);
  if (rows.length > 0) throw new AppError('validation_failed', m.refused_address_taken());
  await sql`delete from ${table} where slug = ${to}`.execute(transaction);
  await sql`insert into ${table} (slug, item_id) values (${from}, ${id})`.execute(transaction);
}

type Hidden = { deleted_at: Date | null };
type Change = { status?: 'draft' | 'published'; publish_at?: string | null };

/** The resulting status and schedule when either is changed. @throws AppError 404 for items in the trash */
function nextStatus(row: Hidden, { status, publish_at }: Change): Change {
  if (row.deleted_at) throw new AppError('not_found', m.refused_in_the_trash());
  if (publish_at) {
    const isDue = Date.parse(publish_at) <= Date.now();
    return isDue ? { status: 'published', publish_at: null } : { status: 'draft', publish_at };
  }
  if (status === 'published' || publish_at === null) return { ...(status && { status }), publish_at: null };
  return status ? { status } : {};
}

type Edit = {
  id: string;
  change: Change & { slug?: string | undefined; category?: string | undefined };
  /** The `updated_at` that the editor loaded; undefined means that the last save wins. */
  expectedVersion: string | undefined;
  /** Whose create the change repeats, after its response was lost. */
  resentBy?: string | undefined;
};

/**
 * Locks an item for a change, and checks that it is still what the change started from.
 * @returns its slug, and the resulting status and schedule
 * @throws AppError 404, also for items in the trash; 409 conflict
 */
export async function lockToEdit(
  transaction: WriterFor<'prompt', 'edit'> | WriterFor<'playbook', 'edit'>,
  collection: Collection,
  { id, change, expectedVersion, resentBy }: Edit,
): Promise<{ slug: string; status: Change }> {
  if (change.slug !== undefined || change.category !== undefined) await lockNames(transaction);
  const { rows } = await sql<Hidden & { created_at: Date; updated_at: Date; slug: string }>`
    select created_at, updated_at, slug, deleted_at from ${sql.table(collection)} where id = ${id} for update`.execute(
    transaction,
  );
  const [row] = rows;
  if (!row) throw new AppError('not_found', notFound[collection]());
  // Check this before the version: moving an item to the trash changes its version, and there would be nothing to compare.
  const status = nextStatus(row, change);
  if (resentBy) await assertAsCreated(transaction, { id, ...row }, resentBy);
  else assertVersion(row.updated_at, expectedVersion);
  return { slug: row.slug, status };
}
const notFound = { prompts: common.prompt_not_found, playbooks: common.playbook_not_found };

/**
 * The changes that move an item to the trash, and back to its former status. A scheduled item comes back as an
 * unscheduled draft.
 */
export const toTrash = {
  deleted_at: sql<string>`now()`,
  deleted_status: sql<'draft' | 'published'>`status`,
  status: 'draft',
  publish_at: null,
  updated_at: sql<string>`now()`,
} as const;
export const fromTrash = {
  status: sql<'draft' | 'published'>`deleted_status`,
  deleted_at: null,
  deleted_status: null,
  updated_at: sql<string>`now()`,
} as const;
