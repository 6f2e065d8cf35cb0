import { type RawBuilder, sql } from 'kysely';

/** A transaction that began first may still be the last to store its time. */
const slackSeconds = 60;

/**
 * Whether a stored time has passed; true if there is none. Times are stored at most `atMostSeconds` ahead, so a later
 * one was stored while the database's clock was wrong, and counts as passed instead of waiting until then.
 */
export const hasPassed = (time: RawBuilder<unknown>, atMostSeconds: number) =>
  sql<boolean>`coalesce(${time} not between now() and now() + make_interval(secs => ${atMostSeconds + slackSeconds}), true)`;
