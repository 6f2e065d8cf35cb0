import { sql } from 'kysely';
import type { Collection } from './items.ts';
import type { Operator } from './operator.ts';
import type { OperatorWriter } from './writable.server.ts';

type Library = OperatorWriter<'library'>;

const names = (columns: readonly string[]) => sql.join(columns.map((name) => sql.ref(name)));
const columnsOfItem = {
  prompts:
    'title description category prompt_type tags status prompt_body difficulty tier_access model_context example_output use_cases preview_image_url blanks publish_at deleted_at deleted_status import_key import_hash import_slug_hash',
  playbooks:
    'title description category tags status tier_access is_purchasable price image_url publish_at deleted_at deleted_status import_key import_hash import_slug_hash',
} as const;

/** Keeps items as they are, texts included, before an import changes them: as they were before the whole of it. */
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

/** Gives items back what they were before the import changed them. An earlier import that saved them like that can still be undone. */
export async function putItemsBack(
  transaction: Library,
  _proof: Operator<'library'>,
  { importId, collection, ids }: { importId: string; collection: Collection; ids: string[] },
): Promise<void> {
  const list = columnsOfItem[collection].split(' ');
  const table = sql.table(collection);
  await sql`with back as (
    update ${table} item set (${names(list)}, updated_at) = (
      select ${sql.join(list.map((name) => sql.ref(`earlier.${name}`)))}, clock_timestamp()
      from jsonb_populate_record(null::${table}, kept.before) earlier)
    from import_before kept where kept.import_id = ${importId} and kept.item_id = item.id and item.id = any(${ids}::uuid[])
    returning item.id, item.updated_at, (kept.before ->> 'updated_at')::timestamptz as before)
    update import_rows set saved_at = back.updated_at from back
    where import_rows.item_id = back.id and import_rows.saved_at = back.before`.execute(transaction);
  if (collection !== 'playbooks') return;
  await sql`delete from playbook_steps_new where playbook_id = any(${ids}::uuid[])`.execute(transaction);
  const columns = sql.raw('id, playbook_id, step_order, title, description, content, prompts');
  await sql`insert into playbook_steps_new (${columns}) select ${columns} from import_before kept,
      jsonb_populate_recordset(null::playbook_steps_new, kept.before -> 'steps')
    where kept.import_id = ${importId} and kept.item_id = any(${ids}::uuid[])`.execute(transaction);
}

/** The file of an import; undefined once it is over. */
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
