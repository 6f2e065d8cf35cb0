import type { Facts } from '#platform/text/facts.ts';
import { formatDay } from '#ui/format.ts';
import * as common from '#ui/words/messages.ts';

/** When an item was added, and when it was last changed, unless that was on the same day. */
export function itemDates({ created_at, updated_at }: { created_at: string; updated_at: string }): Facts {
  const added = formatDay(created_at);
  const updated = formatDay(updated_at);
  return [[common.added_2(), added], updated !== added && [common.updated(), updated]];
}
