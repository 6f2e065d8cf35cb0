import { contentStatuses } from '#constants';
import { formatTime } from '#ui/format.ts';
import { wordOf } from '#ui/saving/conflict-words.ts';
import { choicesOf, levelLabel, statusLabel } from './labels.ts';

/** A time as a form keeps it, in the reader's time zone. */
const timeOf = (value: unknown) =>
  typeof value === 'string' && value !== '' ? formatTime(new Date(value).toISOString()) : undefined;

/** The words for what the editors of prompts and playbooks keep as codes. */
export const itemWords = {
  status: wordOf(() => choicesOf(contentStatuses, statusLabel)),
  tier_access: (level: unknown) => levelLabel(Number(level)),
  created_at: timeOf,
  publish_at: timeOf,
};
