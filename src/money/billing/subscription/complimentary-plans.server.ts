import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { AppError } from '#platform/errors.ts';
import { formatDay } from '#ui/format.ts';
import * as m from '../words/messages.ts';

type Tier = { id: string; name: string; access_level: number; price: number };
type ComplimentaryPlan = Tier & { is_gift: boolean; until: Date | null };

/** The highest plan that a member has without paying: given by an admin, or from an active gift. */
async function findComplimentaryPlan(db: Database, userId: string): Promise<ComplimentaryPlan | undefined> {
  const { rows } = await sql<ComplimentaryPlan>`
    select tier.id, tier.name, access_level, price, is_gift, until from (
      select complimentary_tier_id as tier_id, false as is_gift, complimentary_until as until
        from profiles where id = ${userId} and (complimentary_until is null or complimentary_until > now())
      union all
      select tier_id, true, ends_at from gifts
        where redeemed_by = ${userId} and revoked_at is null and ends_at > now()
    ) given join tiers tier on tier.id = given.tier_id
    order by access_level desc, price desc, is_gift limit 1`.execute(db);
  return rows[0];
}

/** Refuses to sell a member a plan that they already have for free. @throws AppError 409 has_complimentary_plan */
export async function assertAddsSomething(db: Database, userId: string, tier: Tier): Promise<void> {
  const given = await findComplimentaryPlan(db, userId);
  if (!given || tier.access_level > given.access_level) return;
  const isSameLevel = tier.access_level === given.access_level;
  if (isSameLevel && tier.price > given.price) return;
  const until = given.until && formatDay(given.until.toISOString());
  const isGift = given.is_gift ? 'true' : 'false';
  const plan = given.name;
  // A gift is paused while its member pays for as much.
  const waits = given.is_gift && isSameLevel && tier.price === given.price;
  throw new AppError(
    'has_complimentary_plan',
    !until
      ? m.adds_nothing({ plan, isGift, name: tier.name })
      : waits
        ? m.gift_would_wait({ plan, until })
        : m.adds_nothing_before_then({ plan, isGift, until, name: tier.name }),
  );
}
