import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import type { OperatorWriter } from '#access/writable.server.ts';
import { epochSeconds } from '#platform/epoch-seconds.ts';
import type { Vault } from '#platform/secret.server.ts';
import { sessionNotFound } from './lock-account.server.ts';
import { newRefreshToken } from './refresh-token.server.ts';

/** How a session was started, in GoTrue's names. */
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
/** Authenticator assurance level, as in access tokens: `aal2` with the second factor. */
export type Aal = 'aal1' | 'aal2';
export type SessionState = { id: string; aal: Aal; amr: Amr };
export type Sessions = ReturnType<typeof createSessions>;

/** Creates sessions and their first refresh tokens; `refresh.server.ts` exchanges them. */
export function createSessions(db: OperatorWriter<'accounts'>, vault: Vault) {
  async function addToken(
    transaction: OperatorWriter<'accounts'>,
    sessionId: string,
    parent: Buffer | null,
  ): Promise<string> {
    const { token, hash, encrypted } = newRefreshToken(vault);
    const values = {
      token_hash: hash,
      token_encrypted: encrypted,
      session_id: sessionId,
      parent_hash: parent,
    };
    await transaction.insertInto('auth.refresh_tokens').values(values).execute();
    return token;
  }

  /** Raises a session to aal2. Its tokens say so from the next refresh on. @throws AuthError 403 */
  function raise(
    transaction: OperatorWriter<'accounts'>,
    sessionId: string,
    method: string,
  ): Promise<SessionState> {
    const addition = JSON.stringify([{ method, timestamp: epochSeconds() }]);
    return transaction
      .updateTable('auth.sessions')
      .set({ aal: 'aal2', amr: sql`amr || ${addition}::jsonb`, refreshed_at: sql`now()` })
      .where('id', '=', sessionId)
      .returning(['id', 'aal', sql<Amr>`amr`.as('amr')])
      .executeTakeFirstOrThrow(sessionNotFound);
  }

  return {
    async start(
      transaction: OperatorWriter<'accounts'>,
      userId: string,
      method: Method,
      { userAgent, address }: Device,
    ) {
      const amr: Amr = [{ method, timestamp: epochSeconds() }];
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

    raise,

    /** Raises a session to aal2, with new tokens. @throws AuthError 403 */
    async upgrade(transaction: OperatorWriter<'accounts'>, sessionId: string, method: string) {
      const session = await raise(transaction, sessionId, method);
      const before = await transaction
        .updateTable('auth.refresh_tokens')
        .set({ revoked_at: sql`now()` })
        .where('session_id', '=', sessionId)
        .where('revoked_at', 'is', null)
        .returning('token_hash')
        .executeTakeFirst();
      const refreshToken = await addToken(transaction, sessionId, before?.token_hash ?? null);
      return { session, refreshToken };
    },

    async end(scope: 'global' | 'local' | 'others', userId: string, sessionId: string) {
      let query = db.deleteFrom('auth.sessions').where('user_id', '=', userId);
      if (scope === 'local') query = query.where('id', '=', sessionId);
      if (scope === 'others') query = query.where('id', '!=', sessionId);
      await query.execute();
    },

    find: (sessionId: string, from: Pick<Database, 'selectFrom'> = db) =>
      from
        .selectFrom('auth.sessions')
        .select(['id', 'user_id', 'aal', 'created_at', 'confirmed_at'])
        .select(sql<Amr>`amr`.as('amr'))
        .where('id', '=', sessionId)
        .executeTakeFirst(),
  };
}
