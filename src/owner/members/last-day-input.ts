import { z } from 'zod';
import { lastMomentOf } from '#platform/text/iso-time.ts';
import * as m from '#platform/words/messages.ts';

/** A last day in full, in UTC; null if empty. */
export const lastDayInput = z
  .literal('')
  .or(z.iso.date())
  .transform((day) => (day === '' ? null : lastMomentOf(day)))
  .refine((time) => time === null || Date.parse(time) > Date.now(), { error: () => m.this_day_is_over() });
