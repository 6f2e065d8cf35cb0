import type { Context } from 'hono';
import type { RequestLimitName } from '#constants';
import type { RateLimits } from '#platform/http/rate-limits.server.ts';
import { AuthError } from './auth-error.ts';

/** Counts codes that confirm a change separately, so that guesses at a sign-in, which anyone can make, don't use up their tries. */
export const nonceKey = (userId: string) => `nonce ${userId}`;

/** The names of the sign-in limits, without the prefix `auth`. */
type Name = RequestLimitName extends infer Full ? (Full extends `auth ${infer Rest}` ? Rest : never) : never;

export function createAuthLimits(rateLimits: RateLimits, clientAddress: (c: Context) => string) {
  /** @throws AuthError 429 */
  const limitAccount = async (name: Name, account: string) => {
    const wait = await rateLimits.take(`auth ${name}`, account.trim().toLowerCase());
    if (wait > 0)
      throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', { retryAfter: wait });
  };
  /** The same per address, and per account from it. @throws AuthError 429 */
  const limit = (c: Context, name: Name, account = '') =>
    limitAccount(name, `address ${clientAddress(c)} ${account.trim()}`);
  const limitEmailsOf = async (name: Name, key: string) => {
    const wait = await rateLimits.take(`auth ${name}`, key);
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
    /**
     * Limits refreshes. Unknown tokens are counted per address, all others per account: somebody who guesses tokens must not block others
     * behind the same address, whose clients would treat the refusal as the end of the session.
     * @returns the answer of `refresh`
     */
    async limitRefreshes<Answer extends { user: { id: string } }>(
      c: Context,
      refresh: () => Promise<Answer>,
    ) {
      const answer = await refresh().catch(async (error: unknown) => {
        if (error instanceof AuthError && error.code === 'refresh_token_not_found') await limit(c, 'refresh');
        throw error;
      });
      await limitAccount('refresh', answer.user.id);
      return answer;
    },
    /** Tries at the codes sent to an address, whether or not it has an account. */
    limitCodes: (account: string) => limitAccount('codesOfDay', account),
    limitNonces: (userId: string) => limitAccount('codesOfDay', nonceKey(userId)),
    /** Per account only: anyone who gets to the second factor already has the password. */
    async limitFactor(account: string) {
      await limitAccount('factor', account);
      await limitAccount('factorsOfDay', account);
    },
    /**
     * Counts known and unknown addresses alike, so that the limit doesn't reveal who has an account. Counts kinds separately, so that
     * somebody else's requests for one kind of email don't block the others.
     */
    limitEmails: (kind: 'recovery' | 'sign-in' | 'signup' | 'email_change', account: string) =>
      limitEmailsOf('email to account', `${kind} ${account.trim().toLowerCase()}`),
    /** Separate from the emails that anyone can request for the same address. */
    limitOwnCodes: (userId: string) => limitEmailsOf('code to account', userId),
  };
}

export type AuthLimits = ReturnType<typeof createAuthLimits>;
