import { sql } from 'kysely';
import type { OperatorWriter, WriterFor } from '#access/writable.server.ts';
import { secondFactor } from '#constants';
import type { EmailBranding } from '#platform/mail/email-layout.ts';
import type { Vault } from '#platform/secret.server.ts';
import type { LoadSignInSettings } from '#site/settings/public/sign-in-settings.server.ts';
import { AuthError } from '../auth-error.ts';
import type { EmailLinks } from '../email/email-links.server.ts';
import { factorRemovedEmail, newFactorEmail } from '../email/emails.ts';
import type { Challenges } from '../passkeys/challenges.server.ts';
import type { WebAuthn } from '../passkeys/webauthn.server.ts';
import { credentialExists } from '../passkeys/webauthn.server.ts';
import { findAccount } from '../public/find-account.server.ts';
import { lockAccount, lockOwnAccount } from '../sessions/lock-account.server.ts';
import type { Sessions } from '../sessions/sessions.server.ts';
import type { Caller, SignIns } from '../sessions/sign-ins.server.ts';
import { createFactorChecks, type Shown, type Verified } from './factor-checks.server.ts';
import { assertFactorShown, assertPasskeyShown, factorNotFound } from './factor-rules.ts';

type Parts = {
  db: OperatorWriter<'accounts'>;
  vault: Vault;
  sessions: Sessions;
  signIns: SignIns;
  links: EmailLinks;
  challenges: Challenges;
  webAuthn: WebAuthn;
  signInSettings: LoadSignInSettings;
  emailBranding: () => Promise<EmailBranding>;
};
/** Authenticator apps (TOTP) and security keys: GoTrue's `/factors`. */
export function createSecondFactor(parts: Parts) {
  const { db, vault, sessions, signIns, links, challenges, webAuthn, signInSettings, emailBranding } = parts;
  const { totp, checkCode, checkKey } = createFactorChecks(parts);
  const findFactor = (transaction: OperatorWriter<'accounts'>, userId: string, id: string) =>
    transaction
      .selectFrom('auth.factors')
      .selectAll()
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirst();

  /** An app that somebody else prepared before the owner set up theirs must not open the account. @throws AuthError 401 */
  async function assertFirstOrShown(transaction: OperatorWriter<'accounts'>, caller: Caller): Promise<void> {
    const { user, session } = caller;
    const verified = await transaction
      .selectFrom('auth.factors')
      .select('id')
      .where('user_id', '=', user.id)
      .where('status', '=', 'verified')
      .executeTakeFirst();
    if (verified && session.aal !== 'aal2')
      throw new AuthError(401, 'insufficient_aal', 'AAL2 required to verify a new factor');
    await assertPasskeyShown(transaction, caller, signInSettings);
  }

  return {
    /** Prepares a factor, which takes effect when it is verified for the first time. @throws AuthError 400, 401, 422 */
    async enroll(caller: Caller, type: 'totp' | 'webauthn', name: string | undefined) {
      assertFactorShown(caller, 'AAL2 required to enroll a new factor');
      await assertPasskeyShown(db, caller, signInSettings);
      const { user } = caller;
      signIns.assertRecent(caller, 'Enrolling a factor requires reauthentication');
      const { Secret } = await import('otpauth');
      const { renderSVG } = await import('uqr');
      const secret = type === 'totp' ? new Secret({ size: 20 }).base32 : undefined;
      const row = await db.transaction().execute(async (transaction) => {
        await lockOwnAccount(transaction, caller);
        await transaction
          .deleteFrom('auth.factors')
          .where('user_id', '=', user.id)
          .where('status', '=', 'unverified')
          .where('created_at', '<', sql<Date>`now() - interval '1 hour'`)
          .execute();
        const existing = await transaction
          .selectFrom('auth.factors')
          .select('friendly_name')
          .where('user_id', '=', user.id)
          .execute();
        if (existing.length >= secondFactor.perAccount)
          throw new AuthError(
            422,
            'too_many_enrolled_mfa_factors',
            'Maximum number of verified factors reached, unenroll to continue',
          );
        if (name && existing.some(({ friendly_name }) => friendly_name === name))
          throw new AuthError(
            422,
            'mfa_factor_name_conflict',
            `A factor with the friendly name "${name}" for this user already exists`,
          );
        return transaction
          .insertInto('auth.factors')
          .values({
            user_id: user.id,
            factor_type: type,
            friendly_name: name || null,
            secret_encrypted: secret === undefined ? null : vault.encrypt(secret),
          })
          .returning('id')
          .executeTakeFirstOrThrow();
      });
      const shown = { id: row.id, type, ...(name ? { friendly_name: name } : {}) };
      if (secret === undefined) return shown;
      const uri = (await totp(secret, user.email)).toString();
      return { ...shown, totp: { qr_code: renderSVG(uri, { border: 2 }), secret, uri } };
    },

    /** Creates a challenge for the factor, for this session only. @throws AuthError 404 */
    async challenge({ user, session }: Caller, factorId: string) {
      const factor = await findFactor(db, user.id, factorId);
      if (!factor) throw factorNotFound();
      const bound = { factorId: factor.id, sessionId: session.id };
      if (factor.factor_type === 'totp') return { ...(await challenges.create(bound, null)), type: 'totp' };
      const keys = await db
        .selectFrom('auth.factors')
        .select('credential_id')
        .where('user_id', '=', user.id)
        .execute();
      const existing = keys.flatMap(({ credential_id }) => credential_id ?? []);
      const site = await emailBranding();
      const publicKey = factor.credential_id
        ? await webAuthn.authenticationOptions({ allowed: [factor.credential_id], isPasskey: false })
        : await webAuthn.createOptions({ siteName: site.name, user, existing, isPasskey: false });
      const type = factor.credential_id ? 'request' : 'create';
      return {
        ...(await challenges.create(bound, publicKey.challenge)),
        type: 'webauthn',
        webauthn: { type, credential_options: { publicKey } },
      };
    },

    /** @returns the session, raised to aal2. @throws AuthError 400, 404, 422 */
    async verify(caller: Caller, factorId: string, challengeId: string, shown: Shown) {
      const { user, session } = caller;
      // Used up even if the answer is wrong, so outside the transaction.
      const challenge =
        'code' in shown
          ? undefined
          : await challenges.takeOfFactor(challengeId, { factorId, sessionId: session.id });
      const started = await db.transaction().execute(async (transaction) => {
        await lockOwnAccount(transaction, caller);
        const factor = await findFactor(transaction, user.id, factorId);
        if (!factor) throw factorNotFound();
        const { method, ...change }: Verified =
          'code' in shown
            ? await checkCode(transaction, factor, caller, { challengeId, code: shown.code })
            : await checkKey(factor, challenge ?? '', shown);
        await transaction.deleteFrom('auth.challenges').where('id', '=', challengeId).execute();
        if (factor.status === 'unverified') await assertFirstOrShown(transaction, caller);
        if (change.credential_id) await assertUnknown(transaction, change.credential_id);
        await transaction
          .updateTable('auth.factors')
          .set({ ...change, status: 'verified', updated_at: sql`now()` })
          .where('id', '=', factor.id)
          .execute();
        // The factor protects the account from now on, so sessions without one end, and other prepared factors are deleted.
        if (factor.status === 'unverified') {
          await transaction
            .deleteFrom('auth.factors')
            .where('user_id', '=', user.id)
            .where('status', '=', 'unverified')
            .execute();
          await transaction
            .deleteFrom('auth.sessions')
            .where('user_id', '=', user.id)
            .where('aal', '=', 'aal1')
            .where('id', '!=', session.id)
            .execute();
          const { factor_type: kind } = factor;
          await links.sendPlain(transaction, user.email, (site) => newFactorEmail(user.email, site, kind));
        }
        return { user, ...(await sessions.upgrade(transaction, session.id, method)) };
      });
      return signIns.answer({ ...started, user: await signIns.load(user.id) });
    },

    /** @throws AuthError 401 if a verified factor is removed without the second factor; 404 */
    async unenroll(caller: Caller, factorId: string) {
      const { user } = caller;
      await db.transaction().execute(async (transaction) => {
        await lockOwnAccount(transaction, caller);
        const factor = await findFactor(transaction, user.id, factorId);
        if (!factor) throw factorNotFound();
        if (factor.status === 'verified')
          assertFactorShown(caller, 'AAL2 required to unenroll verified factor');
        await removeFactor(transaction, user.id, factor.id);
        const { factor_type: kind, status } = factor;
        // A factor that was only prepared never protected the account.
        if (status === 'verified')
          await links.sendPlain(transaction, user.email, (site) =>
            factorRemovedEmail(user.email, site, kind),
          );
      });
      return { id: factorId };
    },
  };
}

