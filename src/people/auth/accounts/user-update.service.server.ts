import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import type { AgreedTo } from '#site/own-pages/public/agreed.ts';
import { recordConsents } from '#site/own-pages/public/consents.server.ts';
import type { LoadSignInSettings } from '#site/settings/public/sign-in-settings.server.ts';
import { AuthError, emailExists, invalidCredentials } from '../auth-error.ts';
import type { EmailLinks } from '../email/email-links.server.ts';
import type { EmailRequests } from '../email/email-requests.server.ts';
import type { EmailSignIn } from '../email/email-sign-in.service.server.ts';
import { passwordChangedEmail } from '../email/emails.ts';
import type { OneTimeTokens } from '../email/one-time-tokens.server.ts';
import { endOthers } from '../email/prove-address.server.ts';
import type { PasswordRules } from '../passwords/password-rules.server.ts';
import { hashPassword, verifyPassword } from '../passwords/passwords.server.ts';
import { assertFactorShown } from '../second-factor/factor-rules.ts';
import { lockOwnAccount } from '../sessions/lock-account.server.ts';
import type { Caller, SignIns } from '../sessions/sign-ins.server.ts';
import { assertCanSignUp, assertDomain } from '../sign-in/sign-up-rules.ts';
import { requireEmail } from './accounts.server.ts';
import { nameAccount } from './anonymous.server.ts';
import { changeMetadata } from './user-metadata.ts';
import { toUser } from './user-shape.ts';

type Parts = {
  db: OperatorWriter<'accounts'>;
  links: EmailLinks;
  oneTimeTokens: OneTimeTokens;
  emailSignIn: EmailSignIn;
  signInSettings: LoadSignInSettings;
  signIns: SignIns;
  passwordRules: PasswordRules;
  requestEmail: EmailRequests;
  checkAgreed: (given: unknown) => Promise<AgreedTo>;
};
type Change = {
  email?: string | undefined;
  password?: string | undefined;
  currentPassword?: string | undefined;
  nonce?: string | undefined;
  metadata?: Record<string, unknown> | undefined;
};

/** Changes that owners make to their own accounts. */
export function createUserUpdate(parts: Parts) {
  const { db, links, oneTimeTokens, emailSignIn, signInSettings, signIns, passwordRules } = parts;
  const { requestEmail, checkAgreed } = parts;
  /** A token alone may be stolen, so changing credentials requires proof of the owner. @throws AuthError 400, 422 */
  async function proveOwner({ user, session }: Caller, { currentPassword, nonce, password }: Change) {
    if (currentPassword !== undefined) {
      if (await verifyPassword(user.password_hash, currentPassword)) return;
      throw new AuthError(400, 'invalid_credentials', 'Incorrect current password');
    }
    if (nonce !== undefined) {
      if (await emailSignIn.redeemNonce(user.id, nonce)) return;
      throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
    }
    const what = password === undefined ? 'Email' : 'Password';
    signIns.assertRecent({ session }, `${what} update requires reauthentication`);
  }

  async function assertFree(email: string, userId: string): Promise<void> {
    const taken = await db
      .selectFrom('auth.users')
      .select('id')
      .where('email', '=', email)
      // The same request may have been sent twice.
      .where('id', '!=', userId)
      .executeTakeFirst();
    if (!taken) return;
    // If sign-up hides who has an account, so must this: the change is accepted, but never confirmed.
    if ((await signInSettings()).confirm_email) return;
    throw emailExists();
  }

  return async function update(caller: Caller, change: Change, redirectTo: string | undefined) {
    assertFactorShown(caller, 'AAL2 session is required to update email or password when MFA is enabled.');
    const { user, session } = caller;
    const isNewAddress = change.email !== undefined && change.email.trim().toLowerCase() !== user.email;
    const address = isNewAddress ? requireEmail(change.email ?? '') : undefined;
    if (change.password !== undefined) await passwordRules.check(change.password);
    // The owner of a trial account has nothing to prove it with.
    const isTrial = user.is_anonymous;
    if (
      !isTrial &&
      (address !== undefined || change.password !== undefined || change.currentPassword !== undefined)
    )
      await proveOwner(caller, change);
    // Giving a trial account an address makes its owner a member.
    if (address !== undefined) (isTrial ? assertCanSignUp : assertDomain)(await signInSettings(), address);
    if (address !== undefined) await assertFree(address, user.id);
    const isSamePassword =
      change.password !== undefined && (await verifyPassword(user.password_hash, change.password));
    // With the account's own address, it is a retry, for example after a lost response. The owner of a trial account may correct the
    // address.
    const isRepeated = isSamePassword && change.email !== undefined && (isTrial || !isNewAddress);
    if (isSamePassword && !isRepeated)
      throw new AuthError(422, 'same_password', 'New password should be different from the old password.');
    const { agreed_to, ...changed } = change.metadata ?? {};
    const agreed = await checkAgreed(agreed_to);
    const password_hash =
      change.password === undefined || isRepeated ? undefined : await hashPassword(change.password);

    const isNamed = isTrial && address !== undefined && !(await signInSettings()).confirm_email;
    const isByRecovery = session.amr.some(({ method }) => method === 'recovery');

    const updated = await db.transaction().execute(async (transaction) => {
      await lockOwnAccount(transaction, caller);
      // Read again, because another request may have changed them since.
      const { email_verified_at, user_metadata } = await transaction
        .selectFrom('auth.users')
        .select(['email_verified_at', 'user_metadata'])
        .where('id', '=', user.id)
        .executeTakeFirstOrThrow(invalidCredentials);
      if (password_hash) {
        // Whoever created the account with this address may have signed in again since the link was followed.
        if (isByRecovery && !email_verified_at)
          await endOthers(transaction, user.id, { sessionId: session.id });
        else
          await transaction
            .deleteFrom('auth.sessions')
            .where('user_id', '=', user.id)
            .where('id', '!=', session.id)
            .execute();
        await oneTimeTokens.forget(transaction, user.id);
      }
      const row = await transaction
        .updateTable('auth.users')
        .set({
          updated_at: sql`now()`,
          ...(password_hash ? { password_hash } : {}),
          ...(password_hash && isByRecovery ? { email_verified_at: sql`now()` } : {}),
          ...(address && !isNamed
            ? {
                new_email: address,
                email_change_half: isTrial ? 'email_change_current' : null,
                email_change_sent_at: sql`now()`,
              }
            : {}),
          ...(change.metadata
            ? { user_metadata: JSON.stringify(changeMetadata(user_metadata, changed)) }
            : {}),
        })
        .where('id', '=', user.id)
        .returningAll()
        .executeTakeFirst();
      if (!row) throw invalidCredentials();
      // An account's first password replaces nothing, so no email is needed.
      if (password_hash && user.password_hash && !isTrial)
        await links.sendPlain(transaction, row.email, (site) => passwordChangedEmail(row.email, site));
      await recordConsents(transaction, transaction, { userId: user.id, agreed, place: 'signup' });
      if (address && isNamed) {
        await nameAccount(transaction, user.id, address, { isProved: false });
        await requestEmail({ kind: 'welcome', to: address }, transaction);
        return { ...row, email: address, is_anonymous: false };
      }
      if (address) {
        const common = { userId: user.id, redirectTo };
        if (!isTrial) await links.send(transaction, { ...common, purpose: 'email_change_current' });
        await links.send(transaction, { ...common, purpose: 'email_change_new' });
      }
      return row;
    });
    return toUser({ ...updated, factors: user.factors, identities: user.identities });
  };
}
