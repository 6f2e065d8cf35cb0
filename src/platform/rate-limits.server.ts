import type pg from 'pg';
import { type RateLimiterAbstract, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from './errors.ts';

/** So many points in so many seconds, for each key. */
export type RateLimit = { points: number; seconds: number };

export type RateLimits = {
  /**
   * Takes one point from `key`'s share of the limit called `name`.
   * @returns 0 where one was left, else the seconds until the next.
   */
  take(name: string, limit: RateLimit, key: string): Promise<number>;
  /** The same, where nothing else can be said. @throws AppError 429 over_request_rate_limit */
  require(name: string, limit: RateLimit, key: string): Promise<void>;
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

  const rateLimits: RateLimits = {
    async require(name, limit, key) {
      const retryAfterSeconds = await rateLimits.take(name, limit, key);
      if (retryAfterSeconds > 0) {
        throw new AppError('over_request_rate_limit', 'That is too much at once. Please wait a little.', {
          retryAfterSeconds,
        });
      }
    },
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
  return rateLimits;
}
