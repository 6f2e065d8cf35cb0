import { grantItem } from '#access/items.server.ts';
import { type Collection, collections } from '#access/items.ts';
import type { Viewer } from '#access/viewer.ts';
import type { Database } from '#platform/database.server.ts';
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
      const { id, viewer: member } = await grantItem(db, viewer, collection, slug, 'favorite');
      const favorite = { target_type: collections[collection], target_id: id, user_id: member.userId };
      if (favorited) {
        await db
          .insertInto('user_favorites')
          .values(favorite)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      } else {
        await db
          .deleteFrom('user_favorites')
          .where((eb) => eb.and(favorite))
          .execute();
      }
      return { is_favorited: favorited, favorite_count: await countFavorites(db, member.userId) };
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
