import type { JWTPayload } from 'jose';
import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { type Grant, grantAccount } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import { type OperatorWriter, writable } from '#access/writable.server.ts';
import { maximumPasswordBytes, minimumPasswordLength } from '#constants';
import type { EmailPreferences } from '#people/notifications/public/notifications.service.server.ts';
import type { JsonObject } from '#platform/database.types.ts';
import type { EmailBranding } from '#platform/email-layout.ts';
import { AppError } from '#platform/errors.ts';
import type { Log } from '#platform/log.server.ts';
import type { Mailer } from '#platform/mailer.server.ts';
import type { RateLimits } from '#platform/rate-limits.server.ts';
import type { Vault } from '#platform/secret.server.ts';
import type { AccessTokens } from './access-tokens.server.ts';
import { insertAccount, normalizeEmail } from './accounts.server.ts';
import { AuthError, invalidCredentials, validationFailed } from './auth-error.ts';
import { welcomeEmail } from './emails.ts';
import { hashPassword, verifyPassword } from './passwords.server.ts';
import { createRecovery } from './recovery.server.ts';
import { createSessions } from './sessions.server.ts';
import { checkUserMetadata } from './user-metadata.ts';
import { toUser, type UserRow } from './user-shape.ts';

type Parts = {
  db: OperatorWriter<'accounts'>;
  vault: Vault;
  tokens: AccessTokens;
  mailer: Mailer;
  rateLimits: RateLimits;
  /** Ends what must not outlive the account. */
  beforeDeletion: (proof: Grant<'account', 'delete'>) => Promise<void>;
  publicUrl: string;
  emailBranding: () => Promise<EmailBranding>;
  emailPreferences: EmailPreferences;
  log: Log;
};

/** The account behind a valid access token whose session still exists. */
type Caller = { user: UserRow; sessionId: string };

function checkPassword(password: string) {
  if (Buffer.byteLength(password) > maximumPasswordBytes) {
    throw validationFailed(`Password cannot be longer than ${maximumPasswordBytes} characters`);
  }
  if ([...password].length < minimumPasswordLength) {
    const message = `Password should be at least ${minimumPasswordLength} characters.`;
    throw new AuthError(422, 'weak_password', message, { weak_password: { reasons: ['length'] } });
  }
}

export type AuthService = ReturnType<typeof createAuthService>;

