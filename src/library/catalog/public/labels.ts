import type { contentStatuses, difficulties, promptTypes } from '#constants';
import { formatCount } from '#ui/format.ts';
import * as common from '#ui/words/messages.ts';
import * as m from '../words/messages.ts';

/** Labels for values that are stored in English. */
export const typeLabel = (type: (typeof promptTypes)[number]) => m.type_label({ type });
export const difficultyLabel = (difficulty: (typeof difficulties)[number]) =>
  m.difficulty_label({ difficulty });
export const statusLabel = (status: (typeof contentStatuses)[number]) => m.status_label({ status });

/** "Free", or "Level 2", as admins see an item's `tier_access`. */
export const levelLabel = (level: number) =>
  level === 0 ? common.free() : common.level_tier_access({ tierAccess: level });

/** "1.2K views". */
export const viewsLabel = (count: number) => m.views({ count, shown: formatCount(count) });

/** The options of a `Select`. */
export const choicesOf = <Value extends string>(
  values: readonly Value[],
  labelOf: (value: Value) => string,
) => values.map((value) => ({ value, label: labelOf(value) }));