/** The same security key can't count twice. @throws AuthError 422 */
async function assertUnknown(transaction: OperatorWriter<'accounts'>, credential_id: Buffer): Promise<void> {
  const known = await transaction
    .selectFrom('auth.factors')
    .select('id')
    .where('credential_id', '=', credential_id)
    .executeTakeFirst();
  if (known) throw credentialExists();
}

/**
 * Removing the last factor also deletes the recovery codes and lowers the sessions to aal1, except those of passkeys, which are two factors
 * by themselves.
 */
export async function removeFactor(
  transaction: OperatorWriter<'accounts'>,
  userId: string,
  factorId: string,
): Promise<void> {
  await transaction.deleteFrom('auth.factors').where('id', '=', factorId).execute();
  const left = await transaction
    .selectFrom('auth.factors')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'verified')
    .executeTakeFirst();
  if (left) return;
  await transaction.deleteFrom('auth.recovery_codes').where('user_id', '=', userId).execute();
  await transaction
    .updateTable('auth.sessions')
    .set({ aal: 'aal1' })
    .where('user_id', '=', userId)
    .where(sql<boolean>`not amr @> '[{"method": "passkey"}]'`)
    .execute();
}

/**
 * Turns off the second factor for an owner who lost their apps, keys, passkeys and recovery codes. Ends all sessions, including those
 * that only had the password.
 * @returns whether it was on
 */
export async function turnOffTwoFactor(
  transaction: WriterFor<'person', 'turn-off-two-factor'>,
  userId: string,
): Promise<boolean> {
  await lockAccount(transaction, userId);
  const factors = await transaction
    .deleteFrom('auth.factors')
    .where('user_id', '=', userId)
    .returning('status')
    .execute();
  const passkeys = await transaction
    .deleteFrom('auth.passkeys')
    .where('user_id', '=', userId)
    .returning('id')
    .execute();
  if (passkeys.length === 0 && !factors.some(({ status }) => status === 'verified')) return false;
  await transaction.deleteFrom('auth.recovery_codes').where('user_id', '=', userId).execute();
  await transaction.deleteFrom('auth.sessions').where('user_id', '=', userId).execute();
  return true;
}

/** The same by email address. @returns whether it was on @throws Error if there is no such account */
export async function turnOffTwoFactorOf(db: OperatorWriter<'accounts'>, email: string): Promise<boolean> {
  const { id } = await findAccount(db, email);
  return db.transaction().execute((transaction) => turnOffTwoFactor(transaction, id));
}

export type SecondFactor = ReturnType<typeof createSecondFactor>;
