import type { reportReasons } from '#constants';
import * as m from './words/messages.ts';

type Reason = (typeof reportReasons)[number];
const words: Record<Reason, () => string> = {
  spam: m.reason_spam,
  abuse: m.reason_abuse,
  off_topic: m.reason_off_topic,
  other: m.reason_other,
};

export const reasonName = (reason: Reason): string => words[reason]();
