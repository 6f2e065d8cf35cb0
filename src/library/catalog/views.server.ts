import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import type { Grant } from '#access/decide.ts';
import { grantPlaybook, grantPrompt } from '#access/items.server.ts';
import type { Collection } from '#access/items.ts';
import type { Viewer } from '#access/viewer.ts';
import { writable } from '#access/writable.server.ts';
import { batched } from '#platform/batch.server.ts';

type RecordView<Kind extends 'prompt' | 'playbook'> = Grant<Kind, 'record-view'>;

/** Adds views to the items of one table, in one statement for all that wait; answers the new numbers. */
const groupedAdd = <Kind extends 'prompt' | 'playbook'>(db: Database, table: `${Kind}s`) =>
  batched(async (proofs: RecordView<Kind>[]) => {
    const [proof] = proofs;
    if (!proof) return [];
    const counts = new Map<string, number>();
    for (const { id } of proofs) counts.set(id, (counts.get(id) ?? 0) + 1);
    const { rows } = await sql<{ id: string; view_count: number }>`
      update ${sql.table(table)} item set view_count = view_count + added.views
      from unnest(${[...counts.keys()]}::uuid[], ${[...counts.values()]}::int[]) as added(id, views)
      where item.id = added.id returning item.id, item.view_count`.execute(writable(db, proof));
    const after = new Map(rows.map((row) => [row.id, row.view_count]));
    return proofs.map(({ id }) => after.get(id) ?? 0);
  });

export function createViewsService(db: Database) {
  const add = {
    prompts: groupedAdd<'prompt'>(db, 'prompts'),
    playbooks: groupedAdd<'playbook'>(db, 'playbooks'),
  };
  return {
    /**
     * Records one opening; answers when it is committed. Openings that arrive together share one write.
     * @throws AppError 401, 404
     */
    async record(viewer: Viewer, collection: Collection, slug: string): Promise<{ view_count: number }> {
      const view_count =
        collection === 'prompts'
          ? await add.prompts(await grantPrompt(db, viewer, slug, 'record-view'))
          : await add.playbooks(await grantPlaybook(db, viewer, slug, 'record-view'));
      return { view_count };
    },
  };
}
