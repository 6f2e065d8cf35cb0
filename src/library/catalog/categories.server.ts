import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { grantSite } from '#access/decide.ts';
import type { Collection, TargetType } from '#access/items.ts';
import type { Viewer } from '#access/viewer.ts';
import type { Categories, ItemCategories } from './public/categories.contract.ts';
import type { CategoryDirectory } from './public/category-directory.server.ts';
import type { Counts } from './public/counts.server.ts';

/** A category that has a page: it is not hidden and has published items. */
export type ShownCategory = {
  name: string;
  slug: string;
  description: string;
  prompts: number;
  playbooks: number;
  /** ISO 8601. */
  updated_at: string;
};

export function createCategoriesService(db: Database, counts: Counts, directory: CategoryDirectory) {
  async function countsOf(kind: TargetType): Promise<Map<string, number>> {
    return new Map((await counts.categories(kind)).map(({ name, count }) => [name, count]));
  }

  async function listShown(): Promise<ShownCategory[]> {
    const [known, prompts, playbooks] = await Promise.all([
      directory.read(),
      countsOf('prompt'),
      countsOf('playbook'),
    ]);
    return [...known.byName.values()]
      .filter(({ name, is_hidden }) => !is_hidden && (prompts.has(name) || playbooks.has(name)))
      .map(({ name, slug, description, updated_at }) => ({
        name,
        slug,
        description,
        prompts: prompts.get(name) ?? 0,
        playbooks: playbooks.get(name) ?? 0,
        updated_at: updated_at.toISOString(),
      }));
  }

  async function namesIn(collection: Collection): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`
      with used as (select distinct unnest(categories) as name from ${sql.table(collection)})
      select used.name from used left join categories category on category.name = used.name
      order by category.position nulls last, lower(used.name) collate "C", used.name collate "C"`.execute(db);
    return rows.map(({ name }) => name);
  }

  return {
    /** The categories that items are in, in the owner's order. @throws AppError 401, 403 */
    async ofAllItems(viewer: Viewer): Promise<ItemCategories> {
      grantSite(viewer, 'see-catalog');
      const [prompts, playbooks] = await Promise.all([namesIn('prompts'), namesIn('playbooks')]);
      return { prompts, playbooks };
    },

    /**
     * The categories of published items with their counts, in the owner's order, then by name. Hidden categories are
     * left out.
     */
    async list(): Promise<Categories> {
      const [shown, { names }] = await Promise.all([listShown(), directory.read()]);
      const isShown = new Set(shown.map(({ name }) => name));
      const renamed = Object.fromEntries([...names].filter(([, name]) => isShown.has(name)));
      const of = (kind: 'prompts' | 'playbooks') =>
        shown.flatMap(({ name, slug, [kind]: count }) => (count > 0 ? [{ name, slug, count }] : []));
      return { prompts: of('prompts'), playbooks: of('playbooks'), renamed };
    },

    listShown,
    currentName: directory.currentName,

    /** The category with this slug, or the current slug if it has moved; undefined if there is no such category to show. */
    async find(slug: string): Promise<ShownCategory | { movedTo: string } | undefined> {
      const { slugs } = await directory.read();
      const movedTo = slugs.get(slug);
      if (movedTo !== undefined) return { movedTo };
      return (await listShown()).find((category) => category.slug === slug);
    },
  };
}
