import type { Database } from '#access/database.ts';
import { type Grant, grantSite } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import { type OperatorWriter, writable } from '#access/writable.server.ts';
import type { EmailPreferences } from '#people/notifications/public/notifications.service.server.ts';
import { nameTarget } from '#platform/audit-trail.server.ts';
import { AppError } from '#platform/errors.ts';
import type { RateLimits } from '#platform/http/rate-limits.server.ts';
import type { Jobs } from '#platform/jobs/jobs.server.ts';
import type { Mailer } from '#platform/mail/mailer.server.ts';
import type { Log } from '#platform/observability/log.server.ts';
import type { Vault } from '#platform/secret.server.ts';
import { type AgreedTo, agreedTo } from '#site/own-pages/public/agreed.ts';
import { areAgreed } from '#site/own-pages/public/consents.server.ts';
import type { LoadEmailBranding } from '#site/settings/public/load-email-branding.ts';
import type { LoadSignInSettings } from '#site/settings/public/sign-in-settings.server.ts';
import { createAccountCare } from './accounts/account-care.service.server.ts';
import { insertAccount, normalizeEmail, requireEmail } from './accounts/accounts.server.ts';
import { createAdminUsers } from './accounts/admin-users.service.server.ts';
import { insertAnonymous } from './accounts/anonymous.server.ts';
import { createOwnAccount } from './accounts/own-account.service.server.ts';
import { checkUserMetadata } from './accounts/user-metadata.ts';
import { toUser } from './accounts/user-shape.ts';
import { createUserUpdate } from './accounts/user-update.service.server.ts';
import { AuthError, invalidCredentials, userExists, validationFailed } from './auth-error.ts';
import { createEmailLinks } from './email/email-links.server.ts';
import { createEmailRequests } from './email/email-requests.server.ts';
import { createEmailSignIn } from './email/email-sign-in.service.server.ts';
import { createOneTimeTokens } from './email/one-time-tokens.server.ts';
import { createSendWelcome } from './email/send-welcome.server.ts';
import { createChallenges } from './passkeys/challenges.server.ts';
import { createPasskeys } from './passkeys/passkeys.service.server.ts';
import { createWebAuthn } from './passkeys/webauthn.server.ts';
import { createPasswordRules } from './passwords/password-rules.server.ts';
import { hashPassword, verifyPassword } from './passwords/passwords.server.ts';
import { createIdentities } from './providers/identities.service.server.ts';
import { createProviders } from './providers/providers.server.ts';
import { createSocialSignIn } from './providers/social-sign-in.service.server.ts';
import { createRecoveryCodes } from './second-factor/recovery-codes.service.server.ts';
import { createSecondFactor } from './second-factor/second-factor.service.server.ts';
import type { AccessTokens } from './sessions/access-tokens.server.ts';
import { createRefresh } from './sessions/refresh.server.ts';
import { createSessions, type Device } from './sessions/sessions.server.ts';
import { assertNotBanned, type Caller, createSignIns } from './sessions/sign-ins.server.ts';
import { assertCanSignUp } from './sign-in/sign-up-rules.ts';
import { off } from './unsupported-endpoints.server.ts';
import * as m from './words/messages.ts';

type Parts = {
  db: OperatorWriter<'accounts'>;
  vault: Vault;
  tokens: AccessTokens;
  jobs: Jobs;
  mailer: Mailer;
  rateLimits: RateLimits;
  /** Ends subscriptions and checkouts, which must not outlive the account. */
  beforeDeletion: (proof: Grant<'account', 'delete'>) => Promise<void>;
  /** The same for an account that somebody else deletes: the team, or a program with the service role. */
  beforeRemoval: (userId: string) => Promise<void>;
  publicUrl: string;
  emailBranding: LoadEmailBranding;
  emailPreferences: EmailPreferences;
  signInSettings: LoadSignInSettings;
  providersBase: string | undefined;
  /** Hosts in private networks where identity providers are allowed. */
  privateHosts: readonly string[];
  log: Log;
};

export type AuthService = ReturnType<typeof createAuthService>;

