import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { requireSignedIn } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import type { FavoritesService } from '#library/favorites/public/favorites.service.server.ts';
import type { Stats } from './stats.contract.ts';

export function createStatsService(db: Database, services: { favorites: FavoritesService }) {
  return {
    /** Numbers for the dashboard. @throws AppError 401 */
    async get(viewer: Viewer): Promise<Stats> {
      const member = requireSignedIn(viewer);
      const counted = sql<{ total_prompts: number; total_playbooks: number }>`
        select (select count(*)::int from prompts where status = 'published') as total_prompts,
          (select count(*)::int from playbooks where status = 'published') as total_playbooks`;
      const [{ rows }, your_favorites] = await Promise.all([
        counted.execute(db),
        services.favorites.count(member.userId),
      ]);
      const numbers = rows[0] ?? { total_prompts: 0, total_playbooks: 0 };
      return { ...numbers, total_books: 0, your_favorites };
    },
  };
}
