import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import type { DatabaseEvents } from '#platform/database-events.server.ts';
import type { Categories } from './public/categories.contract.ts';

export function createCategoriesService(db: Database, databaseEvents: DatabaseEvents) {
  let remembered: Categories | undefined;
  let version = 0;
  databaseEvents.onContentChange(() => {
    version += 1;
    remembered = undefined;
  });

  async function distinct(table: keyof Categories): Promise<Categories['prompts']> {
    const { rows } = await sql<Categories['prompts'][number]>`
      select name, count(*)::int as count from ${sql.table(table)}, unnest(categories) as name
      where status = 'published' group by name order by lower(name), name`.execute(db);
    return rows;
  }

  return {
    /** The distinct categories of published items with their numbers, by name. */
    async list(): Promise<Categories> {
      if (remembered && databaseEvents.live) return remembered;
      const before = version;
      const [prompts, playbooks] = await Promise.all([distinct('prompts'), distinct('playbooks')]);
      if (before === version) remembered = { prompts, playbooks };
      return { prompts, playbooks };
    },
  };
}
