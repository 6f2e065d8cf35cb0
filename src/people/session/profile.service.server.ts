import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { can, grantAccount, lacksRoleFactor, requireSignedIn } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import { writable } from '#access/writable.server.ts';
import { AppError } from '#platform/errors.ts';
import { lacksConsent } from '#site/own-pages/public/consents.server.ts';
import * as common from '#ui/words/messages.ts';
import type { CopyAllowance } from './public/copy-allowance.ts';
import type { Allowance, Profile, ProfileChange } from './public/profile.contract.ts';
import type { RunAllowance } from './run-allowance.ts';

type Parts = { db: Database; copyAllowance: CopyAllowance; runAllowance: RunAllowance };

export function createProfileService({ db, copyAllowance, runAllowance }: Parts) {
  async function get(viewer: Viewer): Promise<Profile> {
    const member = requireSignedIn(viewer);
    const row = await db
      .selectFrom('profiles')
      .innerJoin('auth.users as account', 'account.id', 'profiles.id')
      .leftJoin('tiers', (join) => join.on(sql<boolean>`tiers.id = current_tier_id(profiles)`))
      .select([
        'profiles.id',
        'profiles.email',
        'display_name',
        'bio',
        'email_notifications',
        'email_news',
        'weekly_digest',
        'email_replies',
        'locale',
        'profiles.created_at',
        'profiles.role',
        'tiers.id as tier_id',
        'tiers.name as tier_name',
        sql<boolean>`account.password_hash is not null`.as('has_password'),
        lacksConsent.as('needs_consent'),
      ])
      .where('profiles.id', '=', member.userId)
      .executeTakeFirst();
    if (!row) throw new AppError('not_found', common.profile_not_found());
    return {
      ...row,
      created_at: row.created_at.toISOString(),
      ...(await copyAllowance(member)),
      ...(await runAllowance(member)),
      needs_second_factor: lacksRoleFactor(member, row.role),
      can: {
        administer: can(viewer, 'site', 'administer', {}),
        edit_catalog: can(viewer, 'site', 'manage-catalog', {}),
        support_members: can(viewer, 'site', 'see-members', {}),
      },
    };
  }

  return {
    /** The viewer's own profile. @throws AppError 401 */
    get,

    /** What the viewer's plan allows today, without personal data. @throws AppError 401 */
    async allowance(viewer: Viewer): Promise<Allowance> {
      const { id, tier_id, tier_name, ...row } = await get(viewer);
      const { daily_copy_limit, copies_left, reading_counts, daily_run_limit, runs_left } = row;
      const copies = { daily_copy_limit, copies_left, reading_counts };
      return { id, tier_id, tier_name, ...copies, daily_run_limit, runs_left };
    },

    /** Changes the viewer's display name, bio, language or email preferences. An empty text or null clears it. @throws AppError 401 */
    async update(viewer: Viewer, change: ProfileChange): Promise<Profile> {
      const proof = grantAccount(viewer, 'update');
      const values = Object.fromEntries(
        Object.entries(change).map(([key, value]) => [key, value === '' ? null : value]),
      );
      if (Object.keys(values).length > 0) {
        await writable(db, proof).updateTable('profiles').set(values).where('id', '=', proof.id).execute();
      }
      return get(viewer);
    },
  };
}
