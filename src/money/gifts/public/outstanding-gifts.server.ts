import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { AppError } from '#platform/errors.ts';
import * as m from '../words/messages.ts';

/** Whether a row of `gifts` is neither revoked nor over. */
export const giftIsLeft = sql<boolean>`revoked_at is null and (ends_at is null or ends_at > now())`;

/** The number of gift codes that promise a tier. A gift is over when its member's account is deleted. */
export const outstandingGiftsOf = (tierId: RawBuilder<unknown>) =>
  sql<number>`(select count(*)::int from gifts
    where gifts.tier_id = ${tierId} and ${giftIsLeft}
      and (redeemed_by is not null or redeemed_at is null and (redeem_by is null or redeem_by > now())))`;

/** Keeps a tier from being deleted while gift codes promise it. @throws AppError 409 */
export async function assertNoOutstandingGifts(db: Database, tierId: string): Promise<void> {
  const { rows } = await sql<{
    count: number;
  }>`select ${outstandingGiftsOf(sql`${tierId}`)} as count`.execute(db);
  const count = rows[0]?.count ?? 0;
  if (count > 0) throw new AppError('conflict', m.refused_tier_promised({ count }));
}
