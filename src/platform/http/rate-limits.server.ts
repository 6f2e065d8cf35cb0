import type pg from 'pg';
import { type RateLimiterAbstract, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { type RequestLimitName, requestLimits } from '#constants';
import { AppError } from '../errors.ts';
import * as m from '../words/messages.ts';

/** What is left after taking a point, and the number of seconds until the limit resets. */
type RateLimitState = { isOver: boolean; remaining: number; resetSeconds: number };

export type RateLimits = {
  /**
   * Takes one of `key`'s points from the limit `name` of `requestLimits`.
   * @returns 0 if one was left, else the seconds until the next one.
   */
  take(name: RequestLimitName, key: string): Promise<number>;
  /** Like `take`, but returns the state of the limit; undefined if limits are off. */
  measure(name: RequestLimitName, key: string): Promise<RateLimitState | undefined>;
  /** Takes one point. @throws AppError 429 over_request_rate_limit if none is left */
  require(name: RequestLimitName, key: string): Promise<void>;
};

/** How far the clocks of two machines may differ. */
const clockSkewSeconds = 300;

/** Rate limits that all processes share through the database. If not enabled, every call passes. */
export function createRateLimits({ pool, enabled }: { pool: pg.Pool; enabled: boolean }): RateLimits {
  const limiters = new Map<string, RateLimiterAbstract>();

  function limiterFor(name: RequestLimitName): RateLimiterAbstract {
    const existing = limiters.get(name);
    if (existing) return existing;
    const { points, seconds } = requestLimits[name];
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
    async require(name, key) {
      const retryAfterSeconds = await rateLimits.take(name, key);
      if (retryAfterSeconds > 0) {
        const minutes = Math.ceil(retryAfterSeconds / 60);
        throw new AppError('over_request_rate_limit', m.refused_too_many({ minutes }), { retryAfterSeconds });
      }
    },
    async take(name, key) {
      const state = await rateLimits.measure(name, key);
      return state?.isOver ? state.resetSeconds : 0;
    },
    async measure(name, key) {
      if (!enabled) return undefined;
      const state = (isOver: boolean, { remainingPoints, msBeforeNext }: RateLimiterRes) => ({
        isOver,
        remaining: remainingPoints,
        resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
      });
      const limiter = limiterFor(name);
      const counted = key.slice(0, 200);
      const consume = () =>
        limiter.consume(counted).then(
          (left) => state(false, left),
          (error: unknown) => {
            if (error instanceof RateLimiterRes) return state(true, error);
            throw error;
          },
        );
      const found = await consume();
      if (found.resetSeconds <= requestLimits[name].seconds + clockSkewSeconds) return found;
      // It was counted while the clock was ahead, so it would only end when the clock gets there again.
      await limiter.delete(counted);
      return consume();
    },
  };
  return rateLimits;
}
