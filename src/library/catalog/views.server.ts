import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import type { Grant } from '#access/decide.ts';
import { grantPlaybook, grantPrompt } from '#access/items.server.ts';
import type { Collection } from '#access/items.ts';
import type { Viewer } from '#access/viewer.ts';
import { writable } from '#access/writable.server.ts';
import { batched } from '#platform/database/batch.server.ts';
import type { RateLimits } from '#platform/http/rate-limits.server.ts';

type RecordView<Kind extends 'prompt' | 'playbook'> = Grant<Kind, 'record-view'>;

/**
 * Adds views to the items of one table and to the statistics, in one statement for all that are waiting. Resolves to
 * the new counts. Locks the items in order of id, because other processes count views of the same items.
 */
const groupedAdd = <Kind extends 'prompt' | 'playbook'>(db: Database, table: `${Kind}s`) =>
  batched(async (proofs: RecordView<Kind>[]) => {
    const [proof] = proofs;
    if (!proof) return [];
    const counts = new Map<string, number>();
    for (const { id } of proofs) counts.set(id, (counts.get(id) ?? 0) + 1);
    const { rows } = await sql<{ id: string; view_count: number }>`
      with added as (
        select id, views from unnest(${[...counts.keys()]}::uuid[], ${[...counts.values()]}::int[]) as opened (id, views)
      ), counted as (
        insert into figure_events (kind, subject, amount) select 'viewed', id, views from added
      ), locked as (
        select id from ${sql.table(table)} where id in (select id from added) order by id for no key update
      )
      update ${sql.table(table)} item set view_count = view_count + added.views
      from added join locked using (id) where item.id = added.id returning item.id, item.view_count`.execute(
      writable(db, proof),
    );
    const after = new Map(rows.map((row) => [row.id, row.view_count]));
    return proofs.map(({ id }) => after.get(id) ?? 0);
  });

type Parts = {
  db: Database;
  rateLimits: RateLimits;
  /** Records a view in the member's history. */
  keep: {
    prompt(db: Database, proof: RecordView<'prompt'>): Promise<void>;
    playbook(db: Database, proof: RecordView<'playbook'>): Promise<void>;
  };
};

export function createViewsService({ db, rateLimits, keep }: Parts) {
  const add = {
    prompts: groupedAdd<'prompt'>(db, 'prompts'),
    playbooks: groupedAdd<'playbook'>(db, 'playbooks'),
  };
  type Proof = RecordView<'prompt'> | RecordView<'playbook'>;
  const isCounted = async ({ id, viewer: { userId } }: Proof) =>
    (await rateLimits.take('views', `${userId} ${id}`)) === 0;
  async function current(table: Collection, { id }: Proof): Promise<number> {
    const row = await db.selectFrom(table).select('view_count').where('id', '=', id).executeTakeFirst();
    return row?.view_count ?? 0;
  }
  return {
    /**
     * Records a view, and resolves to the item's view count once committed. Simultaneous views share one write. A
     * member's views of an item beyond ten a minute don't count.
     * @throws AppError 401, 404
     */
    async record(viewer: Viewer, collection: Collection, slug: string): Promise<{ view_count: number }> {
      if (collection === 'prompts') {
        const proof = await grantPrompt(db, viewer, slug, 'record-view');
        if (!(await isCounted(proof))) return { view_count: await current('prompts', proof) };
        const [view_count] = await Promise.all([add.prompts(proof), keep.prompt(db, proof)]);
        return { view_count };
      }
      const proof = await grantPlaybook(db, viewer, slug, 'record-view');
      if (!(await isCounted(proof))) return { view_count: await current('playbooks', proof) };
      const [view_count] = await Promise.all([add.playbooks(proof), keep.playbook(db, proof)]);
      return { view_count };
    },
  };
}
