import { sql } from 'kysely';
import { may, requireAdmin, requireSignedIn } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import type { AdminListQuery } from '#library/catalog/catalogue.contract.ts';
import type { FavouritesService } from '#library/favorites/favourites.service.server.ts';
import type { PromptsService } from '#library/prompts/prompts.service.server.ts';
import { listForAdmins } from '#platform/admin-list.server.ts';
import type { Database } from '#platform/database.server.ts';
import { AppError } from '#platform/errors.ts';
import { exportMember } from './export.server.ts';
import type { AdminUser, Profile, ProfileChange, Stats } from './members.contract.ts';

export function createMembersService(
  db: Database,
  services: { favourites: FavouritesService; prompts: PromptsService },
) {
  async function profile(viewer: Viewer): Promise<Profile> {
    const member = requireSignedIn(viewer);
    const row = await db
      .selectFrom('profiles')
      .leftJoin('tiers', (join) => join.on(sql<boolean>`tiers.id = current_tier_id(profiles)`))
      .select([
        'profiles.id',
        'email',
        'display_name',
        'bio',
        'wants_notes',
        'profiles.created_at',
        'tiers.name as tier_name',
      ])
      .where('profiles.id', '=', member.userId)
      .executeTakeFirst();
    if (!row) throw new AppError('not_found', 'Profile not found');
    return {
      ...row,
      created_at: row.created_at.toISOString(),
      ...(await services.prompts.copyAllowance(member)),
      can: { administer: may(viewer, 'site', 'administer', {}) },
    };
  }

  return {
    /** The viewer's own profile. @throws AppError 401 */
    profile,

    /** Changes the viewer's display name or bio; an empty text clears it. @throws AppError 401 */
    async changeProfile(viewer: Viewer, change: ProfileChange): Promise<Profile> {
      const member = requireSignedIn(viewer);
      const values = Object.fromEntries(
        Object.entries(change).map(([key, value]) => [key, value === '' ? null : value]),
      );
      if (Object.keys(values).length > 0) {
        await db.updateTable('profiles').set(values).where('id', '=', member.userId).execute();
      }
      return profile(viewer);
    },

    /** A page of all accounts, newest first, with the names of their tiers. @throws AppError 401, 403 */
    async listAll(viewer: Viewer, query: AdminListQuery) {
      requireAdmin(viewer);
      const page = await listForAdmins<Omit<AdminUser, 'created_at'> & { created_at: Date }>(db, {
        table: 'profiles',
        columns: sql`profiles.id, profiles.email, profiles.role, tier.name as tier_name, profiles.created_at`,
        joins: sql`left join tiers tier on tier.id = current_tier_id(profiles)`,
        searched: 'email',
        query,
      });
      const items = page.items.map(
        ({ id, email, role, tier_name, created_at }): AdminUser => ({
          ...{ id, email, role, tier_name },
          created_at: created_at.toISOString(),
        }),
      );
      return { ...page, items };
    },

    /** Everything the site keeps about the viewer. @throws AppError 401 */
    export: (viewer: Viewer) => exportMember(db, requireSignedIn(viewer)),

    /** Numbers for the dashboard. @throws AppError 401 */
    async stats(viewer: Viewer): Promise<Stats> {
      const member = requireSignedIn(viewer);
      const counted = sql<{ total_prompts: number; total_playbooks: number }>`
        select (select count(*)::int from prompts where status = 'published') as total_prompts,
          (select count(*)::int from playbooks where status = 'published') as total_playbooks`;
      const [{ rows }, your_favorites] = await Promise.all([
        counted.execute(db),
        services.favourites.count(member.userId),
      ]);
      const numbers = rows[0] ?? { total_prompts: 0, total_playbooks: 0 };
      return { ...numbers, total_books: 0, your_favorites };
    },
  };
}
