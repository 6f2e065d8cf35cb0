import { z } from 'zod';
import { figures } from '#constants';
import * as m from './words/messages.ts';

/** Years that every calendar here knows. */
const day = z.iso
  .date()
  .refine((text) => text >= '2000' && text < '3000', { error: () => m.a_year_from_2000_to_2999() });

type Days = { from?: string | undefined; to?: string | undefined };
const areInOrder = ({ from, to }: Days) => !from || !to || from <= to;
const backwards = { path: ['to'], error: () => m.refused_backwards() };

/** What figures are asked for. Without days the last ones are meant. */
export const figuresQuery = z
  .object({ unit: z.enum(figures.units).default('day'), from: day.optional(), to: day.optional() })
  .refine(areInOrder, backwards);

const dayInput = z
  .literal('')
  .transform(() => undefined)
  .or(day);
/** The days of a query as date inputs hold them, where an empty one is left out. */
export const daysInput = z.object({ from: dayInput, to: dayInput }).refine(areInOrder, backwards);
