import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { grantSite, requireSite } from '#access/decide.ts';
import type { Collection } from '#access/items.ts';
import type { Viewer } from '#access/viewer.ts';
import { type WriterFor, writable } from '#access/writable.server.ts';
import { limits } from '#constants';
import { adminConditions } from '#library/catalog/public/admin-items.server.ts';
import { assertNotSold, isSold } from '#library/catalog/public/assert-not-sold.server.ts';
import { lockNames } from '#library/catalog/public/item-changes.server.ts';
import { noteNoChange, withoutTrail } from '#platform/audit-trail.server.ts';
import { AppError } from '#platform/errors.ts';
import { formatNumber } from '#ui/format.ts';
import type { BulkChange } from './bulk.contract.ts';
import * as m from './words/messages.ts';

/** The columns that an undo restores. */
const remembered = sql`id, status, tier_access, category, tags, publish_at, deleted_at, deleted_status`;

/** Changes many rows at once; each change can be undone once. Every method throws AppError 401, and 403 for anyone but editors and admins. */
export function createBulkService(db: Database, salesModes: () => Promise<string[]>) {
  return {
    async levels(viewer: Viewer): Promise<Record<Collection, number[]>> {
      requireSite(viewer, 'see-catalog');
      const { rows } = await sql<Record<Collection, number[]>>`
        select array(select distinct tier_access from prompts order by 1) as prompts,
          array(select distinct tier_access from playbooks order by 1) as playbooks`.execute(db);
      return rows[0] ?? { prompts: [], playbooks: [] };
    },

    /** Changes all rows or none. @throws AppError 409 if it would delete sold playbooks; 422 for too many rows */
    async update(viewer: Viewer, collection: Collection, { ids, matching, change }: BulkChange) {
      const catalog = writable(db, grantSite(viewer, 'manage-catalog'));
      const table = sql.table(collection);
      const which = ids
        ? sql`${table}.id = any(${ids}::uuid[])`
        : adminConditions(collection, matching ?? {});
      const modes = await salesModes();
      const done = await catalog.transaction().execute(async (transaction) => {
        if (change.category !== undefined) await lockNames(transaction);
        const { rows } = await sql<{ id: string }>`
          select id from ${table} where ${which} order by id limit ${limits.bulkRows + 1} for update`.execute(
          transaction,
        );
        if (rows.length > limits.bulkRows)
          throw new AppError(
            'validation_failed',
            m.refused_too_many({ count: formatNumber(limits.bulkRows) }),
          );
        const chosen = rows.map(({ id }) => id);
        if (change.is_deleted && collection === 'playbooks') await assertNotSold(transaction, chosen, modes);
        const sets = newValues(change);
        const names = sql.join(Object.keys(sets).map((name) => sql.ref(name)));
        const values = sql.join(Object.values(sets));
        const isNothing = Object.keys(sets).length === 0;
        // Skip rows that already have all the new values.
        const changing = isNothing
          ? sql`false`
          : sql`id = any(${chosen}::uuid[]) and (${names}) is distinct from (${values})`;
        const kept = await sql<{ id: string }>`
          insert into bulk_changes (collection, before)
          select ${collection}, jsonb_agg(row)
          from (select ${remembered} from ${table} where ${changing}) row having count(*) > 0 returning id`.execute(
          transaction,
        );
        if (kept.rows.length > 0)
          await sql`update ${table} set (${names}, updated_at) = row(${values}, now()) where ${changing}`.execute(
            transaction,
          );
        return { id: kept.rows[0]?.id, changed: chosen.length };
      });
      const id = done.id ?? (await keepNothing(catalog, collection));
      return { ...done, id };
    },

    /**
     * Skips rows that were saved since, and sold playbooks that it would delete.
     * @throws AppError 404 if there is no such change, or it was already undone
     */
    async undo(viewer: Viewer, id: string) {
      const catalog = writable(db, grantSite(viewer, 'manage-catalog'));
      if (await forgetNothing(catalog, id)) return { restored: 0, kept: 0 };
      const modes = await salesModes();
      return catalog.transaction().execute(async (transaction) => {
        const done = await transaction
          .selectFrom('bulk_changes')
          .select(['collection', sql<number>`jsonb_array_length(before)`.as('count')])
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst();
        if (!done) throw new AppError('not_found', m.refused_undone_already());
        const table = sql.table(done.collection);
        await lockNames(transaction);
        await sql`select from ${table} where id in (
          select (row ->> 'id')::uuid from bulk_changes done cross join jsonb_array_elements(done.before) row where done.id = ${id})
          order by id for no key update`.execute(transaction);
        const sold = await soldIn(transaction, id, done.collection, modes);
        const { numAffectedRows = 0n } = await sql`
          update ${table} item set status = earlier.status, tier_access = earlier.tier_access,
            category = earlier.category, tags = earlier.tags, publish_at = earlier.publish_at, deleted_at = earlier.deleted_at,
            deleted_status = earlier.deleted_status, updated_at = clock_timestamp()
          from bulk_changes done, jsonb_to_recordset(done.before) as earlier (id uuid, status text, tier_access integer, category text, tags text[],
            publish_at timestamptz, deleted_at timestamptz, deleted_status text)
          where done.id = ${id} and item.id = earlier.id and item.updated_at = done.changed_at
            and item.id <> all(${sold}::uuid[])`.execute(transaction);
        await transaction.deleteFrom('bulk_changes').where('id', '=', id).execute();
        const restored = Number(numAffectedRows);
        return { restored, kept: done.count - restored };
      });
    },
  };
}

