import { z } from 'zod';
import { heldLinkDays, limits, reportReasons } from '#constants';
import { line, nameList } from '#platform/contract/contract-fields.ts';

export const reportFields = {
  reason: z.enum(reportReasons),
  note: line(limits.reportNote),
};

/** What holds a comment: words, one of which is enough, and for how many days after joining links do; 0 is never. */
export const holdFields = {
  words: nameList(limits.heldWords, limits.heldWord),
  link_days: z.int().min(0).max(heldLinkDays.max),
};
