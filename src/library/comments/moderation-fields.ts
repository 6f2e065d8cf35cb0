import { z } from 'zod';
import { heldLinkDays, limits, reportReasons } from '#constants';
import { line, nameList } from '#platform/contract/contract-fields.ts';

export const reportFields = {
  reason: z.enum(reportReasons),
  note: line(limits.reportNote),
};

/** The rules for holding a comment: these words, and links for this many days after joining (0: never). */
export const holdFields = {
  words: nameList(limits.heldWords, limits.heldWord),
  link_days: z.int().min(0).max(heldLinkDays.max),
};
