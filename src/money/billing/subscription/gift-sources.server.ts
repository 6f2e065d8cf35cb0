import { sql } from 'kysely';
import type { EntitlementsWriter } from '#access/writable.server.ts';
import { chooseGift, type EntitlementSource } from './entitlement.ts';

type GiftRow = { id: string; tier_id: string; access_level: number; price: number; ends_at: Date | null };

/**
 * Starts, pauses and resumes a member's gifts: at most one is active, and none while the member has as much or more without it.
 * @returns the active one
 */
export async function runGifts(
  transaction: EntitlementsWriter,
  userId: string,
  others: EntitlementSource[],
  now: Date,
): Promise<EntitlementSource | undefined> {
  const { rows } = await sql<GiftRow>`
    select gift.id, tier.id as tier_id, tier.access_level, tier.price, gift.ends_at
    from gifts gift join tiers tier on tier.id = gift.tier_id
    where redeemed_by = ${userId} and revoked_at is null and (ends_at is null or ends_at > ${now})
    order by redeemed_at, gift.id`.execute(transaction);
  const gifts = rows.map((row) => ({
    id: row.id,
    tierId: row.tier_id,
    accessLevel: row.access_level,
    price: row.price,
    until: row.ends_at,
  }));
  const chosen = chooseGift(gifts, others, now);
  for (const gift of gifts)
    if (gift.until && gift.id !== chosen?.id)
      await sql`update gifts
        set remaining = extract(epoch from ends_at - ${now}::timestamptz) * 1000, ends_at = null where id = ${gift.id}`.execute(
        transaction,
      );
  if (!chosen) return undefined;
  if (chosen.until) return chosen;
  // Calendar months in UTC, whatever the server's time zone.
  const started = await sql<{ ends_at: Date }>`update gifts set remaining = null,
      ends_at = (${now}::timestamptz at time zone 'UTC'
        + case when remaining is null then make_interval(months => coalesce(months, 0), days => coalesce(days, 0))
            else make_interval(secs => remaining / 1000.0) end) at time zone 'UTC'
    where id = ${chosen.id} returning ends_at`.execute(transaction);
  return { ...chosen, until: started.rows[0]?.ends_at ?? null };
}
