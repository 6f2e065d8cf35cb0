import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { grantItem } from '#access/items.server.ts';
import { type Collection, collections } from '#access/items.ts';
import { hasBought, visible } from '#access/predicate.server.ts';
import { type SignedInViewer, type Viewer, visitor } from '#access/viewer.ts';
import { writable } from '#access/writable.server.ts';
import type { RateLimits } from '#platform/http/rate-limits.server.ts';
import type { FavoriteState } from '../favorites.contract.ts';

export type FavoritesService = ReturnType<typeof createFavoritesService>;

export function createFavoritesService(db: Database, rateLimits: RateLimits) {
  return {
    /** The number of a member's favorites, prompts and playbooks together, that are listed. */
    async count(viewer: SignedInViewer): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select ${listedCount} as count from ${favoritesWithItems(viewer)} where user_id = ${viewer.userId}`.execute(
        db,
      );
      return rows[0]?.count ?? 0;
    },

    /**
     * Adds an item to the favorites or removes it; repeating it changes nothing. The figures count it once a day for each member and item.
     * @throws AppError 401, 404
     */
    async set(
      viewer: Viewer,
      collection: Collection,
      slug: string,
      favorited: boolean,
    ): Promise<FavoriteState> {
      const proof = await grantItem(db, viewer, collection, slug, 'favorite');
      const { userId } = proof.viewer;
      const favorites = writable(db, proof);
      const favorite = { target_type: collections[collection], target_id: proof.id, user_id: userId };
      if (favorited) {
        const isCounted = (await rateLimits.take('favorites', `${userId} ${proof.id}`)) === 0;
        await sql`with saved as (
            insert into user_favorites (user_id, target_type, target_id)
            values (${userId}, ${favorite.target_type}, ${proof.id}) on conflict do nothing returning target_id
          )
          insert into figure_events (kind, subject) select 'saved', target_id from saved where ${isCounted}`.execute(
          favorites,
        );
      } else {
        await favorites
          .deleteFrom('user_favorites')
          .where((eb) => eb.and(favorite))
          .execute();
      }
      // In one statement, so that both values are consistent: another request of the member could be changing the favorite.
      const { rows } = await sql<FavoriteState>`
        select ${listedCount} as favorite_count, coalesce(bool_or(target_type = ${favorite.target_type} and target_id = ${proof.id}), false) as is_favorited
        from ${favoritesWithItems(proof.viewer)} where user_id = ${userId}`.execute(db);
      return rows[0] ?? { is_favorited: false, favorite_count: 0 };
    },
  };
}

/**
 * With the items that are listed: published ones, and playbooks that the member has bought. Uses the visitors' rule, because an API key that
 * can change favorites may not be allowed to read lists.
 */
const favoritesWithItems = (viewer: SignedInViewer) => sql`user_favorites
  left join prompts on prompts.id = user_favorites.prompt_id and ${visible(visitor, 'prompt', 'list')}
  left join playbooks on playbooks.id = user_favorites.playbook_id and (${visible(visitor, 'playbook', 'list')} or ${hasBought(viewer)})`;
const listedCount = sql`count(coalesce(prompts.id, playbooks.id))::int`;
