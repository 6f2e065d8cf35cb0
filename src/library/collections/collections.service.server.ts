import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { grant, grantAccount, requireSignedIn } from '#access/decide.ts';
import { grantPlaybook, grantPrompt } from '#access/items.server.ts';
import { lockMember } from '#access/lock-member.server.ts';
import { visible } from '#access/predicate.server.ts';
import type { Viewer } from '#access/viewer.ts';
import { type WriterFor, writable } from '#access/writable.server.ts';
import { limits } from '#constants';
import { hasValues } from '#platform/database/record-version.server.ts';
import { AppError, changedSince, idTaken } from '#platform/errors.ts';
import { isoTimes, type RowTimes } from '#platform/text/iso-time.ts';
import * as common from '#ui/words/messages.ts';
import type {
  Collection,
  CollectionChange,
  CollectionInList,
  CollectionItem,
  CollectionItemChange,
  NewCollection,
  NewCollectionItem,
  SharedCollection,
} from './collections.contract.ts';
import { isKnown, listCollections, readItems } from './collections.queries.server.ts';
import * as m from './words/messages.ts';

type CollectionRow = Pick<Collection, 'id' | 'name' | 'note' | 'link'> & RowTimes;
type Transaction = WriterFor<'collection', 'edit'>;
type ItemSlug = { prompt?: string | undefined; playbook?: string | undefined };

const notFound = () => new AppError('not_found', common.collection_not_found());
const itemNotFound = () => new AppError('not_found', m.item_not_found());

/**
 * Collections of members. For anyone but its member a collection doesn't exist (404), except through its sharing link.
 * Every method throws AppError 401.
 */
