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
     * Adds or removes the viewer's upvote; repeating it changes nothing.
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
      // In one statement, so that both values are consistent: another request of the member could be changing the vote.
      const { rows } = await sql<VoteState>`
        select exists (select from votes where target_type = ${vote.target_type} and target_id = item.id and user_id = ${vote.user_id}) as is_upvoted,
          vote_count from ${sql.table(collection)} item where id = ${proof.id}`.execute(db);
      return rows[0] ?? { is_upvoted: false, vote_count: 0 };
    },
  };
}
