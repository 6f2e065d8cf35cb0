import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';

/** How many items one statement publishes. With their triggers, a hundred thousand take longer than a statement may. */
const batch = 500;

/** Publishes scheduled items that are due; members see them as new. Safe to run in several processes at once. */
export function createPublishDue(db: OperatorWriter<'library'>) {
  return async (): Promise<void> => {
    for (const table of ['prompts', 'playbooks'] as const)
      for (let count = batch; count === batch; ) {
        const { numAffectedRows = 0n } = await sql`update ${sql.table(table)}
          set status = 'published', created_at = publish_at, publish_at = null, updated_at = now()
          where id in (select id from ${sql.table(table)} where publish_at <= now() limit ${batch} for update skip locked)`.execute(
          db,
        );
        count = Number(numAffectedRows);
      }
  };
}
