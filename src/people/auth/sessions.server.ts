import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import type { Vault } from '#platform/secret.server.ts';
import { AuthError } from './auth-error.ts';

/** For this long, a used token still returns the session's active one: for two tabs, or an answer that got lost. */
const reuseSeconds = 10;
const tokenLength = 12;
const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

const newToken = () =>
  Array.from({ length: tokenLength }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Seconds since a token was used, by the database's clock. */
const secondsUsed = sql<number>`extract(epoch from clock_timestamp() - revoked_at)::float8`.as(
  'seconds_used',
);

/** Sessions and their refresh tokens. Tokens are looked up by fingerprint and stored encrypted. */
export function createSessions(db: OperatorWriter<'accounts'>, vault: Vault) {
  async function addToken(
    transaction: OperatorWriter<'accounts'>,
    sessionId: string,
    parent: Buffer | null,
  ): Promise<string> {
    const token = newToken();
    const values = {
      token_hash: vault.fingerprint(token),
      token_encrypted: vault.encrypt(token),
      session_id: sessionId,
      parent_hash: parent,
    };
    await transaction.insertInto('auth.refresh_tokens').values(values).execute();
    return token;
  }

  return {
    async start(transaction: OperatorWriter<'accounts'>, userId: string, userAgent: string | undefined) {
      const session = await transaction
        .insertInto('auth.sessions')
        .values({ user_id: userId, user_agent: userAgent?.slice(0, 300) ?? null })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { sessionId: session.id, refreshToken: await addToken(transaction, session.id, null) };
    },

    /**
     * Exchanges a refresh token. The session's row is locked, so that parallel refreshes run one after another, in any process:
     * the first one rotates the token, the others get the new one.
     * @throws AuthError refresh_token_not_found; refresh_token_already_used, after deleting the session
     */
    async refresh(token: string): Promise<{ userId: string; sessionId: string; refreshToken: string }> {
      const fingerprint = vault.fingerprint(token);
      const result = await db.transaction().execute(async (transaction) => {
        const { rows } = await sql<{ session_id: string; user_id: string }>`
          select session.id as session_id, session.user_id from auth.sessions session
          where session.id = (select session_id from auth.refresh_tokens where token_hash = ${fingerprint}) for update`.execute(
          transaction,
        );
        const session = rows[0];
        if (!session) return 'not found' as const;
        const tokens = await transaction
          .selectFrom('auth.refresh_tokens')
          .selectAll()
          .select(secondsUsed)
          .where((row) =>
            row.or([
              row('token_hash', '=', fingerprint),
              row.and([row('session_id', '=', session.session_id), row('revoked_at', 'is', null)]),
            ]),
          )
          .execute();
        const presented = tokens.find((row) => row.token_hash.equals(fingerprint));
        const active = tokens.find((row) => row.revoked_at === null);
        if (!presented || !active) return 'not found' as const;
        const ids = { userId: session.user_id, sessionId: session.session_id };

        if (presented === active) {
          await transaction
            .updateTable('auth.refresh_tokens')
            .set({ revoked_at: sql`now()` })
            .where('token_hash', '=', fingerprint)
            .execute();
          await transaction
            .updateTable('auth.sessions')
            .set({ refreshed_at: sql`now()` })
            .where('id', '=', session.session_id)
            .execute();
          return { ...ids, refreshToken: await addToken(transaction, session.session_id, fingerprint) };
        }
        const isParent = active.parent_hash?.equals(fingerprint) ?? false;
        if (isParent || Number(presented.seconds_used) <= reuseSeconds)
          return { ...ids, refreshToken: vault.decrypt(active.token_encrypted) };
        // The token was probably stolen. Returning instead of throwing commits the deletion of the session.
        await transaction.deleteFrom('auth.sessions').where('id', '=', session.session_id).execute();
        return 'already used' as const;
      });
      if (result === 'not found') {
        throw new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
      }
      if (result === 'already used') {
        throw new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
      }
      return result;
    },

    async end(scope: 'global' | 'local' | 'others', userId: string, sessionId: string) {
      let query = db.deleteFrom('auth.sessions').where('user_id', '=', userId);
      if (scope === 'local') query = query.where('id', '=', sessionId);
      if (scope === 'others') query = query.where('id', '!=', sessionId);
      await query.execute();
    },

    async exists(sessionId: string): Promise<boolean> {
      const row = await db
        .selectFrom('auth.sessions')
        .select('id')
        .where('id', '=', sessionId)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
