import { z } from 'zod';
import { figures } from '#constants';
import * as m from './words/messages.ts';

/** A date in a year that all calendars involved support. */
const day = z.iso
  .date()
  .refine((text) => text >= '2000' && text < '3000', { error: () => m.a_year_from_2000_to_2999() });

type Days = { from?: string | undefined; to?: string | undefined };
const areInOrder = ({ from, to }: Days) => !from || !to || from <= to;
const backwards = { path: ['to'], error: () => m.refused_backwards() };

/** The query of a report. Without days, it covers the most recent ones. */
export const figuresQuery = z
  .object({
    unit: z.enum(figures.units).default('day'),
    from: day.optional().describe("In the site's time zone"),
    to: day.optional().describe("In the site's time zone"),
  })
  .refine(areInOrder, backwards);

const dayInput = z
  .literal('')
  .transform(() => undefined)
  .or(day);
/** The days of a query as date inputs have them; an empty one is left out. */
export const daysInput = z.object({ from: dayInput, to: dayInput }).refine(areInOrder, backwards);
