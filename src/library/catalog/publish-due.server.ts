import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';

/** Publishes scheduled items that are due; members see them as new. Safe to run in several processes at once. */
export function createPublishDue(db: OperatorWriter<'library'>) {
  return async (): Promise<void> => {
    for (const table of ['prompts', 'playbooks'] as const)
      await sql`update ${sql.table(table)}
        set status = 'published', created_at = publish_at, publish_at = null, updated_at = now()
        where publish_at <= now()`.execute(db);
  };
}
