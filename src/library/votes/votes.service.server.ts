import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { grantItem } from '#access/items.server.ts';
import { type Collection, collections } from '#access/items.ts';
import type { Viewer } from '#access/viewer.ts';
import { writable } from '#access/writable.server.ts';
import type { VoteState } from './votes.contract.ts';

export function createVotesService(db: Database) {
  return {
    /**
     * Gives or takes back the viewer's upvote; repeating it changes nothing.
     * @throws AppError 401, 404
     */
    async set(viewer: Viewer, collection: Collection, slug: string, upvoted: boolean): Promise<VoteState> {
      const proof = await grantItem(db, viewer, collection, slug, 'vote');
      const votes = writable(db, proof);
      const vote = {
        target_type: collections[collection],
        target_id: proof.id,
        user_id: proof.viewer.userId,
      };
      if (upvoted) {
        await votes
          .insertInto('votes')
          .values(vote)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      } else {
        await votes
          .deleteFrom('votes')
          .where((eb) => eb.and(vote))
          .execute();
      }
      const { rows } = await sql<{
        vote_count: number;
      }>`select vote_count from ${sql.table(collection)} where id = ${proof.id}`.execute(db);
      return { is_upvoted: upvoted, vote_count: rows[0]?.vote_count ?? 0 };
    },
  };
}
