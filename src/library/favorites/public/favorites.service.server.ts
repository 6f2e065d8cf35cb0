import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { grantItem } from '#access/items.server.ts';
import { type Collection, collections } from '#access/items.ts';
import type { Viewer } from '#access/viewer.ts';
import { writable } from '#access/writable.server.ts';
import type { FavoriteState } from '../favorites.contract.ts';

export type FavoritesService = ReturnType<typeof createFavoritesService>;

export function createFavoritesService(db: Database) {
  return {
    /** How many prompts and playbooks a member keeps. */
    count: (userId: string) => countFavorites(db, userId),

    /**
     * Keeps an item as a favorite or lets it go; repeating it changes nothing.
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
        await favorites
          .insertInto('user_favorites')
          .values(favorite)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      } else {
        await favorites
          .deleteFrom('user_favorites')
          .where((eb) => eb.and(favorite))
          .execute();
      }
      // In one statement, so that the two fit each other: the same member may ask for the opposite at the same moment.
      const { rows } = await sql<FavoriteState>`
        select count(*)::int as favorite_count, coalesce(bool_or(target_type = ${favorite.target_type} and target_id = ${proof.id}), false) as is_favorited
        from user_favorites where user_id = ${userId}`.execute(db);
      return rows[0] ?? { is_favorited: false, favorite_count: 0 };
    },
  };
}

async function countFavorites(db: Database, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('user_favorites')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
