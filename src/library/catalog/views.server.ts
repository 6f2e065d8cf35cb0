import { sql } from 'kysely';
import { grantItem } from '#access/items.server.ts';
import type { Collection } from '#access/items.ts';
import type { Viewer } from '#access/viewer.ts';
import { batched } from '#platform/batch.server.ts';
import type { Database } from '#platform/database.server.ts';

/** Adds views to the items of one table, in one statement for all that wait; answers the new numbers. */
const groupedAdd = (db: Database, table: Collection) =>
  batched(async (ids: string[]) => {
    const counts = new Map<string, number>();
    for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
    const { rows } = await sql<{ id: string; view_count: number }>`
      update ${sql.table(table)} item set view_count = view_count + added.views
      from unnest(${[...counts.keys()]}::uuid[], ${[...counts.values()]}::int[]) as added(id, views)
      where item.id = added.id returning item.id, item.view_count`.execute(db);
    const after = new Map(rows.map((row) => [row.id, row.view_count]));
    return ids.map((id) => after.get(id) ?? 0);
  });

export function createViewsService(db: Database) {
  const add = { prompts: groupedAdd(db, 'prompts'), playbooks: groupedAdd(db, 'playbooks') };
  return {
    /**
     * Counts one opening; answers when it is committed. Openings that arrive together share one write.
     * @throws AppError 401, 404
     */
    async count(viewer: Viewer, collection: Collection, slug: string): Promise<{ view_count: number }> {
      const { id } = await grantItem(db, viewer, collection, slug, 'record-view');
      return { view_count: await add[collection](id) };
    },
  };
}
