import { z } from 'zod';
import { defaultTimeZone } from '#constants';
import * as m from './words/messages.ts';

/** A name of a place or UTC. An offset such as +02:00 means the opposite to PostgreSQL. */
const namedZone = /^(UTC|[A-Za-z_]+(\/[A-Za-z0-9_+-]+){1,2})$/;

function isTimeZone(name: string): boolean {
  if (!namedZone.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/** What the owner tries out, and the time zone that the site counts in. */
export const labsFields = {
  /** Whether the pages of analytics and categories are real. */
  labs_analytics: z.boolean(),
  /** The name by which IANA knows it; empty changes nothing. */
  time_zone: z
    .string()
    .max(60)
    .refine((name) => name === '' || isTimeZone(name), { error: () => m.choose_a_time_zone() }),
};
export const labsNames = Object.keys(labsFields);
export type LabsSettings = z.output<z.ZodObject<typeof labsFields>>;

const stored = z.object({
  labs_analytics: z.stringbool().catch(false),
  time_zone: labsFields.time_zone.min(1).catch(defaultTimeZone),
});
/** From the values as they are stored; what is not set has its default. */
export const readLabsSettings = (values: ReadonlyMap<string, string>): LabsSettings =>
  stored.parse(Object.fromEntries(values));
