import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import { batched } from '#platform/database/batch.server.ts';
import { isDatabaseAway } from '#platform/database/database.server.ts';
import type { Log } from '#platform/observability/log.server.ts';
import type { Vault } from '#platform/secret.server.ts';
import type { LoadSignInSettings } from '#site/settings/public/sign-in-settings.server.ts';
import type { Account } from '../accounts/user-shape.ts';
import { AuthError } from '../auth-error.ts';
import { addMore, hasMore, loadAccounts, type UserWithMore } from './load-accounts.server.ts';
import { newRefreshToken } from './refresh-token.server.ts';
import type { Aal, Amr, SessionState } from './sessions.server.ts';

/** For this long, a used token still returns the session's active one, for two tabs or a lost answer. */
const reuseSeconds = 10;
/** More tokens that arrive together wait for the next statement, so that none takes long. */
const maxTogether = 100;

type SessionRow = { session_id: string; aal: Aal; amr: Amr };
/** A row of `auth.rotate_sessions`, with the account. `place` is the index of the given token, from 1. */
type RotatedRow = SessionRow & UserWithMore & { place: number };
/** The row of `auth.refresh_session`. The other columns are null if the token isn't found. */
type ExchangedRow =
  | (SessionRow & {
      outcome: 'rotated' | 'active' | 'over' | 'already used';
      user_id: string;
      token_encrypted: Buffer;
    })
  | { outcome: 'not found' };
type Refreshed = { user: Account; session: SessionState; refreshToken: string };

type Parts = { db: OperatorWriter<'accounts'>; vault: Vault; signInSettings: LoadSignInSettings; log: Log };

/** Exchanges refresh tokens for new ones. */
export function createRefresh({ db, vault, signInSettings, log }: Parts) {
  /** Exchanges the tokens that only need rotation, in one statement and so one commit. The result omits the others. */
  async function rotate(tokens: string[]): Promise<Map<string, Refreshed>> {
    const { session_idle_days, session_days } = await signInSettings();
    const given = tokens.map((token) => ({ token, next: newRefreshToken(vault) }));
    const hashes = given.map(({ token }) => vault.fingerprint(token));
    const nextHashes = given.map(({ next }) => next.hash);
    const nextEncrypted = given.map(({ next }) => next.encrypted);
    const { rows } = await sql<RotatedRow>`
      select rotated.place, rotated.session_id, rotated.aal, rotated.amr, users.*, ${hasMore} as has_more
      from auth.rotate_sessions(${hashes}, ${nextHashes}, ${nextEncrypted}, ${session_idle_days}, ${session_days}) rotated
      join auth.users on users.id = rotated.user_id`.execute(db);
    const found = rows.map(({ place, session_id: id, aal, amr, ...user }) => ({
      place,
      user,
      session: { id, aal, amr },
    }));
    const users = await addMore(
      db,
      found.map(({ user }) => user),
    );
    const refreshed = new Map<string, Refreshed>();
    for (const [index, { place, session }] of found.entries()) {
      const [exchanged, user] = [given[place - 1], users[index]];
      if (exchanged && user)
        refreshed.set(exchanged.token, { user, session, refreshToken: exchanged.next.token });
    }
    return refreshed;
  }

  const rotateTogether = batched(async (tokens: string[]): Promise<(Refreshed | undefined)[]> => {
    try {
      const refreshed = await rotate([...new Set(tokens)]);
      return tokens.map((token) => refreshed.get(token));
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      log.warn('Refresh tokens are exchanged one by one', { error: String(error) });
      // One token can make the whole statement fail, so try them one by one.
      return tokens.map(() => undefined);
    }
  }, maxTogether);

  /** Exchanges one token. Waits if the session is locked. */
  async function exchange(token: string): Promise<Refreshed> {
    const { session_idle_days, session_days } = await signInSettings();
    const next = newRefreshToken(vault);
    const { rows } = await sql<ExchangedRow>`
      select outcome, session_id, user_id, aal, amr, token_encrypted from auth.refresh_session(${vault.fingerprint(token)},
        ${next.hash}, ${next.encrypted}, ${reuseSeconds}, ${session_idle_days}, ${session_days})`.execute(db);
    const [exchanged] = rows;
    switch (exchanged?.outcome) {
      case 'rotated':
      case 'active': {
        const { outcome, user_id, session_id: id, aal, amr, token_encrypted } = exchanged;
        const [user] = await loadAccounts(db, [user_id]);
        if (!user)
          throw new AuthError(
            400,
            'session_not_found',
            'Session from session_id claim in JWT does not exist',
          );
        const refreshToken = outcome === 'rotated' ? next.token : vault.decrypt(token_encrypted);
        return { user, session: { id, aal, amr }, refreshToken };
      }
      case 'over':
        throw new AuthError(400, 'session_expired', 'Invalid Refresh Token: Session Expired');
      case 'already used':
        throw new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
      default:
        throw new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
    }
  }

  /**
   * Exchanges a refresh token. Of parallel refreshes, in any process, the first one rotates the token, and the others get the new one.
   * @throws AuthError 400 refresh_token_not_found, session_expired; refresh_token_already_used, after deleting the session
   */
  return async (token: string): Promise<Refreshed> => (await rotateTogether(token)) ?? exchange(token);
}
