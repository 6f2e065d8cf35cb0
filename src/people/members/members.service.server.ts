import { sql } from 'kysely';
import { listForAdmins } from '#access/admin-list.server.ts';
import type { Database } from '#access/database.ts';
import { grantAccount, grantSite } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import type { AdminListQuery } from '#platform/contract-fields.ts';
import type { RateLimits } from '#platform/rate-limits.server.ts';
import { type ExportPart, exportMember } from './export.server.ts';
import type { AdminUser, ExportName } from './members.contract.ts';

const exportLimit = { points: 20, seconds: 3_600 };

type Parts = { db: Database; rateLimits: RateLimits; exportParts: Record<ExportName, ExportPart> };

export function createMembersService({ db, rateLimits, exportParts }: Parts) {
  return {
    /** A page of all accounts, newest first, with the names of their tiers. @throws AppError 401, 403 */
    async listAll(viewer: Viewer, query: AdminListQuery) {
      const page = await listForAdmins<Omit<AdminUser, 'created_at'> & { created_at: Date }>(
        db,
        grantSite(viewer, 'administer'),
        {
          table: 'profiles',
          columns: sql`profiles.id, profiles.email, profiles.role, tier.name as tier_name, profiles.created_at`,
          joins: sql`left join tiers tier on tier.id = current_tier_id(profiles)`,
          rows: { searched: 'email' },
          query,
        },
      );
      const items = page.items.map(
        ({ id, email, role, tier_name, created_at }): AdminUser => ({
          id,
          email,
          role,
          tier_name,
          created_at: created_at.toISOString(),
        }),
      );
      return { ...page, items };
    },

    /** Everything the site keeps about the viewer, as JSON. @throws AppError 401, 429 */
    async export(viewer: Viewer) {
      const proof = grantAccount(viewer, 'keep');
      await rateLimits.require('export', exportLimit, proof.viewer.userId);
      return exportMember(db, proof, exportParts);
    },
  };
}
