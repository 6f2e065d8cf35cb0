import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type AdminOrder, listForAdmins } from '#access/admin-list.server.ts';
import type { Database } from '#access/database.ts';
import { grantAccount, grantSite } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import type { RateLimits } from '#platform/http/rate-limits.server.ts';
import { type ExportPart, exportMember } from './export.server.ts';
import type { AdminUser, AdminUsersQuery, ExportName } from './members.contract.ts';

type Parts = { db: Database; rateLimits: RateLimits; exportParts: Record<ExportName, ExportPart> };

export function createMembersService({ db, rateLimits, exportParts }: Parts) {
  return {
    /** A page of all accounts with the names of their tiers. @throws AppError 401, 403 */
    async listAll(viewer: Viewer, query: AdminUsersQuery) {
      const proof = grantSite(viewer, 'see-members');
      const [page, counted] = await Promise.all([
        listForAdmins<Omit<AdminUser, 'created_at'> & { created_at: Date }>(db, proof, {
          table: 'profiles',
          columns: sql`profiles.id, profiles.email, profiles.role, tier.name as tier_name, profiles.created_at`,
          joins: sql`left join tiers tier on tier.id = current_tier_id(profiles)`,
          condition: conditionOf(query),
          order: orderOf(query),
          query,
        }),
        sql<{ all: number }>`select count(*)::int as all from profiles where ${isMember}`.execute(db),
      ]);
      const items = page.items.map(
        ({ id, email, role, tier_name, created_at }): AdminUser => ({
          id,
          email,
          role,
          tier_name,
          created_at: created_at.toISOString(),
        }),
      );
      return { ...page, items, all: counted.rows[0]?.all ?? 0 };
    },

    /** Everything the site stores about the viewer, as JSON. @throws AppError 401, 429 */
    async export(viewer: Viewer) {
      const proof = grantAccount(viewer, 'keep');
      await rateLimits.require('export', proof.viewer.userId);
      return exportMember(db, proof, exportParts);
    },
  };
}

/** Trial accounts don't count as members. */
const isMember = sql`profiles.id not in (select id from auth.users where is_anonymous)`;

function conditionOf({ q, role, tier }: AdminUsersQuery): RawBuilder<SqlBool> {
  const all: RawBuilder<unknown>[] = [isMember];
  const text = q?.trim().toLowerCase();
  if (text) all.push(sql`strpos(lower(profiles.email), ${text}) > 0`);
  if (role) all.push(sql`profiles.role = ${role}`);
  if (tier === 'none') all.push(sql`current_tier_id(profiles) is null`);
  // The first condition can use an index.
  else if (tier) all.push(sql`profiles.tier_id = ${tier} and current_tier_id(profiles) is not null`);
  return sql<SqlBool>`(${sql.join(all, sql` and `)})`;
}

function orderOf({ sort, order }: AdminUsersQuery): AdminOrder | undefined {
  const isAscending = order !== 'desc';
  if (sort === 'newest')
    return order === 'asc'
      ? { key: sql`profiles.created_at`, type: 'timestamptz', name: sort, isAscending }
      : undefined;
  const keys = { email: sql`lower(profiles.email)`, role: sql`profiles.role`, tier: sql`lower(tier.name)` };
  return { key: keys[sort], type: 'text', name: sort, isAscending };
}
