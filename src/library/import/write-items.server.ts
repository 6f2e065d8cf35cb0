import { sql } from 'kysely';
import { freeSlugs } from '#library/catalog/public/free-slugs.server.ts';
import { type Existing, hashColumn, hashOf } from './find-existing.server.ts';
import type {
  ForAll,
  Import,
  PlannedPlaybook,
  PlannedPrompt,
  PlannedRow,
  RowResult,
} from './import-types.ts';
import { playbookValues, promptValues, slugOf } from './import-values.server.ts';
import { promptsOfSteps, writeSteps } from './write-steps.server.ts';

export async function createDry(current: Import, rows: PlannedRow[]) {
  for (const row of rows) current.dryRun?.names.add(`${row.kind} ${slugOf(row)}`);
  for (const row of rows) await tellDry(current, row, { outcome: 'created' });
}

export async function tellDry(current: Import, row: PlannedRow, result: RowResult) {
  const reason =
    row.kind === 'playbook' && row.given.includes('steps')
      ? (await promptsOfSteps(current, row)).missing
      : '';
  current.tell(row, { ...result, ...(reason && { reason }) });
}

export async function createItems(current: Import, rows: PlannedRow[]) {
  await createPrompts(
    current,
    rows.filter((row) => row.kind === 'prompt'),
  );
  await createPlaybooks(
    current,
    rows.filter((row) => row.kind === 'playbook'),
  );
}

async function createPrompts(current: Import, rows: PlannedPrompt[]) {
  if (rows.length === 0) return;
  const slugs = await freeSlugs(current.transaction, 'prompts', rows.map(slugOf));
  const values = rows.map((row, index) => ({
    ...promptValues(row),
    ...commonValues(current, row, slugs[index]),
  }));
  const made = await current.transaction
    .insertInto('prompts')
    .values(values)
    .returning(['id', 'import_key'])
    .execute();
  const ids = new Map(made.map(({ id, import_key }) => [import_key, id]));
  for (const row of rows) current.tell(row, { outcome: 'created', id: ids.get(row.key) ?? '' });
}

async function createPlaybooks(current: Import, rows: PlannedPlaybook[]) {
  if (rows.length === 0) return;
  const slugs = await freeSlugs(current.transaction, 'playbooks', rows.map(slugOf));
  for (const [index, row] of rows.entries()) {
    const { id } = await current.transaction
      .insertInto('playbooks')
      .values({ ...playbookValues(row.record), ...commonValues(current, row, slugs[index]) })
      .returning('id')
      .executeTakeFirstOrThrow();
    const reason = await writeSteps(current, id, row);
    current.tell(row, { outcome: 'created', id, ...(reason && { reason }) });
  }
}

const commonValues = ({ forAll }: Import, row: PlannedRow, slug = '') => ({
  ...statusOfNew(row, forAll),
  slug,
  import_key: row.key,
  import_hash: hashOf(row),
  created_at: row.created_at,
  updated_at: row.created_at,
  ...(forAll.authorId && { author_id: forAll.authorId }),
});

/** A publishing time makes an item a draft, unless the source explicitly says that it is published. */
function statusOfNew({ record: { status, publish_at }, given }: PlannedRow, { isNewDraft }: ForAll) {
  const isDraft = isNewDraft || status === 'draft' || (publish_at && !given.includes('status'));
  return isDraft
    ? { status: 'draft' as const, publish_at: publish_at ?? null }
    : { status, publish_at: null };
}

export async function updateItem(current: Import, row: PlannedRow, before: Existing) {
  const { transaction, forAll } = current;
  const { id } = before;
  // An item in the trash that keeps its status gets back the one from before.
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

/** The values of a new item that the source gives. */
const givenOf = <Values extends object>({ given }: PlannedRow, values: Values): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => given.includes(name))) as Partial<Values>;
