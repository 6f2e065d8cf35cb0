import { requireSignedIn } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import type { Counts } from '#library/catalog/public/counts.server.ts';
import type { FavoritesService } from '#library/favorites/public/favorites.service.server.ts';
import type { Stats } from './stats.contract.ts';

export function createStatsService(services: { counts: Counts; favorites: FavoritesService }) {
  return {
    /** The figures on the dashboard. @throws AppError 401 */
    async get(viewer: Viewer): Promise<Stats> {
      const member = requireSignedIn(viewer);
      const [prompts, playbooks, your_favorites] = await Promise.all([
        services.counts.total('prompt'),
        services.counts.total('playbook'),
        services.favorites.count(member),
      ]);
      const numbers = { total_prompts: prompts, total_playbooks: playbooks };
      return { ...numbers, total_books: 0, your_favorites };
    },
  };
}
