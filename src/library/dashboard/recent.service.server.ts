import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { requireSignedIn } from '#access/decide.ts';
import { visible } from '#access/predicate.server.ts';
import type { Viewer } from '#access/viewer.ts';
import { recentItemCount, recentlyUsedDays } from '#constants';
import type { RecentItem } from './recent.contract.ts';

type Row = Omit<RecentItem, 'used_at'> & { used_at: Date };

export const createRecentService = (db: Database) => ({
  /** The items that the viewer has copied from lately, latest first. @throws AppError 401 */
  async list(viewer: Viewer): Promise<RecentItem[]> {
    const { userId } = requireSignedIn(viewer);
    const { rows } = await sql<Row>`
      with used as (
        select target_type, target_id, max(created_at) as used_at from user_activity
        where user_id = ${userId} and created_at > now() - make_interval(days => ${recentlyUsedDays})
        group by target_type, target_id
      )
      select used.target_type, prompts.slug, prompts.title, used.used_at from used
        join prompts on used.target_type = 'prompt' and prompts.id = used.target_id and ${visible(viewer, 'prompt', 'open')}
      union all select used.target_type, playbooks.slug, playbooks.title, used.used_at from used
        join playbooks on used.target_type = 'playbook' and playbooks.id = used.target_id and ${visible(viewer, 'playbook', 'open')}
      order by used_at desc limit ${recentItemCount}`.execute(db);
    return rows.map((row) => ({ ...row, used_at: row.used_at.toISOString() }));
  },
});