export function createCollectionsService(db: Database) {
  async function get(viewer: Viewer, id: string): Promise<Collection> {
    requireSignedIn(viewer);
    const { rows } = await sql<CollectionRow>`
      select id, name, note, link, created_at, updated_at
      from collections where id = ${id} and ${visible(viewer, 'collection', 'open')}`.execute(db);
    const [row] = rows;
    if (!row) throw notFound();
    return { ...row, ...isoTimes(row), ...(await readItems(db, viewer, id)) };
  }

  /** Finds a shared collection by its link. @throws AppError 404 */
  async function findShared(viewer: Viewer, link: string) {
    const { userId } = requireSignedIn(viewer);
    const { rows } = await sql<CollectionRow & Pick<SharedCollection, 'shared_by'> & { user_id: string }>`
      select collections.id, collections.name, collections.note, collections.created_at, collections.updated_at, collections.user_id,
        (select nullif(trim(profile.display_name), '') from profiles profile where profile.id = collections.user_id) as shared_by
      from collections where collections.link = ${link} and ${visible(viewer, 'collection', 'open-shared')}`.execute(
      db,
    );
    const [row] = rows;
    if (!row) throw notFound();
    const { id, user_id, name, note, shared_by } = row;
    return { id, name, note, shared_by, ...isoTimes(row), is_own: user_id === userId };
  }

  /**
   * Runs `work` in a transaction that locks one of the viewer's collections, so that its changes run one at a time.
   * `work` calls `touch` if it changes anything.
   * @throws AppError 404
   */
  async function edit<Result>(
    viewer: Viewer,
    id: string,
    work: (writer: Transaction, touch: () => Promise<unknown>) => Promise<Result>,
  ) {
    const row = await db
      .selectFrom('collections')
      .select(['id', 'user_id', 'link'])
      .where('id', '=', id)
      .executeTakeFirst();
    const proof = grant(requireSignedIn(viewer), 'collection', 'edit', row);
    return writable(db, proof)
      .transaction()
      .execute(async (transaction) => {
        await transaction
          .selectFrom('collections')
          .select('id')
          .where('id', '=', proof.id)
          .forNoKeyUpdate()
          .execute();
        return work(transaction, () =>
          transaction
            .updateTable('collections')
            .set({ updated_at: sql<string>`now()` })
            .where('id', '=', proof.id)
            .execute(),
        );
      });
  }

  async function itemOf(viewer: Viewer, id: string, found: (item: CollectionItem) => boolean) {
    const { items } = await readItems(db, viewer, id);
    const item = items.find(found);
    if (!item) throw itemNotFound();
    return item;
  }

  return {
    /** @throws AppError 404 */
    get,

    list: (viewer: Viewer, item: ItemSlug): Promise<CollectionInList[]> => listCollections(db, viewer, item),

    /** @throws AppError 404 if the link doesn't share anything, or no longer does */
    async shared(viewer: Viewer, link: string): Promise<SharedCollection> {
      const { id, ...collection } = await findShared(viewer, link);
      return { ...collection, ...(await readItems(db, viewer, id)) };
    },

    /**
     * @throws AppError 404 if `from_link` shares nothing; 409 for too many collections, if the id belongs to someone else, or if it is sent
     * again with other values after a change
     */
    async create(viewer: Viewer, { id: given, name, note, from_link }: NewCollection): Promise<Collection> {
      const proof = grantAccount(viewer, 'keep');
      const { userId } = proof.viewer;
      const original = from_link ? await findShared(viewer, from_link) : undefined;
      const id = await writable(db, proof)
        .transaction()
        .execute(async (transaction) => {
          await lockMember(transaction, userId);
          const { rows } = await sql<{ count: number; is_made: boolean }>`
            select count(*)::int as count, coalesce(bool_or(id = ${given ?? null}::uuid), false) as is_made
            from collections where user_id = ${userId}`.execute(transaction);
          const { count, is_made } = rows[0] ?? { count: 0, is_made: false };
          if (
            given &&
            is_made &&
            (await hasValues(transaction, { table: 'collections', id: given }, { name, note }))
          )
            return given;
          if (!is_made && count >= limits.collections)
            throw new AppError('conflict', m.refused_collections_full({ count: limits.collections }));
          const made = await transaction
            .insertInto('collections')
            .values({ id: given ?? randomUUID(), user_id: userId, name, note: note ?? original?.note ?? '' })
            .onConflict((conflict) =>
              conflict
                .column('id')
                .doUpdateSet({ name, ...(note === undefined ? {} : { note }) })
                .where('collections.user_id', '=', userId)
                .whereRef('collections.updated_at', '=', 'collections.created_at'),
            )
            .returning('id')
            .executeTakeFirst();
          if (!made) throw is_made ? changedSince() : idTaken();
          if (original && !is_made)
            await sql`insert into collection_items (collection_id, prompt_id, playbook_id, position, note)
              select ${made.id}::uuid, item.prompt_id, item.playbook_id, item.position, item.note
              from collection_items item where item.collection_id = ${original.id} and ${isKnown(viewer)}`.execute(
              transaction,
            );
          return made.id;
        });
      return get(viewer, id);
    },

    /** @throws AppError 404 */
    async update(
      viewer: Viewer,
      id: string,
      { name, note, is_shared }: CollectionChange,
    ): Promise<Collection> {
      const link = is_shared ? sql<string>`coalesce(link, ${randomUUID()}::uuid)` : null;
      const changes = {
        ...(name === undefined ? {} : { name }),
        ...(note === undefined ? {} : { note }),
        ...(is_shared === undefined ? {} : { link }),
      };
      await edit(viewer, id, async (writer, touch) => {
        if (await hasValues(writer, { table: 'collections', id }, changes)) return;
        await writer.updateTable('collections').set(changes).where('id', '=', id).execute();
        await touch();
      });
      return get(viewer, id);
    },

    /** @throws AppError 404 */
    async delete(viewer: Viewer, id: string): Promise<void> {
      await edit(viewer, id, (writer) => writer.deleteFrom('collections').where('id', '=', id).execute());
    },

    /** Adds an item at the end, unless the collection has it already. @throws AppError 404; 409 for too many items */
    async add(
      viewer: Viewer,
      id: string,
      { target_type, slug, note }: NewCollectionItem,
    ): Promise<CollectionItem> {
      const item =
        target_type === 'prompt'
          ? { prompt_id: (await grantPrompt(db, viewer, slug, 'open')).id }
          : { playbook_id: (await grantPlaybook(db, viewer, slug, 'open')).id };
      const added = await edit(viewer, id, async (writer, touch) => {
        const { rows } = await sql<{ count: number; next: number }>`
          select count(*)::int as count, coalesce(max(position) + 1, 0) as next
          from collection_items where collection_id = ${id}`.execute(writer);
        const { count, next } = rows[0] ?? { count: 0, next: 0 };
        const { numInsertedOrUpdatedRows } = await writer
          .insertInto('collection_items')
          .values({ collection_id: id, ...item, position: next, note: note ?? '' })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        if (numInsertedOrUpdatedRows && count >= limits.collectionItems)
          throw new AppError('conflict', m.refused_collection_full({ count: limits.collectionItems }));
        if (numInsertedOrUpdatedRows) await touch();
        return writer
          .selectFrom('collection_items')
          .select('id')
          .where((matches) => matches.and({ collection_id: id, ...item }))
          .executeTakeFirstOrThrow();
      });
      return itemOf(viewer, id, (found) => found.id === added.id);
    },

    /** @throws AppError 404 */
    async getItem(viewer: Viewer, id: string, itemId: string): Promise<CollectionItem> {
      const { items } = await get(viewer, id);
      const item = items.find((one) => one.id === itemId);
      if (!item) throw itemNotFound();
      return item;
    },

    /** @throws AppError 404 */
    async updateItem(
      viewer: Viewer,
      id: string,
      itemId: string,
      { note, position }: CollectionItemChange,
    ): Promise<CollectionItem> {
      await edit(viewer, id, async (writer, touch) => {
        if (!(await hasValues(writer, { table: 'collection_items', id: itemId }, { note }))) {
          const { numUpdatedRows } = await writer
            .updateTable('collection_items')
            .set({ note })
            .where('id', '=', itemId)
            .where('collection_id', '=', id)
            .executeTakeFirst();
          if (numUpdatedRows > 0n) await touch();
        }
        if (position !== undefined && (await move(writer, viewer, { id, itemId, position }))) await touch();
      });
      return itemOf(viewer, id, (item) => item.id === itemId);
    },

    /** @throws AppError 404 */
    async remove(viewer: Viewer, id: string, itemId: string): Promise<void> {
      await edit(viewer, id, async (writer, touch) => {
        const { numDeletedRows } = await writer
          .deleteFrom('collection_items')
          .where('id', '=', itemId)
          .where('collection_id', '=', id)
          .executeTakeFirst();
        if (numDeletedRows === 0n) throw itemNotFound();
        await touch();
      });
    },
  };
}

/** Moves an item to `position` among the items that the viewer can see. @returns whether it has moved */
async function move(
  writer: Transaction,
  viewer: Viewer,
  { id, itemId, position }: { id: string; itemId: string; position: number },
) {
  const { rows } = await sql<{ id: string; is_known: boolean }>`
    select item.id, ${isKnown(viewer)} as is_known from collection_items item
    where item.collection_id = ${id} order by item.position, item.id`.execute(writer);
  if (!rows.some((row) => row.id === itemId)) return false;
  const others = rows.filter((row) => row.id !== itemId);
  const next = others.filter((row) => row.is_known)[position];
  const place = next ? others.indexOf(next) : others.length;
  const order = others.map((row) => row.id).toSpliced(place, 0, itemId);
  if (order.every((one, index) => one === rows[index]?.id)) return false;
  await sql`update collection_items item set position = moved.place - 1
    from unnest(${order}::uuid[]) with ordinality as moved(id, place) where item.id = moved.id`.execute(
    writer,
  );
  return true;
}
