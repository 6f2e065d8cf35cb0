import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { type Grant, grantAccount, requireSignedIn } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import { type WriterFor, writable } from '#access/writable.server.ts';
import { recentSignInMinutes } from '#constants';
import { withoutTrail } from '#platform/audit-trail.server.ts';
import { AppError } from '#platform/errors.ts';
import type { RateLimits } from '#platform/http/rate-limits.server.ts';
import type { LoadSignInSettings } from '#site/settings/public/sign-in-settings.server.ts';
import { nonceKey } from '../auth-limits.server.ts';
import type { EmailSignIn } from '../email/email-sign-in.service.server.ts';
import { verifyPassword } from '../passwords/passwords.server.ts';
import type { ProofOfOwner } from '../public/credential-fields.ts';
import { lacksPasskey } from '../second-factor/factor-rules.ts';
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
  signInSettings: LoadSignInSettings;
  /** Ends subscriptions and checkouts, which must not outlive the account. */
  beforeDeletion: (proof: Grant<'account', 'delete'>) => Promise<void>;
  /** The same for an account that someone else deletes. */
  beforeRemoval: (userId: string) => Promise<void>;
};
type Own = { userId: string; sessionId: string };

/** Actions that require the owner to prove who they are again. */
export function createOwnAccount(parts: Parts) {
  const { db, rateLimits, sessions, signIns, emailSignIn, signInSettings } = parts;

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
   * Checks the password; or a code from an email if the account has no password. Trial accounts have only their session, which is enough.
   * @param takesRecent accept a recent sign-in instead of the code
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

  async function requireRecent(viewer: Viewer, from?: Pick<Database, 'selectFrom'>) {
    const session = await sessions.find(requireSignedIn(viewer).sessionId, from);
    if (!session || !signIns.isRecent(session, recentSignInMinutes.forSettings))
      throw new AppError('reauthentication_needed', m.refused_without_proof());
    return session;
  }

  return {
    /**
     * For settings that a stolen session must not be able to change.
     * @param from a transaction in which the session must still exist
     * @throws AppError 401; 403 reauthentication_needed
     */
    async assertRecentForSettings(viewer: Viewer, from?: Pick<Database, 'selectFrom'>): Promise<void> {
      await requireRecent(viewer, from);
    },

    /**
     * For keys and programs, which outlive the session and count with the role of an account that has a passkey.
     * @param from a transaction in which the session must still exist
     * @throws AppError 401; 403 reauthentication_needed, or if the session lacks the passkey
     */
    async assertMayGiveAccess(viewer: Viewer, from: Pick<Database, 'selectFrom'> = db): Promise<void> {
      const { user_id, aal } = await requireRecent(viewer, from);
      if (await lacksPasskey(from, user_id, aal, await signInSettings(from)))
        throw new AppError('forbidden', m.code_insufficient_aal());
    },

    /** Makes the session count as just started. @throws AppError 401; 403 without a valid proof; 429 */
    async confirm(viewer: Viewer, given: ProofOfOwner): Promise<void> {
      const { userId, sessionId } = grantAccount(viewer, 'confirm-session').viewer;
      // Counted per session, so that a stolen session can't use up the owner's tries.
      await rateLimits.require('confirm-session', sessionId);
      await proveOwner({ userId, sessionId }, given);
      await setConfirmed(viewer);
    },

    /**
     * Deletes the viewer's account and everything that belongs to it alone; comments remain, without an author.
     * @throws AppError 401; 403 without a valid proof; 409 for the last admin, while a payment is being processed, or if a subscription
     * can't be canceled; 429; 502
     */
    async delete(viewer: Viewer, given: ProofOfOwner): Promise<void> {
      const proof = grantAccount(viewer, 'delete');
      const { userId, sessionId } = proof.viewer;
      await rateLimits.require('delete-account', sessionId);
      const accounts = writable(db, proof);
      // Checked first, so that no plan is canceled and no code used up for an account that stays.
      await accounts.transaction().execute((transaction) => assertNotLastAdmin(transaction, userId));
      // If a later step fails, the request can be repeated without another code.
      if (await proveOwner({ userId, sessionId }, given, true)) await setConfirmed(viewer);
      await parts.beforeDeletion(proof);
      await accounts.transaction().execute(async (transaction) => {
        await assertNotLastAdmin(transaction, userId);
        await transaction.deleteFrom('auth.users').where('id', '=', userId).execute();
      });
    },

    /**
     * Deletes someone else's account.
     * @param tell sends an email about it, in the same transaction
     * @throws AppError 409 and 502, as for `delete`
     */
    async remove(
      accounts: WriterFor<'person', 'remove'>,
      userId: string,
      tell?: (transaction: Database) => Promise<void>,
    ): Promise<void> {
      await accounts.transaction().execute((transaction) => assertNotLastAdmin(transaction, userId));
      await withoutTrail(() => parts.beforeRemoval(userId));
      await accounts.transaction().execute(async (transaction) => {
        await assertNotLastAdmin(transaction, userId);
        await tell?.(transaction);
        await transaction.deleteFrom('auth.users').where('id', '=', userId).execute();
      });
    },
  };
}
export type OwnAccount = ReturnType<typeof createOwnAccount>;
