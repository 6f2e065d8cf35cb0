import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { currentSlug } from '#access/current-slug.server.ts';
import type { Database } from '#access/database.ts';
import { gated } from '#access/gated.server.ts';
import type { Collection } from '#access/items.ts';
import type { Operator } from '#access/operator.ts';
import { type OperatorWriter, writable } from '#access/writable.server.ts';
import { freeSlugs } from '#library/catalog/public/free-slugs.server.ts';
import { lockNames } from '#library/catalog/public/item-changes.server.ts';
import { takeLock } from '#platform/database/locks.ts';
import { findEqual } from './equal-items.server.ts';
import { promptsOfSteps, writeSteps } from './import-steps.server.ts';
import { playbookValues, promptValues, slugOf, titleOf } from './import-values.server.ts';
import type { PlaybookRecord, Refusal, SourceRow } from './records.ts';
import * as m from './words/messages.ts';

/** What became of a row. `reason` says why it was not imported, or only in part; `id` is that of its item. */
export type RowResult = {
  outcome: 'created' | 'changed' | 'unchanged' | 'duplicate' | 'refused';
  reason?: string;
  id?: string;
};

/** The result of an import; `refused` lists the rows that were not imported, or only in part. */
export type ImportReport = { created: number; changed: number; unchanged: number; refused: Refusal[] };

/** What the importer decides for all rows. */
export type ForAll = {
  status?: 'draft' | 'published' | undefined;
  tier_access?: number | undefined;
  category?: string | undefined;
  /** New items become drafts; those that exist keep their status. */
  isNewDraft?: boolean;
  /** Leaves out prompts whose text another one has already. */
  skipsDuplicates?: boolean;
  /** Of new items. */
  authorId?: string | null;
};

type Options = ForAll & {
  /** Writes and locks nothing: the report shows what would happen. */
  isDryRun?: boolean;
  /** Called with the number of processed rows. */
  onProgress?: (done: number) => void | Promise<void>;
  /** Milliseconds between the dates of two consecutive rows; the first row is the newest. */
  spacing?: number;
  /** Called with each row; before the next batch. */
  onResult?: (row: PlannedRow, result: RowResult) => void;
};

export const batchSize = 200;

/** What a dry run would have created so far: names of items (kind and slug), and titles by text. */
type DryRun = { names: Set<string>; titles: Map<string, string> };

/**
 * Imports rows into the library in one transaction. Rows are matched by their key: a row that is unchanged in the source is
 * skipped, which keeps any edits by admins; a changed row is updated. New rows keep the order of the source in lists by date.
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

/** The same within an open transaction, which a dry run does not need. */
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
    // Others get their turn.
    await setImmediate();
  }
  return report;
}

export type PlannedRow = SourceRow & { created_at: string; isRepeated: boolean };

/** The rows in the order in which they are imported, with what is decided for all of them and with their dates. */
export function planRows(
  rows: SourceRow[],
  { status, tier_access, category, isNewDraft }: ForAll,
  { newest, spacing }: { newest: number; spacing: number },
): PlannedRow[] {
  const chosen = {
    ...(status !== undefined && { status }),
    // An explicit status overrides `publish_at` as well.
    ...((status !== undefined || isNewDraft) && { publish_at: undefined }),
    ...(tier_access !== undefined && { tier_access }),
    ...(category !== undefined && { category }),
  };
  const names = new Set<string>();
  // Playbooks come last, because their steps may reference prompts from the same source.
  const planned = rows
    .toSorted((a, b) => Number(a.kind === 'playbook') - Number(b.kind === 'playbook'))
    .map((row, index) => {
      const name = `${row.kind} ${row.key}`;
      const isRepeated = names.has(name);
      names.add(name);
      const given = [...row.given, ...Object.keys(chosen)];
      const created_at = new Date(newest - index * spacing).toISOString();
      return { ...row, given, record: { ...row.record, ...chosen }, created_at, isRepeated } as PlannedRow;
    });
  // Rows that name an address get it before one is made of another row's title.
  const rank = (row: PlannedRow) =>
    (row.kind === 'playbook' ? 2 : 0) + (slugNamed(row) === undefined ? 1 : 0);
  return planned.toSorted((a, b) => rank(a) - rank(b));
}

