import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { type Grant, grantAccount, requireSignedIn } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import { type WriterFor, writable } from '#access/writable.server.ts';
import { recentSignInMinutes } from '#constants';
import { withoutTrail } from '#platform/audit-trail.server.ts';
import { AppError } from '#platform/errors.ts';
import type { RateLimits } from '#platform/http/rate-limits.server.ts';
import { nonceKey } from '../auth-limits.server.ts';
import type { EmailSignIn } from '../email/email-sign-in.service.server.ts';
import { verifyPassword } from '../passwords/passwords.server.ts';
import type { Sessions } from '../sessions/sessions.server.ts';
import type { SignIns } from '../sessions/sign-ins.server.ts';
import * as m from '../words/messages.ts';
import { assertNotLastAdmin } from './last-admin.server.ts';

type Parts = {
  db: Database;
  rateLimits: RateLimits;
  sessions: Sessions;
  signIns: SignIns;
  emailSignIn: EmailSignIn;
  /** Ends subscriptions and checkouts, which must not outlive the account. */
  beforeDeletion: (proof: Grant<'account', 'delete'>) => Promise<void>;
  /** The same for an account that someone else deletes. */
  beforeRemoval: (userId: string) => Promise<void>;
};
type ProofOfOwner = { password?: string | undefined; nonce?: string | undefined };
type Own = { userId: string; sessionId: string };

/** Actions for which the owner of an account has to prove again who they are. */
export function createOwnAccount(parts: Parts) {
  const { db, rateLimits, sessions, signIns, emailSignIn } = parts;

  async function setConfirmed(viewer: Viewer): Promise<void> {
    const proof = grantAccount(viewer, 'confirm-session');
    const { userId, sessionId } = proof.viewer;
    await writable(db, proof)
      .updateTable('auth.sessions')
      .set({ confirmed_at: sql<Date>`now()` })
      .where('id', '=', sessionId)
      .where('user_id', '=', userId)
      .execute();
  }

  /**
   * Where there is no password, a code says who asks; a trial has nothing but its session.
   * @returns whether a code was used up
   * @throws AppError 403, 429
   */
  async function proveOwner(
    { userId, sessionId }: Own,
    { password, nonce }: ProofOfOwner,
    takesRecent = false,
  ): Promise<boolean> {
    const user = await db
      .selectFrom('auth.users')
      .select(['is_anonymous', 'password_hash'])
      .where('id', '=', userId)
      .executeTakeFirst();
    if (user?.is_anonymous) return false;
    if (user && !user.password_hash) {
      if (nonce !== undefined) {
        await rateLimits.require('auth codesOfDay', nonceKey(userId));
        if (await emailSignIn.redeemNonce(userId, nonce)) return true;
      }
      const session = takesRecent && (await sessions.find(sessionId));
      if (session && signIns.isRecent(session)) return false;
      throw new AppError('forbidden', m.refused_without_code());
    }
    if (!(await verifyPassword(user?.password_hash, password ?? '')))
      throw new AppError('forbidden', m.incorrect_password());
    return false;
  }

  return {
    /**
     * Before what a stolen session must not be enough for.
     * @param from a transaction, where the session must not have ended meanwhile
     * @throws AppError 401; 403 reauthentication_needed
     */
    async assertRecentForSettings(viewer: Viewer, from?: Pick<Database, 'selectFrom'>): Promise<void> {
      const session = await sessions.find(requireSignedIn(viewer).sessionId, from);
      if (!session || !signIns.isRecent(session, recentSignInMinutes.forSettings))
        throw new AppError('reauthentication_needed', m.refused_without_proof());
    },

    /** Makes the session count as just begun. @throws AppError 401; 403 where nothing proves who asks; 429 */
    async confirm(viewer: Viewer, given: ProofOfOwner): Promise<void> {
      const { userId, sessionId } = grantAccount(viewer, 'confirm-session').viewer;
      // Counted for the session, so that a stolen session can't use up the owner's tries.
      await rateLimits.require('confirm-session', sessionId);
      await proveOwner({ userId, sessionId }, given);
      await setConfirmed(viewer);
    },

    /**
     * Deletes the viewer's account and everything that belongs to it alone; comments stay without an author.
     * @throws AppError 401; 403 where nothing proves who asks; 409 for the last admin; 429.
     */
    async delete(viewer: Viewer, given: ProofOfOwner): Promise<void> {
      const proof = grantAccount(viewer, 'delete');
      const { userId, sessionId } = proof.viewer;
      await rateLimits.require('delete-account', sessionId);
      const accounts = writable(db, proof);
      // Checked first, so that no plan is canceled and no code used up for an account that stays.
      await accounts.transaction().execute((transaction) => assertNotLastAdmin(transaction, userId));
      // What fails from here on can be repeated with the same code.
      if (await proveOwner({ userId, sessionId }, given, true)) await setConfirmed(viewer);
      await parts.beforeDeletion(proof);
      await accounts.transaction().execute(async (transaction) => {
        await assertNotLastAdmin(transaction, userId);
        await transaction.deleteFrom('auth.users').where('id', '=', userId).execute();
      });
    },

    /** Deletes someone else's account. @throws AppError 409 for the last admin, or while a payment is on its way; 502 */
    async remove(accounts: WriterFor<'person', 'remove'>, userId: string): Promise<void> {
      await accounts.transaction().execute((transaction) => assertNotLastAdmin(transaction, userId));
      await withoutTrail(() => parts.beforeRemoval(userId));
      await accounts.transaction().execute(async (transaction) => {
        await assertNotLastAdmin(transaction, userId);
        await transaction.deleteFrom('auth.users').where('id', '=', userId).execute();
      });
    },
  };
}
export type OwnAccount = ReturnType<typeof createOwnAccount>;
