import { type RawBuilder, sql } from 'kysely';

/** Of two transactions, the one that began first may be the one that stores its time last. */
const slackSeconds = 60;

/**
 * Whether a stored time has passed; true without one. It was stored at most `atMostSeconds` ahead: anything further ahead was stored while the
 * clock of the database was wrong, and counts as passed instead of waiting until that time comes.
 */
export const hasPassed = (time: RawBuilder<unknown>, atMostSeconds: number) =>
  sql<boolean>`coalesce(${time} not between now() and now() + make_interval(secs => ${atMostSeconds + slackSeconds}), true)`;
