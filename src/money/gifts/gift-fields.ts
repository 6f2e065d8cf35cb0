import { z } from 'zod';
import { limits } from '#constants';
import { line, timestamp, uuid } from '#platform/contract/contract-fields.ts';

/** What admins decide about gift codes. One of `months` and `days` is set, the other is null. */
export const giftFields = {
  tier_id: uuid,
  months: z.int().min(1).max(limits.giftMonths).nullable(),
  days: z.int().min(1).max(limits.giftDays).nullable(),
  /** For whom or what they are; only admins see it. */
  note: line(limits.giftNote),
  redeem_by: timestamp.nullable(),
};
export const giftCount = z.int().min(1).max(limits.giftCodes);

/** A code as somebody typed it. */
export const typedGiftCode = line(limits.giftCode).min(1);
