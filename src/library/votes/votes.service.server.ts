import { sql } from 'kysely';
import { grantItem } from '#access/items.server.ts';
import { type Collection, collections } from '#access/items.ts';
import type { Viewer } from '#access/viewer.ts';
import type { Database } from '#platform/database.server.ts';
import type { VoteState } from './votes.contract.ts';

export function createVotesService(db: Database) {
  return {
    /**
     * Gives or takes back the viewer's upvote; repeating it changes nothing.
     * @throws AppError 401, 404
     */
    async set(viewer: Viewer, collection: Collection, slug: string, upvoted: boolean): Promise<VoteState> {
      const { id, viewer: member } = await grantItem(db, viewer, collection, slug, 'vote');
      const vote = { target_type: collections[collection], target_id: id, user_id: member.userId };
      if (upvoted) {
        await db
          .insertInto('votes')
          .values(vote)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      } else {
        await db
          .deleteFrom('votes')
          .where((eb) => eb.and(vote))
          .execute();
      }
      const { rows } = await sql<{
        vote_count: number;
      }>`select vote_count from ${sql.table(collection)} where id = ${id}`.execute(db);
      return { is_upvoted: upvoted, vote_count: rows[0]?.vote_count ?? 0 };
    },
  };
}