/** Accounts, sessions and passwords behind `/auth/v1`. Errors are AuthErrors with GoTrue's codes. */
export function createAuthService(parts: Parts) {
  const { db, tokens, mailer, emailBranding, emailPreferences } = parts;
  const sessions = createSessions(db, parts.vault);
  const recovery = createRecovery(parts);

  const findByEmail = (email: string) =>
    db.selectFrom('auth.users').selectAll().where('email', '=', email).executeTakeFirst();
  const findById = (id: string) =>
    db.selectFrom('auth.users').selectAll().where('id', '=', id).executeTakeFirst();

  async function createTokens(user: UserRow, sessionId: string, refreshToken: string, method: string) {
    const claims: JWTPayload = {
      email: user.email,
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: user.user_metadata,
      role: 'authenticated',
      aal: 'aal1',
      amr: [{ method, timestamp: Math.floor(Date.now() / 1000) }],
      is_anonymous: false,
    };
    const token = await tokens.issue(user.id, sessionId, claims);
    return { ...token, token_type: 'bearer', refresh_token: refreshToken, user: toUser(user) };
  }

  async function startSession(
    transaction: OperatorWriter<'accounts'>,
    userId: string,
    userAgent: string | undefined,
  ) {
    const user = await transaction
      .updateTable('auth.users')
      .set({ last_sign_in_at: sql`now()` })
      .where('id', '=', userId)
      .returningAll()
      .executeTakeFirstOrThrow();
    return { user, ...(await sessions.start(transaction, userId, userAgent)) };
  }

  return {
    tokens,
    safeRedirect: recovery.safeRedirect,

    /** Creates an account and signs it in. */
    async signUp(
      email: string,
      password: string,
      data: Record<string, unknown>,
      userAgent: string | undefined,
    ) {
      if (!password) throw validationFailed('Signup requires a valid password');
      const address = normalizeEmail(email);
      if (!address) throw validationFailed('Unable to validate email address: invalid format');
      checkPassword(password);
      const metadata = checkUserMetadata(data);
      const passwordHash = await hashPassword(password);
      const started = await db.transaction().execute(async (transaction) => {
        const user = await insertAccount(transaction, { email: address, passwordHash, metadata });
        if (!user) throw new AuthError(422, 'user_already_exists', 'User already registered');
        return startSession(transaction, user.id, userAgent);
      });
      return createTokens(started.user, started.sessionId, started.refreshToken, 'password');
    },

    async signIn(email: string, password: string, userAgent: string | undefined) {
      const user = await findByEmail(email.trim().toLowerCase());
      const isCorrect = await verifyPassword(user?.password_hash, password.slice(0, 1_000));
      if (!user || !isCorrect) throw invalidCredentials();
      if (user.banned_until && user.banned_until > new Date())
        throw new AuthError(400, 'user_banned', 'User is banned');
      const started = await db
        .transaction()
        .execute((transaction) => startSession(transaction, user.id, userAgent));
      return createTokens(started.user, started.sessionId, started.refreshToken, 'password');
    },

    async refresh(refreshToken: string) {
      const rotated = await sessions.refresh(refreshToken);
      const user = await findById(rotated.userId);
      if (!user)
        throw new AuthError(400, 'session_not_found', 'Session from session_id claim in JWT does not exist');
      if (user.banned_until && user.banned_until > new Date())
        throw new AuthError(400, 'user_banned', 'User is banned');
      return createTokens(user, rotated.sessionId, rotated.refreshToken, 'password');
    },

    /** The account behind a bearer token. */
    async caller(token: string | undefined): Promise<Caller> {
      if (!token) throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
      const claims = await tokens.verify(token);
      if (!claims)
        throw new AuthError(
          403,
          'bad_jwt',
          'invalid JWT: unable to parse or verify signature, token is malformed or has expired',
        );
      const [user, isActive] = await Promise.all([
        findById(claims.userId),
        sessions.exists(claims.sessionId),
      ]);
      if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
      if (!isActive)
        throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
      return { user, sessionId: claims.sessionId };
    },

    /** Ends this session, all of the account's sessions, or all others. */
    signOut: (caller: Caller, scope: 'global' | 'local' | 'others') =>
      sessions.end(scope, caller.user.id, caller.sessionId),

    /** Changes the password, email or metadata. A new password ends all other sessions. */
    async updateUser(
      caller: Caller,
      change: {
        email?: string | undefined;
        password?: string | undefined;
        currentPassword?: string | undefined;
        metadata?: Record<string, unknown> | undefined;
      },
    ) {
      const { user } = caller;
      const address =
        change.email === undefined || change.email.trim().toLowerCase() === user.email
          ? undefined
          : normalizeEmail(change.email);
      if (change.email !== undefined && change.email.trim().toLowerCase() !== user.email && !address) {
        throw validationFailed('Unable to validate email address: invalid format');
      }
      if (
        change.currentPassword !== undefined &&
        !(await verifyPassword(user.password_hash, change.currentPassword))
      )
        throw new AuthError(400, 'invalid_credentials', 'Incorrect current password');
      if (change.password !== undefined) {
        checkPassword(change.password);
        if (await verifyPassword(user.password_hash, change.password)) {
          throw new AuthError(
            422,
            'same_password',
            'New password should be different from the old password.',
          );
        }
      }
      const metadata =
        change.metadata && checkUserMetadata({ ...(user.user_metadata as JsonObject), ...change.metadata });
      const password_hash = change.password === undefined ? undefined : await hashPassword(change.password);
      const updated = await db.transaction().execute(async (transaction) => {
        const row = await transaction
          .updateTable('auth.users')
          .set({
            updated_at: sql`now()`,
            ...(address ? { email: address } : {}),
            ...(password_hash ? { password_hash } : {}),
            ...(metadata
              ? {
                  user_metadata: JSON.stringify(metadata),
                }
              : {}),
          })
          .where('id', '=', user.id)
          .returningAll()
          .executeTakeFirstOrThrow()
          .catch((error: { code?: string }) => {
            if (error.code === '23505')
              throw new AuthError(
                422,
                'email_exists',
                'A user with this email address has already been registered',
              );
            throw error;
          });
        if (address)
          await transaction
            .updateTable('profiles')
            .set({ email: address })
            .where('id', '=', user.id)
            .execute();
        if (password_hash) {
          await transaction
            .deleteFrom('auth.sessions')
            .where('user_id', '=', user.id)
            .where('id', '!=', caller.sessionId)
            .execute();
          await transaction.deleteFrom('auth.one_time_tokens').where('user_id', '=', user.id).execute();
        }
        return row;
      });
      return toUser(updated);
    },

    user: (caller: Caller) => toUser(caller.user),

    /**
     * Deletes the viewer's account and everything that belongs to it alone; comments stay without an author.
     * @throws AppError 401; 403 if the password is wrong; 409 for the last admin; 429.
     */
    async deleteAccount(viewer: Viewer, password: string): Promise<void> {
      const proof = grantAccount(viewer, 'delete');
      const { userId } = proof.viewer;
      await parts.rateLimits.require('delete-account', { points: 10, seconds: 3_600 }, userId);
      const user = await findById(userId);
      if (!(await verifyPassword(user?.password_hash, password)))
        throw new AppError('forbidden', 'Incorrect password.');
      const accounts = writable(db, proof);
      // Checked first, so that a plan is not canceled for an account that stays.
      await accounts.transaction().execute((transaction) => assertNotLastAdmin(transaction, userId));
      await parts.beforeDeletion(proof);
      await accounts.transaction().execute(async (transaction) => {
        await assertNotLastAdmin(transaction, userId);
        await transaction.deleteFrom('auth.users').where('id', '=', userId).execute();
      });
    },

    /** Sends a recovery link; the answer does not reveal whether the account exists. */
    requestRecovery(email: string, redirectTo: string | undefined): void {
      const address = normalizeEmail(email);
      if (!address) throw validationFailed('Unable to validate email address: invalid format');
      recovery.request(address, redirectTo);
    },

    /** Exchanges a recovery token for a session; undefined if the token is unknown, used or expired. */
    async redeemRecovery(token: string, userAgent: string | undefined) {
      const started = await db.transaction().execute(async (transaction) => {
        const userId = await recovery.redeem(transaction, token);
        return userId === undefined ? undefined : startSession(transaction, userId, userAgent);
      });
      return started && createTokens(started.user, started.sessionId, started.refreshToken, 'recovery');
    },

    /** Sends the welcome email once, and only to an existing account. */
    async sendWelcome(email: string): Promise<void> {
      const address = normalizeEmail(email);
      if (!address) return;
      const site = await emailBranding();
      await db.transaction().execute(async (transaction) => {
        const claimed = await transaction
          .updateTable('auth.users')
          .set({ welcome_sent_at: sql`now()` })
          .where('email', '=', address)
          .where('welcome_sent_at', 'is', null)
          .returning(['id', 'email'])
          .executeTakeFirst();
        if (claimed)
          await mailer.send(
            await welcomeEmail(claimed.email, site, emailPreferences.unsubscribeUrl(claimed.id)),
            transaction,
          );
      });
    },
  };
}

/** A site must keep at least one admin. @throws AppError 409 */
async function assertNotLastAdmin(transaction: Database, userId: string): Promise<void> {
  const admins = await transaction
    .selectFrom('profiles')
    .select('id')
    .where('role', '=', 'admin')
    .forUpdate()
    .execute();
  if (admins.length === 1 && admins[0]?.id === userId)
    throw new AppError('conflict', 'You are the only admin. Make someone else an admin first.');
}
