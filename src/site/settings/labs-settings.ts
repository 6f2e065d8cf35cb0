import { z } from 'zod';
import { defaultTimeZone } from '#constants';
import * as m from './words/messages.ts';

/** A place or UTC. For an offset such as +02:00, PostgreSQL has the opposite sign. */
const namedZone = /^(UTC|[A-Za-z_]+(\/[A-Za-z0-9_+-]+){1,2})$/;

function isTimeZone(name: string): boolean {
  if (!namedZone.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/** Experimental features, and the site's time zone. */
export const labsFields = {
  /** Whether the analytics and categories pages are enabled. */
  labs_analytics: z.boolean(),
  /** An IANA name; empty changes nothing. */
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
/** Parses stored values; those that aren't set get their defaults. */
export const readLabsSettings = (values: ReadonlyMap<string, string>): LabsSettings =>
  stored.parse(Object.fromEntries(values));
