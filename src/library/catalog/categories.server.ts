import { requireSite } from '#access/decide.ts';
import type { TargetType } from '#access/items.ts';
import type { Viewer } from '#access/viewer.ts';
import type { Categories } from './public/categories.contract.ts';
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

export function createCategoriesService(counts: Counts, directory: CategoryDirectory) {
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

  return {
    /** All categories, hidden and unused ones too, in the owner's order. @throws AppError 401, 403 */
    async names(viewer: Viewer): Promise<string[]> {
      requireSite(viewer, 'see-catalog');
      return [...(await directory.read()).byName.keys()];
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
      const { slugs, bySlug } = await directory.read();
      const movedTo = slugs.get(slug);
      if (movedTo !== undefined && !bySlug.get(movedTo)?.is_hidden) return { movedTo };
      return (await listShown()).find((category) => category.slug === slug);
    },
  };
}
