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

/** What a session began with: GoTrue's names. */
export type Method =
  | 'password'
  | 'recovery'
  | 'magiclink'
  | 'email/signup'
  | 'invite'
  | 'email_change'
  | 'passkey'
  | 'oauth'
  | 'anonymous';
export type Device = { userAgent: string | undefined; address: string };
export type Amr = { method: string; timestamp: number }[];
/** What access tokens say of a session. */
type Aal = 'aal1' | 'aal2';
type SessionState = { id: string; aal: Aal; amr: Amr };
export type Sessions = ReturnType<typeof createSessions>;

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
    async start(
      transaction: OperatorWriter<'accounts'>,
      userId: string,
      method: Method,
      { userAgent, address }: Device,
    ) {
      const amr: Amr = [{ method, timestamp: Math.floor(Date.now() / 1000) }];
      const { id, aal } = await transaction
        .insertInto('auth.sessions')
        .values({
          user_id: userId,
          // A passkey is two factors: the device, and the finger, face or code that it asks for.
          aal: method === 'passkey' ? 'aal2' : 'aal1',
          user_agent: userAgent?.slice(0, 300) ?? null,
          address: address.slice(0, 100),
          amr: JSON.stringify(amr),
        })
        .returning(['id', 'aal'])
        .executeTakeFirstOrThrow();
      return { session: { id, aal, amr }, refreshToken: await addToken(transaction, id, null) };
    },

    /**
     * Exchanges a refresh token. The session's row is locked, so that parallel refreshes run one after another, in any process:
     * the first one rotates the token, the others get the new one.
     * @throws AuthError refresh_token_not_found; refresh_token_already_used, after deleting the session
     */
    async refresh(
      token: string,
      { session_idle_days, session_days }: { session_idle_days: number; session_days: number },
    ): Promise<{ userId: string; session: SessionState; refreshToken: string }> {
      const fingerprint = vault.fingerprint(token);
      const result = await db.transaction().execute(async (transaction) => {
        const { rows } = await sql<{
          session_id: string;
          user_id: string;
          aal: Aal;
          amr: Amr;
          is_over: boolean;
        }>`
          select session.id as session_id, session.user_id, session.aal, session.amr,
            (${session_days}::int > 0 and session.created_at < now() - make_interval(days => ${session_days}::int))
            or (${session_idle_days}::int > 0 and session.refreshed_at < now() - make_interval(days => ${session_idle_days}::int)) as is_over
          from auth.sessions session
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
        if (session.is_over) {
          await transaction.deleteFrom('auth.sessions').where('id', '=', session.session_id).execute();
          return 'over' as const;
        }
        const { aal, amr } = session;
        const ids = { userId: session.user_id, session: { id: session.session_id, aal, amr } };

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
      if (result === 'over')
        throw new AuthError(400, 'session_expired', 'Invalid Refresh Token: Session Expired');
      if (result === 'already used') {
        throw new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
      }
      return result;
    },

    /** Gives a session the higher level, and new tokens for it. */
    async upgrade(transaction: OperatorWriter<'accounts'>, sessionId: string, method: string) {
      const now = Math.floor(Date.now() / 1000);
      const addition = JSON.stringify([{ method, timestamp: now }]);
      const { id, aal, amr } = await transaction
        .updateTable('auth.sessions')
        .set({ aal: 'aal2', amr: sql`amr || ${addition}::jsonb`, refreshed_at: sql`now()` })
        .where('id', '=', sessionId)
        .returning(['id', 'aal', sql<Amr>`amr`.as('amr')])
        .executeTakeFirstOrThrow();
      const before = await transaction
        .updateTable('auth.refresh_tokens')
        .set({ revoked_at: sql`now()` })
        .where('session_id', '=', sessionId)
        .where('revoked_at', 'is', null)
        .returning('token_hash')
        .executeTakeFirst();
      const refreshToken = await addToken(transaction, sessionId, before?.token_hash ?? null);
      return { session: { id, aal, amr }, refreshToken };
    },

    async end(scope: 'global' | 'local' | 'others', userId: string, sessionId: string) {
      let query = db.deleteFrom('auth.sessions').where('user_id', '=', userId);
      if (scope === 'local') query = query.where('id', '=', sessionId);
      if (scope === 'others') query = query.where('id', '!=', sessionId);
      await query.execute();
    },

    find: (sessionId: string) =>
      db
        .selectFrom('auth.sessions')
        .select(['id', 'user_id', 'aal', 'created_at', 'confirmed_at'])
        .select(sql<Amr>`amr`.as('amr'))
        .where('id', '=', sessionId)
        .executeTakeFirst(),
  };
}
