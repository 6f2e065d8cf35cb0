import type { Categories } from './public/categories.contract.ts';
import type { Counts } from './public/counts.server.ts';

export const createCategoriesService = (counts: Counts) => ({
  /** The distinct categories of published items with their numbers, by name. */
  async list(): Promise<Categories> {
    const [prompts, playbooks] = await Promise.all([
      counts.categories('prompt'),
      counts.categories('playbook'),
    ]);
    return { prompts, playbooks };
  },
});
