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
/** What `auth.refresh_session` answers; the rest is null where nothing is found. */
type Refreshed =
  | {
      outcome: 'rotated' | 'active' | 'over' | 'already used';
      user_id: string;
      session_id: string;
      aal: Aal;
      amr: Amr;
      token_encrypted: Buffer;
    }
  | { outcome: 'not found' };
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
     * Exchanges a refresh token. Of parallel refreshes, in any process, the first one rotates the token, and the others get the new one.
     * @throws AuthError refresh_token_not_found; refresh_token_already_used, after deleting the session
     */
    async refresh(
      token: string,
      { session_idle_days, session_days }: { session_idle_days: number; session_days: number },
    ): Promise<{ userId: string; session: SessionState; refreshToken: string }> {
      const next = newToken();
      const { rows } = await sql<Refreshed>`
        select outcome, session_id, user_id, aal, amr, token_encrypted from auth.refresh_session(${vault.fingerprint(token)}, ${vault.fingerprint(next)}, ${vault.encrypt(next)},
          ${reuseSeconds}, ${session_idle_days}, ${session_days})`.execute(db);
      const refreshed = rows[0];
      switch (refreshed?.outcome) {
        case 'rotated':
        case 'active': {
          const { outcome, user_id: userId, session_id: id, aal, amr, token_encrypted } = refreshed;
          const refreshToken = outcome === 'rotated' ? next : vault.decrypt(token_encrypted);
          return { userId, session: { id, aal, amr }, refreshToken };
        }
        case 'over':
          throw new AuthError(400, 'session_expired', 'Invalid Refresh Token: Session Expired');
        case 'already used':
          throw new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
        default:
          throw new AuthError(
            400,
            'refresh_token_not_found',
            'Invalid Refresh Token: Refresh Token Not Found',
          );
      }
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
