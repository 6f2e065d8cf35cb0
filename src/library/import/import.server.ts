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

/** The result of an import; `refused` lists the rows that were not imported, or only in part. */
export type ImportReport = { created: number; changed: number; unchanged: number; refused: Refusal[] };

type Options = {
  /** Rolls everything back at the end, so that the report shows what would happen. */
  isDryRun?: boolean;
  /** Called with the number of processed rows. */
  onProgress?: (done: number) => void;
  /** Milliseconds between the dates of two consecutive rows; the first row is the newest. */
  spacing?: number;
};

const batchSize = 200;

class DryRun extends Error {}

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
  if (!report) throw new Error('The import ended without a report.');
  return report;
}

/** The same within an open transaction. */
export async function importInto(
  transaction: OperatorWriter<'library'>,
  operator: Operator<'library'>,
  rows: SourceRow[],
  { onProgress, spacing = 1 }: Options = {},
): Promise<ImportReport> {
  const report: ImportReport = { created: 0, changed: 0, unchanged: 0, refused: [] };
  const newest = Date.now();
  await sql`select pg_advisory_xact_lock(${advisoryLocks.import})`.execute(transaction);
  // Playbooks come last, because their steps may reference prompts from the same source.
  const sorted = rows.toSorted((a, b) => Number(a.kind === 'playbook') - Number(b.kind === 'playbook'));
  const names = new Set<string>();
  for (let start = 0; start < sorted.length; start += batchSize) {
    const batch: DatedRow[] = [];
    for (const [index, row] of sorted.slice(start, start + batchSize).entries()) {
      const name = `${row.kind} ${row.key}`;
      const created_at = new Date(newest - (start + index) * spacing).toISOString();
      if (names.has(name)) report.refused.push({ place: row.place, reason: 'appears twice in the source' });
      else batch.push({ ...row, created_at });
      names.add(name);
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

/** The existing rows by source key: imported from these rows before, or with the same slug. */
async function findExisting({ transaction }: Import, table: 'prompts' | 'playbooks', rows: DatedRow[]) {
  const keys = rows.map((row) => row.key);
  const slugs = rows.flatMap((row) => row.record.slug ?? []);
  const { rows: existing } = await sql<{ id: string; slug: string; import_key: string; import_hash: string }>`
    select id, slug, import_key, import_hash from ${sql.table(table)}
    where import_key = any(${keys}) or slug = any(${slugs})`.execute(transaction);
  const bySlug = new Map(existing.map((row) => [`slug:${row.slug}`, row]));
  const byKey = new Map(existing.map((row) => [row.import_key, row]));
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
  const importColumns = {
    import_key: row.key,
    import_hash: hashOf(row),
    updated_at: sql<string>`now()`,
    // What is imported again is wanted: out of the trash, and as the source has it.
    deleted_at: null,
    deleted_status: null,
    publish_at: null,
  };
  if (row.kind === 'prompt') {
    const values = { ...promptValues(row.record), ...importColumns };
    await transaction.updateTable('prompts').set(values).where('id', '=', id).execute();
  } else {
    const values = { ...playbookValues(row.record), ...importColumns };
    await transaction.updateTable('playbooks').set(values).where('id', '=', id).execute();
    await transaction.deleteFrom('playbook_steps_new').where('playbook_id', '=', id).execute();
    await writeSteps(current, id, row);
  }
  report.changed += 1;
}

function promptValues(record: PromptRecord) {
  const { slug: _slug, preview_image_url = null, blanks, ...fields } = record;
  const described = describePrompt(record);
  return {
    ...fields,
    preview_image_url,
    title: fields.title ?? described.title,
    description: fields.description ?? described.description,
    category: fields.category ?? described.category,
    difficulty: fields.difficulty ?? described.difficulty,
    tags: fields.tags ?? described.tags,
    ...(blanks && { blanks: JSON.stringify(blanks) }),
  };
}

function playbookValues(record: PlaybookRecord) {
  const { slug: _slug, steps: _steps, image_url = null, ...fields } = record;
  return { ...fields, image_url };
}

/** The source references library prompts by slug; they are stored by id, with the prompt's current title and text. */
async function writeSteps({ transaction, operator, report }: Import, playbookId: string, row: DatedRow) {
  const { steps } = row.record as PlaybookRecord;
  if (steps.length === 0) return;
  const slugs = steps.flatMap((step) =>
    step.prompts.flatMap((prompt) => ('library' in prompt ? prompt.library : [])),
  );
  const prompts =
    slugs.length === 0
      ? []
      : await transaction
          .selectFrom('prompts')
          .select(['id', 'slug', 'title', gated(operator, 'prompt', 'prompt_body').as('prompt_body')])
          .where('slug', 'in', slugs)
          .execute();
  const bySlug = new Map(prompts.map((prompt) => [prompt.slug, prompt]));
  const missing = slugs.filter((slug) => !bySlug.has(slug));
  if (missing.length > 0) {
    report.refused.push({
      place: row.place,
      reason: `references prompts that do not exist: ${missing.join(', ')}`,
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
