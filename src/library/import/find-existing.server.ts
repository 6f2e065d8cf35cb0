import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { currentSlug } from '#access/current-slug.server.ts';
import { findEqual } from './equal-items.server.ts';
import type { Import, PlannedRow } from './import-types.ts';
import { slugNamed } from './plan-rows.ts';
import type { SourceRow } from './records.ts';

export type Existing = {
  id: string;
  import_key: string | null;
  import_hash: string | null;
  import_slug_hash: string | null;
};

/** A row and the existing item that it refers to. */
export type Known = { row: PlannedRow; before: Existing };

/**
 * Finds the existing items by the rows' keys: those imported from the same row before, or with the same current or
 * former slug.
 */
export async function findExisting(
  { transaction }: Import,
  table: 'prompts' | 'playbooks',
  rows: PlannedRow[],
) {
  const keys = rows.flatMap(({ key, also, former }) => [key, also ?? [], former?.key ?? []].flat());
  const slugs = rows.flatMap((row) => slugNamed(row) ?? []);
  const columns = sql.raw(
    'found.id, found.title, found.import_key, found.import_hash, found.import_slug_hash',
  );
  const { rows: existing } = await sql<Existing & { title: string; slug: string | null }>`
    select null as slug, ${columns} from ${sql.table(table)} found where found.import_key = any(${keys})
    union all select given.slug, ${columns} from unnest(${slugs}::text[]) given (slug)
      join ${sql.table(table)} found on found.slug = ${currentSlug(table, sql`given.slug`)}`.execute(
    transaction,
  );
  const bySlug = new Map(existing.map((row) => [row.slug, row]));
  const byKey = new Map(existing.map((row) => [row.import_key, row]));
  const found = new Map<string, Existing>();
  const taken = new Set<string>();
  const take = ({ key }: PlannedRow, item: Existing | undefined) => {
    if (!item) return;
    found.set(key, item);
    taken.add(item.id);
  };
  for (const row of rows) {
    const { key, also } = row;
    const other = also === undefined ? undefined : byKey.get(also);
    const named = bySlug.get(slugNamed(row) ?? '');
    // A slug made from a file's name doesn't claim an item that was imported under another row's title or path, unless
    // this file was matched to it before.
    const isOthers =
      also !== undefined &&
      named?.import_key &&
      !named.import_key.startsWith('slug:') &&
      named.import_slug_hash === null;
    take(row, byKey.get(key) ?? (other && { ...other, import_key: null }) ?? (isOthers ? undefined : named));
  }
  // Unchanged rows first, because an item can belong to one row only.
  for (const isByTitle of [false, true])
    for (const row of rows) {
      const item = byKey.get(row.former?.key ?? '');
      if (!row.former || !item || found.has(row.key) || taken.has(item.id)) continue;
      const isUnchanged = item.import_hash === formerHashOf(row, row.former.slug);
      if (isByTitle ? row.former.isByTitle && item.title === row.record.title : isUnchanged)
        take(row, { ...item, import_key: null, ...(isUnchanged && { import_hash: hashOf(row) }) });
    }
  return found;
}

/** The rows that would change their items. For the others, the import is recorded without changing the items' times. */
export async function withoutEqual(current: Import, table: 'prompts' | 'playbooks', known: Known[]) {
  const { transaction, operator, forAll, dryRun, tell } = current;
  const rows = known.map(({ row, before }) => ({
    ...row,
    id: before.id,
    // If only new items become drafts, existing ones keep their status.
    given: row.given.filter((name) => !(forAll.isNewDraft && name === 'status')),
  }));
  const equal = await findEqual(transaction, operator, table, rows);
  for (const { row, before } of known) {
    if (!equal.has(before.id)) continue;
    if (!dryRun) {
      const values = { import_key: before.import_key ?? row.key, [hashColumn(before, row)]: hashOf(row) };
      await transaction.updateTable(table).set(values).where('id', '=', before.id).execute();
    }
    tell(row, { outcome: 'unchanged', id: before.id });
  }
  return known.filter(({ before }) => !equal.has(before.id));
}

/** An item has one import key, but another source can also refer to it by slug; a hash is kept for each. */
export const hashColumn = ({ import_key }: Existing, { key }: PlannedRow) =>
  import_key === null || import_key === key ? 'import_hash' : 'import_slug_hash';

/** The hash that a row had under its former key. */
const formerHashOf = (row: SourceRow, slug: string | undefined) =>
  hashOf({ record: { slug, ...row.record, ...(slug !== undefined && { slug }) } });

export const hashOf = ({ record }: { record: object }) =>
  createHash('sha256').update(JSON.stringify(record)).digest('base64url');
