import { sql } from 'kysely';
import { dayMilliseconds } from '#constants';

/** The current day in UTC, independent of the server's time zone. */
export const today = sql<string>`(now() at time zone 'utc')::date`;
/** The first day of the current month in UTC. */
export const thisMonth = sql<string>`date_trunc('month', now() at time zone 'utc')::date`;

export const secondsToNextMonth = () => {
  const now = new Date();
  return Math.ceil((Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) - now.getTime()) / 1_000);
};
export const secondsToMidnight = () => Math.ceil((dayMilliseconds - (Date.now() % dayMilliseconds)) / 1_000);
