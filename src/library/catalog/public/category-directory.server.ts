import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import type { DatabaseEvents } from '#platform/database/database-events.server.ts';

export type CategoryDirectory = ReturnType<typeof createCategoryDirectory>;
export type DirectoryEntry = {
  name: string;
  slug: string;
  description: string;
  is_hidden: boolean;
  updated_at: Date;
};
type Known = {
  /** In the order in which lists show them. */
  byName: Map<string, DirectoryEntry>;
  bySlug: Map<string, DirectoryEntry>;
  /** Maps earlier names and slugs to the current category. */
  names: Map<string, string>;
  slugs: Map<string, string>;
};

/** The categories' names, slugs and descriptions, without their items. Cached until the content changes. */
export function createCategoryDirectory(db: Database, databaseEvents: DatabaseEvents) {
  let cached: Known | undefined;
  let version = 0;
  databaseEvents.onContentChange(() => {
    version += 1;
    cached = undefined;
  });

  async function load(): Promise<Known> {
    const [{ rows: entries }, { rows: earlier }] = await Promise.all([
      sql<DirectoryEntry>`
        select name, slug, description, is_hidden, updated_at from categories
        order by position nulls last, lower(name) collate "C", name collate "C"`.execute(db),
      sql<{ name: string | null; slug: string | null; of_name: string; of_slug: string }>`
        select earlier.name, null as slug, current.name as of_name, current.slug as of_slug
        from earlier_category_names earlier join categories current on current.id = earlier.category_id
        union all
        select null, earlier.slug, current.name, current.slug
        from earlier_category_slugs earlier join categories current on current.id = earlier.category_id`.execute(
        db,
      ),
    ]);
    const names = new Map<string, string>();
    const slugs = new Map<string, string>();
    for (const { name, slug, of_name, of_slug } of earlier) {
      if (name !== null) names.set(name, of_name);
      if (slug !== null) slugs.set(slug, of_slug);
    }
    return {
      byName: new Map(entries.map((entry) => [entry.name, entry])),
      bySlug: new Map(entries.map((entry) => [entry.slug, entry])),
      names,
      slugs,
    };
  }

  async function read(): Promise<Known> {
    if (cached && databaseEvents.live) return cached;
    const before = version;
    const known = await load();
    if (before === version) cached = known;
    return known;
  }

  return {
    read,
    /** Resolves a current or former name to the current one. */
    currentName: async <Name extends string | undefined>(name: Name): Promise<Name | string> =>
      name === undefined ? name : ((await read()).names.get(name) ?? name),
  };
}
