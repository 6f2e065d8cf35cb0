import type pg from 'pg';
import { type RateLimiterAbstract, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

/** So many points in so many seconds, for each key. */
export type RateLimit = { points: number; seconds: number };

export type RateLimits = {
  /**
   * Takes one point from `key`'s share of the limit called `name`.
   * @returns 0 where one was left, else the seconds until the next.
   */
  take(name: string, limit: RateLimit, key: string): Promise<number>;
};

/** Limits that all processes share: the counts are in the database. Off, every call is let through. */
export function createRateLimits({ pool, enabled }: { pool: pg.Pool; enabled: boolean }): RateLimits {
  const limiters = new Map<string, RateLimiterAbstract>();

  function limiterFor(name: string, { points, seconds }: RateLimit): RateLimiterAbstract {
    const known = limiters.get(name);
    if (known) return known;
    const limiter = new RateLimiterPostgres({
      storeClient: pool,
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: name,
      points,
      duration: seconds,
      clearExpiredByTimeout: false,
    });
    limiters.set(name, limiter);
    return limiter;
  }

  return {
    async take(name, limit, key) {
      if (!enabled) return 0;
      try {
        await limiterFor(name, limit).consume(key.slice(0, 200));
        return 0;
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
        throw refusal;
      }
    },
  };
}
