import type { Context } from 'hono';
import type { RateLimit, RateLimits } from '#platform/http/rate-limits.server.ts';
import { AuthError } from './auth-error.ts';

const fiveMinutes = 300;
/** What six digits stand against guesses from many addresses. Links go on working. */
export const codesOfDay = { points: 50, seconds: 86_400 };
/** Codes by which a member confirms are counted apart: guesses at a sign-in, which anybody can make, use none of them up. */
export const nonceKey = (userId: string) => `nonce ${userId}`;

/**
 * Limits per client address. Tries at one account's password are counted for that account and address together: counted for the
 * account alone, anybody could lock its owner out. No limit is global, so nobody can exhaust it for everyone.
 */
const limits = {
  signIn: { points: 150, seconds: fiveMinutes },
  accountFromAddress: { points: 30, seconds: fiveMinutes },
  /** The page of sign-in asks for something that a passkey can sign each time it is opened. */
  challenge: { points: 150, seconds: fiveMinutes },
  refresh: { points: 150, seconds: fiveMinutes },
  verify: { points: 30, seconds: fiveMinutes },
  recover: { points: 30, seconds: fiveMinutes },
  signup: { points: 30, seconds: fiveMinutes },
  /** Ways to another provider, back, and the exchange of a code: three for a sign-in. */
  provider: { points: 90, seconds: fiveMinutes },
  factor: { points: 10, seconds: fiveMinutes },
  emailToAccount: { points: 1, seconds: 60 },
  codesOfDay,
  factorsOfDay: { points: 100, seconds: 86_400 },
} satisfies Record<string, RateLimit>;

export function createAuthLimits(rateLimits: RateLimits, clientAddress: (c: Context) => string) {
  /** @throws AuthError 429 */
  const limit = async (c: Context, name: keyof typeof limits, account = '') => {
    const key = `address ${clientAddress(c)} ${account.trim().toLowerCase()}`.trim();
    const wait = await rateLimits.take(`auth ${name}`, limits[name], key);
    if (wait > 0)
      throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', { retryAfter: wait });
  };
  /** @throws AuthError 429 */
  const limitAccount = async (name: keyof typeof limits, account: string) => {
    const wait = await rateLimits.take(`auth ${name}`, limits[name], account.trim().toLowerCase());
    if (wait > 0)
      throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', { retryAfter: wait });
  };
  const limitEmailsOf = async (bucket: string, key: string) => {
    const wait = await rateLimits.take(`auth ${bucket}`, limits.emailToAccount, key);
    if (wait > 0) {
      const message = `For security purposes, you can only request this after ${wait} seconds.`;
      throw new AuthError(429, 'over_email_send_rate_limit', message, { retryAfter: wait });
    }
  };
  return {
    limit,
    async limitPassword(c: Context, account: string) {
      await limit(c, 'signIn');
      await limit(c, 'accountFromAddress', account);
    },
    /** Tries at the codes that an account was sent, known or not. */
    limitCodes: (account: string) => limitAccount('codesOfDay', account),
    limitNonces: (userId: string) => limitAccount('codesOfDay', nonceKey(userId)),
    /** For the account alone: whoever gets as far as its second factor has its password already. */
    async limitFactor(account: string) {
      await limitAccount('factor', account);
      await limitAccount('factorsOfDay', account);
    },
    /** Counts known and unknown addresses alike, so that the limit does not reveal who has an account. */
    limitEmails: (account: string) => limitEmailsOf('email to account', account.trim().toLowerCase()),
    /** Apart from what anybody can have sent to the same address. */
    limitOwnCodes: (userId: string) => limitEmailsOf('code to account', userId),
  };
}

export type AuthLimits = ReturnType<typeof createAuthLimits>;
