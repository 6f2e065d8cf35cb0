import { sql } from 'kysely';

/** The gifts that a member redeemed, for their data export. */
export const giftsExport = (userId: string) =>
  sql`select tier.name as plan, gift.months, gift.days, gift.redeemed_at, gift.ends_at
    from gifts gift left join tiers tier on tier.id = gift.tier_id where gift.redeemed_by = ${userId} order by 4`;
