import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { grantSite, requireSignedIn } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import { type WriterFor, writable } from '#access/writable.server.ts';
import { nameGoneTarget, noteDetail, noteNoChange } from '#platform/audit-trail.server.ts';
import { takeLock } from '#platform/database/locks.ts';
import {
  assertAsCreated,
  assertVersion,
  createdAgain,
  hasValues,
  newVersion,
} from '#platform/database/record-version.server.ts';
import { AppError } from '#platform/errors.ts';
import type { AdminCategory, CategoryChange, NewCategory } from './categories-admin.contract.ts';
import * as m from './words/messages.ts';

type Site = WriterFor<'site', 'manage-categories'>;
type Row = Omit<AdminCategory, 'updated_at'> & { updated_at: Date };

const notFound = () => new AppError('not_found', m.category_not_found());

/**
 * Categories for admins. Items contain the names of their categories, so a new name is written into each of them, by the triggers that know
 * earlier names. Every method throws AppError 401 and 403 for others than admins.
 */
export function createCategoriesAdminService(db: Database) {
  const open = (viewer: Viewer) => writable(db, grantSite(viewer, 'manage-categories'));

  async function read(condition: RawBuilder<unknown>): Promise<AdminCategory[]> {
    const { rows } = await sql<Row>`
      with named as (
        select unnest(categories) as name, true as is_prompt, status = 'published' as is_published, deleted_at is not null as is_deleted from prompts
        union all
        select unnest(categories), false, status = 'published', deleted_at is not null from playbooks
      ), used as (
        select name, count(*) filter (where is_prompt and not is_deleted)::int as prompts,
          count(*) filter (where not is_prompt and not is_deleted)::int as playbooks,
          count(*) filter (where is_published)::int as published
        from named group by name
      )
      select category.id, category.name, category.slug, category.description, category.is_hidden, category.updated_at,
        array(select earlier.name from earlier_category_names earlier where earlier.category_id = category.id order by earlier.name) as earlier_names,
        coalesce(used.prompts, 0) as prompts, coalesce(used.playbooks, 0) as playbooks, coalesce(used.published, 0) as published,
        used.name is null as is_unused
      from categories category left join used on used.name = category.name where ${condition}
      order by category.position nulls last, lower(category.name) collate "C", category.name collate "C"`.execute(
      db,
    );
    return rows.map((row) => ({ ...row, updated_at: row.updated_at.toISOString() }));
  }
  async function readOne(id: string): Promise<AdminCategory> {
    const [found] = await read(sql`category.id = ${id}`);
    if (!found) throw notFound();
    return found;
  }

  /** Takes the lock for choosing slugs, so that names and addresses don't change during the update. */
  async function find(transaction: Site, id: string) {
    await takeLock(transaction, 'slugs');
    const row = await transaction
      .selectFrom('categories')
      .select(['id', 'name', 'slug', 'created_at', 'updated_at'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw notFound();
    return row;
  }

  /** @throws AppError 422 if another category has this name, ignoring case, or had it */
  async function assertNameIsFree(transaction: Site, name: string, id: string | undefined): Promise<void> {
    const { rows } = await sql<{ of: string; is_earlier: boolean }>`
      select name as of, false as is_earlier from categories
      where lower(name) = lower(${name}) and id is distinct from ${id ?? null}
      union all
      select current.name, true from earlier_category_names earlier join categories current on current.id = earlier.category_id
      where earlier.name = ${name} and current.id is distinct from ${id ?? null}`.execute(transaction);
    const [taken] = rows;
    if (!taken) return;
    const isTaken = id === undefined ? m.refused_name_exists : m.refused_name_taken;
    const refused = taken.is_earlier
      ? m.refused_earlier_name({ name, of: taken.of })
      : isTaken({ name: taken.of });
    throw new AppError('validation_failed', `name: ${refused}`);
  }

  /** Makes the triggers write the current names into each item. */
  async function renameIn(transaction: Site, earlier: string): Promise<void> {
    // A large category takes longer than the usual timeout.
    await sql`set local statement_timeout = '10min'`.execute(transaction);
    for (const table of ['prompts', 'playbooks'])
      await sql`with locked as (
          select id from ${sql.table(table)} where categories @> array[${earlier}] order by id for no key update)
        update ${sql.table(table)} item set category = category, updated_at = now()
        from locked where item.id = locked.id`.execute(transaction);
  }

  async function hasOtherNames(transaction: Site, id: string, names: string[] | undefined) {
    if (!names) return false;
    const { rows } = await sql`select from earlier_category_names
      where category_id = ${id} and name <> all(${names}::text[]) limit 1`.execute(transaction);
    return rows.length > 0;
  }

  async function rename(transaction: Site, from: { id: string; name: string }, name: string): Promise<void> {
    await assertNameIsFree(transaction, name, from.id);
    await transaction.deleteFrom('earlier_category_names').where('name', '=', name).execute();
    await transaction.updateTable('categories').set({ name }).where('id', '=', from.id).execute();
    await transaction
      .insertInto('earlier_category_names')
      .values({ name: from.name, category_id: from.id })
      .execute();
    await renameIn(transaction, from.name);
  }

  /** @throws AppError 422 if the address leads to another category */
  async function moveTo(transaction: Site, from: { id: string; slug: string }, slug: string): Promise<void> {
    if (slug === from.slug) return;
    const { rows } = await sql`
      select from categories where slug = ${slug} and id <> ${from.id}
      union all select from earlier_category_slugs where slug = ${slug} and category_id <> ${from.id}`.execute(
      transaction,
    );
    if (rows.length > 0) throw new AppError('validation_failed', `slug: ${m.refused_address_taken()}`);
    await transaction.deleteFrom('earlier_category_slugs').where('slug', '=', slug).execute();
    await transaction.updateTable('categories').set({ slug }).where('id', '=', from.id).execute();
    await transaction
      .insertInto('earlier_category_slugs')
      .values({ slug: from.slug, category_id: from.id })
      .execute();
  }

  /**
   * A new name applies to items and members' filters at once; the earlier name and the earlier address still lead to it.
   * @throws AppError 404, 409; 422 if another category has the name or the address
   */
  async function update(
    viewer: Viewer,
    id: string,
    change: CategoryChange,
    resentBy?: string,
  ): Promise<AdminCategory> {
    const { name, slug, earlier_names, updated_at, ...rest } = change;
    await open(viewer)
      .transaction()
      .execute(async (transaction) => {
        const row = await find(transaction, id);
        if (resentBy) await assertAsCreated(transaction, row, resentBy);
        else assertVersion(row.updated_at, updated_at);
        const isSame =
          (await hasValues(transaction, { table: 'categories', id }, { name, slug, ...rest })) &&
          !(await hasOtherNames(transaction, id, earlier_names));
        if (isSame && !resentBy) return;
        if (earlier_names)
          await sql`delete from earlier_category_names
            where category_id = ${id} and name <> all(${earlier_names}::text[])`.execute(transaction);
        if (name !== undefined && name !== row.name) {
          await rename(transaction, row, name);
          // The address follows the name, unless the change sets another.
          if (slug === undefined) {
            const { rows } = await sql<{ slug: string }>`
              select category_slug(${name}, ${id}) as slug`.execute(transaction);
            await moveTo(transaction, row, rows[0]?.slug ?? row.slug);
          }
        }
        if (slug !== undefined) await moveTo(transaction, row, slug);
        await transaction
          .updateTable('categories')
          .set({
            ...rest,
            ...(resentBy ? createdAgain : { updated_at: newVersion }),
          })
          .where('id', '=', id)
          .execute();
      });
    return readOne(id);
  }

  return {
    async list(viewer: Viewer): Promise<AdminCategory[]> {
      open(viewer);
      return read(sql`true`);
    },

    /** @throws AppError 404 */
    async get(viewer: Viewer, id: string): Promise<AdminCategory> {
      open(viewer);
      return readOne(id);
    },

    /** @throws AppError 422 if another category has this name, ignoring case, or had it */
    async create(viewer: Viewer, { id, ...values }: NewCategory): Promise<AdminCategory> {
      const made = await open(viewer)
        .transaction()
        .execute(async (transaction) => {
          await takeLock(transaction, 'slugs');
          const known =
            id &&
            (await transaction.selectFrom('categories').select('id').where('id', '=', id).executeTakeFirst());
          if (known) return undefined;
          await assertNameIsFree(transaction, values.name, undefined);
          const row = await transaction
            .insertInto('categories')
            .values({ ...(id ? { id } : {}), ...values, slug: sql<string>`category_slug(${values.name})` })
            .returning('id')
            .executeTakeFirstOrThrow();
          return row.id;
        });
      if (made) return readOne(made);
      // A retry after a lost response: update the record made the first time.
      return update(viewer, id ?? '', values, requireSignedIn(viewer).userId);
    },

    update,

    /** @throws AppError 404; 409 for a category and itself */
    async merge(viewer: Viewer, id: string, into: string): Promise<AdminCategory> {
      const site = open(viewer);
      if (id === into) throw new AppError('conflict', m.refused_merge_with_itself());
      await site.transaction().execute(async (transaction) => {
        const merged = await find(transaction, id);
        const kept = await find(transaction, into);
        nameGoneTarget(merged.name);
        noteDetail('into', kept.name);
        for (const table of ['earlier_category_names', 'earlier_category_slugs'] as const)
          await transaction
            .updateTable(table)
            .set({ category_id: kept.id })
            .where('category_id', '=', id)
            .execute();
        await transaction.deleteFrom('categories').where('id', '=', id).execute();
        await transaction
          .insertInto('earlier_category_names')
          .values({ name: merged.name, category_id: kept.id })
          .execute();
        await transaction
          .insertInto('earlier_category_slugs')
          .values({ slug: merged.slug, category_id: kept.id })
          .execute();
        await renameIn(transaction, merged.name);
      });
      return readOne(into);
    },

    async order(viewer: Viewer, ids: string[]): Promise<AdminCategory[]> {
      const { numAffectedRows } = await sql`update categories set position = wanted.place
        from (select category.id, given.place from categories category
          left join unnest(${ids}::uuid[]) with ordinality as given (id, place) on given.id = category.id) wanted
        where wanted.id = categories.id and categories.position is distinct from wanted.place`.execute(
        open(viewer),
      );
      if (numAffectedRows === 0n) noteNoChange();
      return read(sql`true`);
    },

    /** @throws AppError 404; 409 if items are in it */
    async delete(viewer: Viewer, id: string): Promise<void> {
      await open(viewer)
        .transaction()
        .execute(async (transaction) => {
          const { name } = await find(transaction, id);
          const { rows } = await sql`
            select from prompts where categories @> array[${name}]
            union all select from playbooks where categories @> array[${name}] limit 1`.execute(transaction);
          if (rows.length > 0) throw new AppError('conflict', m.refused_in_use());
          nameGoneTarget(name);
          await transaction.deleteFrom('categories').where('id', '=', id).execute();
        });
    },
  };
}