/** A change of nothing isn't logged, but its answer names what can be undone too. */
async function keepNothing(catalog: WriterFor<'site', 'manage-catalog'>, collection: Collection) {
  noteNoChange();
  const { id } = await withoutTrail(() =>
    catalog
      .insertInto('bulk_changes')
      .values({ collection, before: '[]' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return id;
}

/** The undo of a change of nothing isn't logged either. @returns whether `id` is one */
async function forgetNothing(catalog: WriterFor<'site', 'manage-catalog'>, id: string) {
  const { numDeletedRows } = await withoutTrail(() =>
    catalog
      .deleteFrom('bulk_changes')
      .where('id', '=', id)
      .where('before', '=', '[]')
      .executeTakeFirstOrThrow(),
  );
  if (numDeletedRows > 0n) noteNoChange();
  return numDeletedRows > 0n;
}

/** The columns that a change sets, with their new values. */
function newValues({
  status,
  tier_access,
  category,
  add_tags = [],
  remove_tags = [],
  is_deleted,
}: BulkChange['change']): Record<string, RawBuilder<unknown>> {
  return {
    ...(tier_access !== undefined && { tier_access: sql`${tier_access}::integer` }),
    ...(category !== undefined && { category: sql`${category}` }),
    // A tag is removed in any case; one that is added in another case replaces it.
    ...((add_tags.length > 0 || remove_tags.length > 0) && {
      tags: sql`(array(
        select (array_agg(tag order by place))[1] from unnest(tags || ${add_tags}::text[]) with ordinality as given (tag, place)
        where normalize(tag) <> all(${remove_tags}::text[])
          and (place > cardinality(tags) or lower(normalize(tag)) <> all(select lower(removed) from unnest(${remove_tags}::text[]) removed))
        group by lower(tag) order by min(place)))[1:${sql.lit(limits.tags)}]`,
    }),
    ...(is_deleted === true && {
      deleted_at: sql`coalesce(deleted_at, now())`,
      deleted_status: sql`coalesce(deleted_status, status)`,
      status: sql`'draft'`,
      publish_at: sql`null`,
    }),
    ...(is_deleted === false && {
      status: sql`coalesce(${status ?? null}, deleted_status, status)`,
      deleted_at: sql`null`,
      deleted_status: sql`null`,
    }),
    // Items in the trash stay drafts until they are restored.
    ...(status !== undefined &&
      is_deleted === undefined && {
        status: sql`case when deleted_at is null then ${status} else status end`,
        publish_at: sql`null`,
      }),
  };
}

/** The playbooks that an undo would move back to the trash but that have been sold, or are being bought. */
async function soldIn(
  transaction: WriterFor<'site', 'manage-catalog'>,
  id: string,
  collection: string,
  modes: readonly string[],
) {
  if (collection !== 'playbooks') return [];
  const { rows } = await sql<{ id: string }>`select item.id from bulk_changes done
    cross join jsonb_to_recordset(done.before) as earlier (id uuid, deleted_at timestamptz) join playbooks item on item.id = earlier.id
    where done.id = ${id} and earlier.deleted_at is not null and item.deleted_at is null order by item.id`.execute(
    transaction,
  );
  const sold: string[] = [];
  for (const row of rows) if (await isSold(transaction, row.id, modes)) sold.push(row.id);
  return sold;
}