/** Accounts, sessions and passwords behind `/auth/v1`. Errors are AuthErrors with GoTrue's codes. */
export function createAuthService(parts: Parts) {
  const { db, tokens, signInSettings } = parts;
  const oneTimeTokens = createOneTimeTokens(parts.vault);
  const links = createEmailLinks({ ...parts, oneTimeTokens });
  const sessions = createSessions(db, parts.vault);
  const signIns = createSignIns({
    db,
    tokens,
    sessions,
    signInSettings,
    links,
    refresh: createRefresh(parts),
  });
  const challenges = createChallenges(db);
  const passwordRules = createPasswordRules(parts);
  const webAuthn = createWebAuthn(parts.publicUrl);
  const sendWelcome = createSendWelcome({ ...parts, links });
  const requestEmail = createEmailRequests({ ...parts, links, oneTimeTokens, sendWelcome });
  const emailSignIn = createEmailSignIn({
    ...parts,
    requestEmail,
    links,
    oneTimeTokens,
    signIns,
  });

  const providers = createProviders({ ...parts, apiBase: parts.providersBase });
  const identities = createIdentities({ ...parts, providers, oneTimeTokens, links });

  const ownAccount = createOwnAccount({ ...parts, sessions, signIns, emailSignIn });

  const findByEmail = (email: string, from: Database = db) =>
    from.selectFrom('auth.users').selectAll().where('email', '=', email).executeTakeFirst();

  /**
   * Checks `agreed_to`, which this site's pages send. Other programs may leave it out: then nothing is recorded, and the member is asked on
   * their first visit.
   * @throws AuthError 422 if it is invalid, or doesn't match the published versions
   */
  async function checkAgreed(given: unknown): Promise<AgreedTo> {
    if (given === undefined) return {};
    const agreed = agreedTo.safeParse(given);
    if (!agreed.success) throw new AuthError(422, 'validation_failed', 'data: agreed_to is invalid');
    if (!(await areAgreed(db, agreed.data)))
      throw new AuthError(
        422,
        'consent_outdated',
        'The terms have changed. Please reload the page and review them.',
      );
    return agreed.data;
  }

  return {
    tokens,
    signInSettings,
    publicUrl: parts.publicUrl,
    safeRedirect: links.safeRedirect,
    answer: signIns.answer,
    identities,
    ownAccount,
    adminUsers: createAdminUsers({
      ...parts,
      oneTimeTokens,
      links,
      signIns,
      deleteAccount: ownAccount.remove,
    }),
    care: createAccountCare({
      ...parts,
      links,
      removeAccount: ownAccount.remove,
      assertRecent: ownAccount.assertRecentForSettings,
    }),
    social: createSocialSignIn({
      ...parts,
      providers,
      identities,
      signIns,
      links,
      checkAgreed,
      requestEmail,
    }),
    caller: signIns.caller,
    refresh: signIns.refresh,
    emailSignIn,
    updateUser: createUserUpdate({
      ...parts,
      passwordRules,
      links,
      oneTimeTokens,
      emailSignIn,
      signIns,
      requestEmail,
      checkAgreed,
    }),
    factors: createSecondFactor({ ...parts, sessions, signIns, links, challenges, webAuthn }),
    recoveryCodes: createRecoveryCodes({ ...parts, sessions, signIns, links }),
    passkeys: createPasskeys({ ...parts, sessions, signIns, links, challenges, webAuthn }),

    /** Creates an account, and signs in unless the address must be confirmed first. @throws AuthError 400, 422 */
    async signUp(
      email: string,
      password: string,
      data: Record<string, unknown>,
      { device, redirectTo }: { device: Device; redirectTo: string | undefined },
    ) {
      const settings = await signInSettings();
      if (settings.signup !== 'open') assertCanSignUp(settings, email);
      if (!password) throw validationFailed('Signup requires a valid password');
      const address = requireEmail(email);
      await passwordRules.check(password);
      assertCanSignUp(settings, address);
      const { agreed_to, ...rest } = data;
      const metadata = checkUserMetadata(rest);
      const agreed = await checkAgreed(agreed_to);
      const passwordHash = await hashPassword(password);
      if (settings.confirm_email)
        return emailSignIn.signUpUnconfirmed({ email: address, passwordHash, metadata, agreed }, redirectTo);
      const started = await db.transaction().execute(async (transaction) => {
        const user = await insertAccount(transaction, {
          email: address,
          passwordHash,
          metadata,
          agreed,
        });
        if (!user) throw userExists();
        return signIns.start(transaction, user.id, 'password', device);
      });
      return signIns.answer(started);
    },

    /** Creates a trial account, if the owner allows it. @throws AuthError 422 */
    async signUpAnonymously(data: Record<string, unknown>, device: Device) {
      const { anonymous_sign_in, signup } = await signInSettings();
      if (!anonymous_sign_in || signup !== 'open') throw off.anonymous();
      const { agreed_to, ...rest } = data;
      const metadata = checkUserMetadata(rest);
      const agreed = await checkAgreed(agreed_to);
      const started = await db.transaction().execute(async (transaction) => {
        const user = await insertAnonymous(transaction, metadata, agreed);
        return signIns.start(transaction, user.id, 'anonymous', device);
      });
      return signIns.answer(started);
    },

    /** @throws AuthError 400 for a wrong password, a suspended account, or an unconfirmed address */
    async signIn(email: string, password: string, device: Device) {
      const user = await findByEmail(email.trim().toLowerCase());
      const isCorrect = await verifyPassword(user?.password_hash, password.slice(0, 1_000));
      if (!user || !isCorrect) throw invalidCredentials();
      assertNotBanned(user);
      if (!user.email_confirmed_at) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed');
      const started = await db.transaction().execute(async (transaction) => {
        const begun = await signIns.start(transaction, user.id, 'password', device);
        // The account is locked from here on. Its password may have changed since it was read.
        if (begun.user.password_hash !== user.password_hash) throw invalidCredentials();
        return begun;
      });
      return signIns.answer(started);
    },

    /** Ends this session, all of the account's sessions, or all others. */
    signOut: (caller: Caller, scope: 'global' | 'local' | 'others') =>
      sessions.end(scope, caller.user.id, caller.session.id),

    user: (caller: Caller) => toUser(caller.user),

    /** Invites someone to create an account, and can be repeated until they follow the email. @throws AppError 401, 403, 409 */
    async invite(viewer: Viewer, email: string): Promise<void> {
      const accounts = writable(db, grantSite(viewer, 'invite-members'));
      await accounts.transaction().execute(async (transaction) => {
        const inserted = await insertAccount(transaction, {
          email,
          passwordHash: null,
          state: 'unconfirmed',
        });
        const user = inserted ?? (await findByEmail(email, transaction));
        if (!user || user.email_confirmed_at) throw new AppError('conflict', m.refused_has_account());
        nameTarget(user.id);
        const redirectTo = `${parts.publicUrl}/reset-password`;
        await links.send(transaction, { userId: user.id, purpose: 'invite', redirectTo });
      });
    },

    /** Sends the welcome email if the account exists and hasn't received it. The answer doesn't reveal which. */
    async requestWelcome(email: string): Promise<void> {
      const address = normalizeEmail(email);
      if (address) await requestEmail({ kind: 'welcome', to: address });
    },
  };
}
