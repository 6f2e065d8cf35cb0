import { z } from 'zod';
import { limits } from '#constants';
import { line, nameLine, text } from '#platform/contract/contract-fields.ts';

/** A member without a plan, in the plans of a segment. */
export const withoutPlan = 'none';

/** Whom a mailing goes to: who fulfills all of it. */
export const segmentFields = {
  /** Plans, any of them; empty for whatever plan. */
  plans: z.array(z.union([z.uuid(), z.literal(withoutPlan)])).max(50),
  /** Who was here within so many days, or was not; null for both. */
  seen: z.strictObject({ is_within: z.boolean(), days: z.int().min(1).max(3_650) }).nullable(),
  /** Who has favorites in this category; null for everybody. */
  category: line(limits.category).min(1).nullable(),
};
export const segment = z.strictObject(segmentFields);
export type Segment = z.output<typeof segment>;
export const everybody: Segment = { plans: [], seen: null, category: null };

/** What an owner edits of a mailing. */
export const mailingFields = {
  subject: nameLine(limits.mailingSubject),
  body: text(limits.mailingBody),
  segment,
  counts_opens: z.boolean(),
};

export const mailingStatuses = ['draft', 'scheduled', 'sending', 'stopped', 'sent'] as const;
/** What has become of one email of a mailing, where it is not `waiting`. */
export const recipientStatuses = ['sent', 'refused', 'failed', 'left-out'] as const;
