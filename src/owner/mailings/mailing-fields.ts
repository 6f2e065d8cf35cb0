import { z } from 'zod';
import { limits } from '#constants';
import { line, nameLine, text } from '#platform/contract/contract-fields.ts';

/** Stands for members without a plan, in the plans of a segment. */
export const withoutPlan = 'none';

/** Who gets a mailing: members who match every field. */
export const segmentFields = {
  /** Members on any of these plans; empty for all members. */
  plans: z.array(z.union([z.uuid(), z.literal(withoutPlan)])).max(50),
  /** Members who were active within this many days, or who weren't; null for both. */
  seen: z.strictObject({ is_within: z.boolean(), days: z.int().min(1).max(3_650) }).nullable(),
  /** Members with favorites in this category; null for everyone. */
  category: line(limits.category).min(1).nullable(),
};
export const segment = z.strictObject(segmentFields);
export type Segment = z.output<typeof segment>;
export const everybody: Segment = { plans: [], seen: null, category: null };

/** The fields of a mailing that an owner edits. */
export const mailingFields = {
  subject: nameLine(limits.mailingSubject),
  body: text(limits.mailingBody),
  segment,
  counts_opens: z.boolean(),
};

export const mailingStatuses = ['draft', 'scheduled', 'sending', 'stopped', 'sent'] as const;
/** The outcomes of one email, once it is no longer `waiting`. */
export const recipientStatuses = ['sent', 'refused', 'failed', 'left-out'] as const;
