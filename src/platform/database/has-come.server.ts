import { type RawBuilder, sql } from 'kysely';

/** Two transactions may have begun one after the other and meet in the other order. */
const slackSeconds = 60;

/**
 * Whether a time that is stored at most so many seconds ahead has come; true without one. What is further ahead was stored while the clock
 * of the database was, and would have to wait until the clock is there again.
 */
export const hasCome = (time: RawBuilder<unknown>, atMostSeconds: number) =>
  sql<boolean>`coalesce(${time} not between now() and now() + make_interval(secs => ${atMostSeconds + slackSeconds}), true)`;
