import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import { secondFactor } from '#constants';
import { epochSeconds } from '#platform/epoch-seconds.ts';
import { AuthError } from '../auth-error.ts';

type Bound = { factorId?: string; sessionId?: string };

/** Challenges for authenticators, single-use and short-lived. Stored in the database, because the answer may reach another process. */
export function createChallenges(db: OperatorWriter<'accounts'>) {
  return {
    /** @returns the challenge's id, and when it expires, in seconds since 1970 */
    async create({ factorId, sessionId }: Bound, challenge: string | null) {
      await db.deleteFrom('auth.challenges').where('expires_at', '<', sql<Date>`now()`).execute();
      const expires = new Date(Date.now() + secondFactor.challengeSeconds * 1_000);
      const { id } = await db
        .insertInto('auth.challenges')
        .values({
          factor_id: factorId ?? null,
          session_id: sessionId ?? null,
          challenge,
          expires_at: expires,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { id, expires_at: epochSeconds(expires) };
    },

    /** Uses up a passkey's challenge, whether the answer is right or not. @throws AuthError 400 */
    async take(id: string, { sessionId }: Bound): Promise<string> {
      const row = await db
        .deleteFrom('auth.challenges')
        .where('id', '=', id)
        .where('factor_id', 'is', null)
        .where('session_id', sessionId === undefined ? 'is' : '=', sessionId ?? null)
        .returning(['challenge', sql<boolean>`expires_at > now()`.as('is_valid')])
        .executeTakeFirst();
      if (!row?.challenge)
        throw new AuthError(400, 'webauthn_challenge_not_found', 'Challenge not found or already used');
      if (!row.is_valid) throw new AuthError(400, 'webauthn_challenge_expired', 'Challenge has expired');
      return row.challenge;
    },

    /** Uses up a security key's challenge. @throws AuthError 422 */
    async takeOfFactor(id: string, bound: Required<Bound>): Promise<string> {
      const row = await db
        .deleteFrom('auth.challenges')
        .where('id', '=', id)
        .where('factor_id', '=', bound.factorId)
        .where('session_id', '=', bound.sessionId)
        .where('expires_at', '>', sql<Date>`now()`)
        .returning('challenge')
        .executeTakeFirst();
      if (!row?.challenge) throw challengeExpired(id);
      return row.challenge;
    },
  };
}

export type Challenges = ReturnType<typeof createChallenges>;

export const challengeExpired = (id: string) =>
  new AuthError(
    422,
    'mfa_challenge_expired',
    `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
  );
