import { type RawBuilder, sql } from 'kysely';
import type { DB as EveryColumn } from '#platform/database/database.types.ts';
import type { Collection } from './items.ts';
import type { Operator } from './operator.ts';
import type { OperatorWriter } from './writable.server.ts';

type Library = OperatorWriter<'library'>;

const names = (columns: readonly string[]) => sql.join(columns.map((name) => sql.ref(name)));
type Table = Collection | 'playbook_steps_new';
const inBoth = {
  title: true,
  description: true,
  category: true,
  tags: true,
  status: true,
  tier_access: true,
  publish_at: true,
  deleted_at: true,
  deleted_status: true,
  import_key: true,
  import_hash: true,
  import_slug_hash: true,
  author_id: false,
  categories: false,
  created_at: false,
  id: false,
  is_version_public: false,
  picture_stamps: false,
  published_at: false,
  search_text: false,
  slug: false,
  updated_at: false,
  version: false,
  version_at: false,
  view_count: false,
  vote_count: false,
};
/** Every column, and whether an undo restores it. The others are either not changed by imports, or keep changing on their own. */
const isPutBack: { [Name in Table]: Record<keyof EveryColumn[Name], boolean> } = {
  prompts: {
    ...inBoth,
    prompt_type: true,
    prompt_body: true,
    difficulty: true,
    model_context: true,
    example_output: true,
    use_cases: true,
    preview_image_url: true,
    blanks: true,
  },
  playbooks: { ...inBoth, is_purchasable: true, price: true, image_url: true, content: false },
  playbook_steps_new: {
    id: true,
    playbook_id: true,
    step_order: true,
    title: true,
    description: true,
    content: true,
    prompts: true,
    picture_stamps: false,
  },
};
const columnsOf = (table: Table) =>
  Object.entries(isPutBack[table]).flatMap(([name, is]) => (is ? name : []));

/** Saves items with their texts before an import changes them: in their state before the entire import. */
export async function rememberItems(
  transaction: Library,
  _proof: Operator<'library'>,
  { importId, collection, ids }: { importId: string; collection: Collection; ids: string[] },
): Promise<void> {
  const steps =
    collection === 'playbooks'
      ? sql`jsonb_build_object('steps', (select coalesce(jsonb_agg(to_jsonb(step)), '[]') from playbook_steps_new step where step.playbook_id = item.id))`
      : sql`'{}'::jsonb`;
  await sql`insert into import_before (import_id, item_id, before)
    select ${importId}, item.id, to_jsonb(item) || ${steps} from ${sql.table(collection)} item where item.id = any(${ids}::uuid[])
    on conflict do nothing`.execute(transaction);
}

/**
 * Restores items to their state before the import; those whose day has come since are published. An earlier import that
 * had saved that state can then still be undone.
 */
export async function putItemsBack(
  transaction: Library,
  _proof: Operator<'library'>,
  { importId, collection, ids }: { importId: string; collection: Collection; ids: string[] },
): Promise<void> {
  const list = columnsOf(collection);
  const table = sql.table(collection);
  const isDue = sql`earlier.publish_at <= now()`;
  const values: Record<string, RawBuilder<unknown>> = {
    status: sql`case when ${isDue} then 'published' else earlier.status end`,
    publish_at: sql`case when not ${isDue} then earlier.publish_at end`,
  };
  await sql`with back as (
    update ${table} item set (${names(list)}, created_at, updated_at) = (
      select ${sql.join(list.map((name) => values[name] ?? sql.ref(`earlier.${name}`)))},
        case when ${isDue} then earlier.publish_at else item.created_at end, clock_timestamp()
      from jsonb_populate_record(null::${table}, kept.before) earlier)
    from import_before kept where kept.import_id = ${importId} and kept.item_id = item.id and item.id = any(${ids}::uuid[])
    returning item.id, item.updated_at, (kept.before ->> 'updated_at')::timestamptz as before)
    update import_rows set saved_at = back.updated_at from back
    where import_rows.item_id = back.id and import_rows.saved_at = back.before`.execute(transaction);
  if (collection !== 'playbooks') return;
  await sql`delete from playbook_steps_new where playbook_id = any(${ids}::uuid[])`.execute(transaction);
  const columns = names(columnsOf('playbook_steps_new'));
  await sql`insert into playbook_steps_new (${columns}) select ${columns} from import_before kept,
      jsonb_populate_recordset(null::playbook_steps_new, kept.before -> 'steps')
    where kept.import_id = ${importId} and kept.item_id = any(${ids}::uuid[])`.execute(transaction);
}

const isHashed = (name: string) => !/^(?:category|status|publish_at|deleted_\w+|import_\w+)$/.test(name);
/**
 * Identifies the content of `item`, except for its categories: what edits change. An item that is published on its day
 * counts as unchanged.
 */
function contentHash(collection: Collection) {
  const steps =
    collection === 'playbooks'
      ? sql`(select jsonb_agg(jsonb_build_array(step.title, step.description, step.content, step.prompts) order by step.step_order)
          from playbook_steps_new step where step.playbook_id = item.id)`
      : sql`null`;
  const values = columnsOf(collection).filter(isHashed);
  return sql`sha256(convert_to(jsonb_build_array(${sql.join(values.map((name) => sql.ref(`item.${name}`)))}, ${steps}, item.slug,
    extract(epoch from coalesce(item.publish_at, item.created_at)), item.status = 'published' or item.publish_at is not null,
    item.deleted_at is not null)::text, 'UTF8'))`;
}

/** Notes what the items of these rows are now that the import has saved them. */
export async function noteSaved(
  transaction: Library,
  _proof: Operator<'library'>,
  { importId, from, count }: { importId: string; from: number; count: number },
): Promise<void> {
  for (const collection of ['prompts', 'playbooks'] as const)
    await sql`update import_rows saved set saved_at = item.updated_at, saved_hash = ${contentHash(collection)}, saved_category = item.category
      from ${sql.table(collection)} item
      where saved.import_id = ${importId} and saved.position >= ${from} and saved.position < ${from + count}
        and saved.outcome in ('created', 'changed') and item.id = saved.item_id`.execute(transaction);
}

/**
 * Whether nobody has edited `item` since the import saved it as `saved`. Its time is enough if nothing has changed it at
 * all, and all there is of an import of an earlier release.
 */
export const isAsSaved = (_proof: Operator<'library'>, collection: Collection) => sql<boolean>`
  case when item.updated_at = saved.saved_at then true
    else coalesce(saved.saved_hash = ${contentHash(collection)} and current_category(saved.saved_category) = current_category(item.category), false) end`;

/** The file of an import; undefined once the import has finished. */
export async function readImportFile(
  db: Library,
  _proof: Operator<'library'>,
  importId: string,
): Promise<Buffer | undefined> {
  const { rows } = await sql<{
    bytes: Buffer;
  }>`select bytes from import_files where import_id = ${importId}`.execute(db);
  return rows[0]?.bytes;
}