/** The import that is under way. */
export type Import = {
  transaction: OperatorWriter<'library'>;
  operator: Operator<'library'>;
  forAll: ForAll;
  dryRun?: DryRun;
  tell: (row: PlannedRow, result: RowResult) => void;
  /** Called before items that exist are changed. */
  beforeUpdate?: (collection: Collection, ids: string[]) => Promise<void>;
};

export async function importBatch(current: Import, rows: PlannedRow[]) {
  if (!current.dryRun) {
    await takeLock(current.transaction, 'import');
    await lockNames(current.transaction);
  }
  for (const row of rows)
    if (row.isRepeated) current.tell(row, { outcome: 'refused', reason: m.row_twice() });
  for (const kind of ['prompt', 'playbook'] as const) {
    const ofKind = rows.filter((row) => row.kind === kind && !row.isRepeated);
    if (ofKind.length === 0) continue;
    const table = `${kind}s` as const;
    const existing = await findExisting(current, table, ofKind);
    const created: PlannedRow[] = [];
    const changed: Known[] = [];
    const met = new Set<string>();
    const isNew = (row: PlannedRow) => !current.dryRun?.names.has(`${row.kind} ${slugNamed(row)}`);
    for (const row of ofKind) {
      const before = existing.get(row.key);
      // Its address of today and an earlier one name the same item.
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
      else await update(current, row, before);
    const made = await withoutDuplicates(current, created);
    if (current.dryRun) await createDry(current, made);
    else await createItems(current, table, made);
  }
}

/** New prompts whose text no other prompt has, neither in the library nor before them. */
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

type Existing = {
  id: string;
  import_key: string | null;
  import_hash: string | null;
  import_slug_hash: string | null;
};

/** A row of an item that exists. */
type Known = { row: PlannedRow; before: Existing };

/** Those that say anything else than their items do now. The others are noted as imported, and their items keep their time. */
async function withoutEqual(current: Import, table: 'prompts' | 'playbooks', known: Known[]) {
  const { transaction, operator, forAll, dryRun, tell } = current;
  const rows = known.map(({ row, before }) => ({
    ...row,
    id: before.id,
    // Where only new items are drafts, those that exist keep their status.
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

/** An item has one key, but another source can also refer to it by slug; hashes are kept for both. */
const hashColumn = ({ import_key }: Existing, { key }: PlannedRow) =>
  import_key === null || import_key === key ? 'import_hash' : 'import_slug_hash';

/** The address by which a row means an item; one made of a name is only what a new item wants. */
const slugNamed = ({ key, record: { slug } }: SourceRow) => (key === `slug:${slug}` ? slug : undefined);

/** The existing rows by source key: imported from these rows before, or with the same slug, now or earlier. */
async function findExisting({ transaction }: Import, table: 'prompts' | 'playbooks', rows: PlannedRow[]) {
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
    // A file's name does not mean an item whose address was made of another row's title or path, unless it has meant it before.
    const isOthers =
      also !== undefined &&
      named?.import_key &&
      !named.import_key.startsWith('slug:') &&
      named.import_slug_hash === null;
    take(row, byKey.get(key) ?? (other && { ...other, import_key: null }) ?? (isOthers ? undefined : named));
  }
  // The unchanged rows first: each item is one row's.
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

/** The hash of a row as it was under its former key. */
const formerHashOf = (row: SourceRow, slug: string | undefined) =>
  hashOf({ record: { slug, ...row.record, ...(slug !== undefined && { slug }) } });

const hashOf = ({ record }: { record: object }) =>
  createHash('sha256').update(JSON.stringify(record)).digest('base64url');

async function createDry(current: Import, rows: PlannedRow[]) {
  for (const row of rows) current.dryRun?.names.add(`${row.kind} ${slugOf(row)}`);
  for (const row of rows) await tellDry(current, row, { outcome: 'created' });
}

async function tellDry(current: Import, row: PlannedRow, result: RowResult) {
  const reason =
    row.kind === 'playbook' && row.given.includes('steps')
      ? (await promptsOfSteps(current, row)).missing
      : '';
  current.tell(row, { ...result, ...(reason && { reason }) });
}

async function createItems(current: Import, table: 'prompts' | 'playbooks', rows: PlannedRow[]) {
  const { transaction, forAll } = current;
  if (rows.length === 0) return;
  const slugs = await freeSlugs(transaction, table, rows.map(slugOf));
  const common = (row: PlannedRow, index: number) => ({
    ...statusOfNew(row, forAll),
    slug: slugs[index] ?? '',
    import_key: row.key,
    import_hash: hashOf(row),
    created_at: row.created_at,
    updated_at: row.created_at,
    ...(forAll.authorId && { author_id: forAll.authorId }),
  });
  if (table === 'prompts') {
    const values = rows.map((row, index) => ({
      ...promptValues(row),
      ...common(row, index),
    }));
    const made = await transaction
      .insertInto('prompts')
      .values(values)
      .returning(['id', 'import_key'])
      .execute();
    const ids = new Map(made.map(({ id, import_key }) => [import_key, id]));
    for (const row of rows) current.tell(row, { outcome: 'created', id: ids.get(row.key) ?? '' });
  } else {
    for (const [index, row] of rows.entries()) {
      const record = row.record as PlaybookRecord;
      const { id } = await transaction
        .insertInto('playbooks')
        .values({ ...playbookValues(record), ...common(row, index) })
        .returning('id')
        .executeTakeFirstOrThrow();
      const reason = await writeSteps(current, id, row);
      current.tell(row, { outcome: 'created', id, ...(reason && { reason }) });
    }
  }
}

/** A day of publishing makes a draft, unless the source says that the item is published. */
function statusOfNew({ record: { status, publish_at }, given }: PlannedRow, { isNewDraft }: ForAll) {
  const isDraft = isNewDraft || status === 'draft' || (publish_at && !given.includes('status'));
  return isDraft
    ? { status: 'draft' as const, publish_at: publish_at ?? null }
    : { status, publish_at: null };
}

async function update(current: Import, row: PlannedRow, before: Existing) {
  const { transaction, forAll } = current;
  const { id } = before;
  // An item that keeps its status keeps the one it had before it was thrown away, too.
  const status =
    forAll.isNewDraft || !row.given.includes('status')
      ? sql<'draft' | 'published'>`coalesce(deleted_status, status)`
      : sql<'draft' | 'published'>`${row.record.status}::text`;
  const importColumns = {
    import_key: before.import_key ?? row.key,
    [hashColumn(before, row)]: hashOf(row),
    updated_at: sql<string>`now()`,
    // Re-importing a trashed item restores it with the source's values.
    deleted_at: null,
    deleted_status: null,
    status,
    publish_at: sql<
      string | null
    >`case when ${status} = 'draft' then coalesce(${row.record.publish_at ?? null}::timestamptz, publish_at) end`,
  };
  let reason: string | undefined;
  if (row.kind === 'prompt') {
    const values = { ...givenOf(row, promptValues(row)), ...importColumns };
    await transaction.updateTable('prompts').set(values).where('id', '=', id).execute();
  } else {
    const values = { ...givenOf(row, playbookValues(row.record)), ...importColumns };
    await transaction.updateTable('playbooks').set(values).where('id', '=', id).execute();
    if (row.given.includes('steps')) {
      await transaction.deleteFrom('playbook_steps_new').where('playbook_id', '=', id).execute();
      reason = await writeSteps(current, id, row);
    }
  }
  current.tell(row, { outcome: 'changed', id, ...(reason && { reason }) });
}

/** The subset of a new item's values that the source actually provides. */
const givenOf = <Values extends object>({ given }: PlannedRow, values: Values): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => given.includes(name))) as Partial<Values>;
