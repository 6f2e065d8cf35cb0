import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { gated } from '#access/gated.server.ts';
import type { Operator } from '#access/operator.ts';
import { type OperatorWriter, writable } from '#access/writable.server.ts';
import { describePrompt } from '#library/analysis/public/describe.server.ts';
import { freeSlugs } from '#library/catalog/public/free-slugs.server.ts';
import { slugify } from '#library/catalog/public/slugs.ts';
import { advisoryLocks } from '#platform/locks.ts';
import type { PlaybookRecord, PromptRecord, Refusal, SourceRow } from './records.ts';

/** What an import did; `refused` names each row that was not taken. */
export type ImportReport = { created: number; changed: number; unchanged: number; refused: Refusal[] };

type Options = {
  /** Rolls everything back at the end, so that the report tells what would happen. */
  isDryRun?: boolean;
  /** Hears how many rows are done. */
  onProgress?: (done: number) => void;
  /** Milliseconds between the dates of two rows; the first row is the newest. */
  spacing?: number;
};

const batchSize = 200;

class DryRun extends Error {}

/**
 * Writes rows into the library, all or none. A row is known again by its key: unchanged in the source, it is left
 * alone, with whatever an admin has done to it since; changed there, it is brought up to date.
 * Created rows keep the order of the source in lists by date.
 */
export async function importRows(
  db: Database,
  operator: Operator<'library'>,
  rows: SourceRow[],
  options: Options = {},
): Promise<ImportReport> {
  let report: ImportReport | undefined;
  try {
    await writable(db, operator)
      .transaction()
      .execute(async (transaction) => {
        report = await importInto(transaction, operator, rows, options);
        if (options.isDryRun) throw new DryRun();
      });
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
  }
  if (!report) throw new Error('The import has ended without a report.');
  return report;
}

/** The same inside a transaction that is open already. */
export async function importInto(
  transaction: OperatorWriter<'library'>,
  operator: Operator<'library'>,
  rows: SourceRow[],
  { onProgress, spacing = 1 }: Options = {},
): Promise<ImportReport> {
  const report: ImportReport = { created: 0, changed: 0, unchanged: 0, refused: [] };
  const newest = Date.now();
  await sql`select pg_advisory_xact_lock(${advisoryLocks.import})`.execute(transaction);
  // Playbooks last: their steps may name prompts of the same source.
  const sorted = rows.toSorted((a, b) => Number(a.kind === 'playbook') - Number(b.kind === 'playbook'));
  const known = new Set<string>();
  for (let start = 0; start < sorted.length; start += batchSize) {
    const batch: DatedRow[] = [];
    for (const [index, row] of sorted.slice(start, start + batchSize).entries()) {
      const name = `${row.kind} ${row.key}`;
      const created_at = new Date(newest - (start + index) * spacing).toISOString();
      if (known.has(name)) report.refused.push({ place: row.place, reason: 'stands twice in the source' });
      else batch.push({ ...row, created_at });
      known.add(name);
    }
    await importBatch({ transaction, operator, report }, batch);
    onProgress?.(Math.min(start + batchSize, sorted.length));
  }
  return report;
}

type DatedRow = SourceRow & { created_at: string };

/** The import that is under way. */
type Import = { transaction: OperatorWriter<'library'>; operator: Operator<'library'>; report: ImportReport };

async function importBatch(current: Import, rows: DatedRow[]) {
  for (const kind of ['prompt', 'playbook'] as const) {
    const ofKind = rows.filter((row) => row.kind === kind);
    if (ofKind.length === 0) continue;
    const table = `${kind}s` as const;
    const existing = await findExisting(current, table, ofKind);
    const created: DatedRow[] = [];
    for (const row of ofKind) {
      const before = existing.get(row.key);
      if (!before) created.push(row);
      else if (before.import_hash === hashOf(row)) current.report.unchanged += 1;
      else await update(current, row, before.id);
    }
    await create(current, table, created);
  }
}

/** The rows of the library that came from these rows of the source, or that have the slug they name. */
async function findExisting({ transaction }: Import, table: 'prompts' | 'playbooks', rows: DatedRow[]) {
  const keys = rows.map((row) => row.key);
  const slugs = rows.flatMap((row) => row.record.slug ?? []);
  const { rows: found } = await sql<{ id: string; slug: string; import_key: string; import_hash: string }>`
    select id, slug, import_key, import_hash from ${sql.table(table)}
    where import_key = any(${keys}) or slug = any(${slugs})`.execute(transaction);
  const bySlug = new Map(found.map((row) => [`slug:${row.slug}`, row]));
  const byKey = new Map(found.map((row) => [row.import_key, row]));
  return new Map(
    rows.flatMap(({ key }) => {
      const row = byKey.get(key) ?? bySlug.get(key);
      return row ? [[key, row] as const] : [];
    }),
  );
}

