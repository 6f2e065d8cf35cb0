import { z } from 'zod';
import { limits } from '#constants';
import { line, timestamp, uuid } from '#platform/contract/contract-fields.ts';

/** The fields of gift codes that admins choose. Either `months` or `days` is set; the other is null. */
export const giftFields = {
  tier_id: uuid,
  months: z.int().min(1).max(limits.giftMonths).nullable(),
  days: z.int().min(1).max(limits.giftDays).nullable(),
  /** The recipient or the purpose; only admins see it. */
  note: line(limits.giftNote),
  redeem_by: timestamp.nullable(),
};
export const giftCount = z.int().min(1).max(limits.giftCodes);

/** A code as typed. */
export const typedGiftCode = line(limits.giftCode).min(1);