const hashOf = (row: SourceRow) =>
  createHash('sha256').update(JSON.stringify(row.record)).digest('base64url');

async function create(current: Import, table: 'prompts' | 'playbooks', rows: DatedRow[]) {
  const { transaction, report } = current;
  if (rows.length === 0) return;
  const slugs = await freeSlugs(transaction, table, rows.map(slugOf));
  const common = (row: DatedRow, index: number) => ({
    slug: slugs[index] ?? '',
    import_key: row.key,
    import_hash: hashOf(row),
    created_at: row.created_at,
    updated_at: row.created_at,
  });
  if (table === 'prompts') {
    const values = rows.map((row, index) => ({
      ...promptValues(row.record as PromptRecord),
      ...common(row, index),
    }));
    await transaction.insertInto('prompts').values(values).execute();
  } else {
    for (const [index, row] of rows.entries()) {
      const record = row.record as PlaybookRecord;
      const { id } = await transaction
        .insertInto('playbooks')
        .values({ ...playbookValues(record), ...common(row, index) })
        .returning('id')
        .executeTakeFirstOrThrow();
      await writeSteps(current, id, row);
    }
  }
  report.created += rows.length;
}

async function update(current: Import, row: DatedRow, id: string) {
  const { transaction, report } = current;
  const marks = { import_key: row.key, import_hash: hashOf(row), updated_at: sql<string>`now()` };
  if (row.kind === 'prompt') {
    const values = { ...promptValues(row.record), ...marks };
    await transaction.updateTable('prompts').set(values).where('id', '=', id).execute();
  } else {
    const values = { ...playbookValues(row.record), ...marks };
    await transaction.updateTable('playbooks').set(values).where('id', '=', id).execute();
    await transaction.deleteFrom('playbook_steps_new').where('playbook_id', '=', id).execute();
    await writeSteps(current, id, row);
  }
  report.changed += 1;
}

function promptValues(record: PromptRecord) {
  const { slug: _slug, preview_image_url = null, ...given } = record;
  const described = describePrompt(record);
  return {
    ...given,
    preview_image_url,
    title: given.title ?? described.title,
    description: given.description ?? described.description,
    category: given.category ?? described.category,
    difficulty: given.difficulty ?? described.difficulty,
    tags: given.tags ?? described.tags,
  };
}

function playbookValues(record: PlaybookRecord) {
  const { slug: _slug, steps: _steps, image_url = null, ...given } = record;
  return { ...given, image_url };
}

/** Steps name library prompts by slug; they are kept by id, with the prompt's title and text of today. */
async function writeSteps({ transaction, operator, report }: Import, playbookId: string, row: DatedRow) {
  const { steps } = row.record as PlaybookRecord;
  if (steps.length === 0) return;
  const wanted = steps.flatMap((step) =>
    step.prompts.flatMap((prompt) => ('library' in prompt ? prompt.library : [])),
  );
  const found =
    wanted.length === 0
      ? []
      : await transaction
          .selectFrom('prompts')
          .select(['id', 'slug', 'title', gated(operator, 'prompt', 'prompt_body').as('prompt_body')])
          .where('slug', 'in', wanted)
          .execute();
  const bySlug = new Map(found.map((prompt) => [prompt.slug, prompt]));
  const missing = wanted.filter((slug) => !bySlug.has(slug));
  if (missing.length > 0) {
    report.refused.push({
      place: row.place,
      reason: `names prompts that do not exist: ${missing.join(', ')}`,
    });
  }
  const values = steps.map((step, step_order) => ({
    playbook_id: playbookId,
    step_order,
    title: step.title,
    description: step.description,
    content: '',
    prompts: JSON.stringify(
      step.prompts.flatMap((prompt) => {
        if (!('library' in prompt))
          return [{ type: 'manual', title: prompt.title, prompt_body: prompt.prompt_body }];
        const item = bySlug.get(prompt.library);
        return item
          ? [{ type: 'library', prompt_id: item.id, title: item.title, prompt_body: item.prompt_body }]
          : [];
      }),
    ),
  }));
  await transaction.insertInto('playbook_steps_new').values(values).execute();
}

const slugOf = (row: DatedRow) => {
  if (row.record.slug) return row.record.slug;
  const title = row.record.title ?? describePrompt(row.record as PromptRecord).title;
  return slugify(title, row.kind);
};
