import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import { passkeysPerAccount } from '#constants';
import type { EmailBranding } from '#platform/mail/email-layout.ts';
import type { LoadSignInSettings } from '#site/settings/public/sign-in-settings.server.ts';
import { AuthError } from '../auth-error.ts';
import type { EmailLinks } from '../email/email-links.server.ts';
import { newPasskeyEmail } from '../email/emails.ts';
import { assertFactorShown, assertPasskeyShown } from '../second-factor/factor-rules.ts';
import { deviceLine } from '../sessions/device-name.ts';
import { lockAccount, lockOwnAccount } from '../sessions/lock-account.server.ts';
import type { Device, Sessions } from '../sessions/sessions.server.ts';
import type { Caller, SignIns } from '../sessions/sign-ins.server.ts';
import type { Challenges } from './challenges.server.ts';
import {
  type CreatedCredential,
  credentialExists,
  type UsedCredential,
  verificationFailed,
  type WebAuthn,
} from './webauthn.server.ts';

type Parts = {
  db: OperatorWriter<'accounts'>;
  webAuthn: WebAuthn;
  challenges: Challenges;
  signIns: SignIns;
  sessions: Pick<Sessions, 'raise'>;
  links: EmailLinks;
  signInSettings: LoadSignInSettings;
  emailBranding: () => Promise<EmailBranding>;
};

const needsFactor = 'AAL2 session is required to manage passkeys when MFA is enabled';
const notFound = () => new AuthError(404, 'validation_failed', 'Passkey not found');
const tooMany = () => new AuthError(422, 'too_many_passkeys', 'Maximum number of passkeys reached');
const columns = ['id', 'friendly_name', 'created_at', 'last_used_at'] as const;
type Row = { id: string; friendly_name: string; created_at: Date; last_used_at: Date | null };
const toItem = ({ last_used_at, created_at, ...row }: Row) => ({
  ...row,
  created_at: created_at.toISOString(),
  ...(last_used_at ? { last_used_at: last_used_at.toISOString() } : {}),
});

/**
 * Passkeys sign in without a password. The device asks for a finger, a face or its code each time, so a passkey is two factors: something
 * people have, and something they are or know.
 */
export function createPasskeys(parts: Parts) {
  const { db, webAuthn, challenges, signIns, sessions, links, signInSettings, emailBranding } = parts;
  const ofUser = (userId: string) => db.selectFrom('auth.passkeys').where('user_id', '=', userId);

  const listOf = async (userId: string) =>
    (await ofUser(userId).select(columns).orderBy('created_at').execute()).map(toItem);

  /** @throws AuthError 404 */
  async function removeOf(userId: string, id: string): Promise<void> {
    const row = await db
      .deleteFrom('auth.passkeys')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirst();
    if (!row) throw notFound();
  }

  /** @throws AuthError 404 */
  async function assertOn(): Promise<void> {
    if (!(await signInSettings()).passkeys)
      throw new AuthError(404, 'passkey_disabled', 'Passkeys are disabled');
  }
  /** @throws AuthError 401 */
  async function assertCanChange(caller: Caller): Promise<void> {
    assertFactorShown(caller, needsFactor);
    await assertPasskeyShown(db, caller, signInSettings);
  }
  /** Adding a way to sign in requires a recent sign-in, as for authenticator apps. @throws AuthError 400, 401, 404 */
  async function assertCanAdd(caller: Caller): Promise<void> {
    await assertOn();
    await assertCanChange(caller);
    signIns.assertRecent(caller, 'Adding a passkey requires reauthentication');
  }

  return {
    /** @throws AuthError 400, 401, 404, 422 if the account has as many as allowed */
    async startRegistration(caller: Caller) {
      await assertCanAdd(caller);
      const { user, session } = caller;
      const existing = await ofUser(user.id).select('credential_id').execute();
      if (existing.length >= passkeysPerAccount) throw tooMany();
      const options = await webAuthn.createOptions({
        siteName: (await emailBranding()).name,
        user,
        existing: existing.map(({ credential_id }) => credential_id),
        isPasskey: true,
      });
      const { id, expires_at } = await challenges.create({ sessionId: session.id }, options.challenge);
      return { challenge_id: id, options, expires_at };
    },

    /** @throws AuthError 400, 401, 404, 422 */
    async register(caller: Caller, challengeId: string, credential: CreatedCredential, device: Device) {
      await assertCanAdd(caller);
      const { user, session } = caller;
      const challenge = await challenges.take(challengeId, { sessionId: session.id });
      const created = await webAuthn.checkCreated(credential, challenge, true);
      return db.transaction().execute(async (transaction) => {
        // Of two at once, one waits for the other.
        await lockOwnAccount(transaction, caller);
        const { count } = await transaction
          .selectFrom('auth.passkeys')
          .select(sql<number>`count(*)::int`.as('count'))
          .where('user_id', '=', user.id)
          .executeTakeFirstOrThrow();
        if (count >= passkeysPerAccount) throw tooMany();
        const row = await transaction
          .insertInto('auth.passkeys')
          .values({ ...created, user_id: user.id, friendly_name: deviceLine(device.userAgent) })
          .onConflict((conflict) => conflict.column('credential_id').doNothing())
          .returning(columns)
          .executeTakeFirst();
        if (!row) throw credentialExists();
        // It has just shown the passkey. Otherwise the team would have to sign in with it before it could even be renamed.
        if (session.aal !== 'aal2') await sessions.raise(transaction, session.id, 'passkey');
        await links.sendPlain(transaction, user.email, (site) => newPasskeyEmail(user.email, site));
        return toItem(row);
      });
    },

    /** @throws AuthError 404 if passkeys are off */
    async startAuthentication() {
      await assertOn();
      // Names no account: the passkey identifies its account.
      const options = await webAuthn.authenticationOptions({ allowed: [], isPasskey: true });
      const { id, expires_at } = await challenges.create({}, options.challenge);
      return { challenge_id: id, options, expires_at };
    },

    /** @returns a session. @throws AuthError 400, 403, 404 */
    async authenticate(challengeId: string, credential: UsedCredential, device: Device) {
      await assertOn();
      const challenge = await challenges.take(challengeId, {});
      const credentialId = Buffer.from(credential.id, 'base64url');
      const started = await db.transaction().execute(async (transaction) => {
        const passkey = transaction.selectFrom('auth.passkeys').where('credential_id', '=', credentialId);
        await lockAccount(transaction, passkey.select('user_id').$asScalar());
        const stored = await passkey.selectAll().executeTakeFirst();
        const { userHandle } = credential.response;
        if (!stored || (userHandle && Buffer.from(userHandle, 'base64url').toString() !== stored.user_id))
          throw verificationFailed();
        const counter = await webAuthn.checkUsed(credential, challenge, stored, true);
        await transaction
          .updateTable('auth.passkeys')
          .set({ counter, last_used_at: sql`now()` })
          .where('id', '=', stored.id)
          .execute();
        const begun = await signIns.start(transaction, stored.user_id, 'passkey', device);
        if (!begun.user.email_confirmed_at)
          throw new AuthError(403, 'email_not_confirmed', 'Email not confirmed');
        return begun;
      });
      return signIns.answer(started);
    },

    /** @throws AuthError 401 if the session lacks the second factor */
    list(caller: Caller) {
      assertFactorShown(caller, needsFactor);
      return listOf(caller.user.id);
    },
    listOf,
    removeOf,

    /** @throws AuthError 401 if the session lacks the second factor, 404 */
    async rename(caller: Caller, id: string, friendly_name: string) {
      await assertCanChange(caller);
      const row = await db
        .updateTable('auth.passkeys')
        .set({ friendly_name })
        .where('id', '=', id)
        .where('user_id', '=', caller.user.id)
        .returning(columns)
        .executeTakeFirst();
      if (!row) throw notFound();
      return toItem(row);
    },

    /** @throws AuthError 401 if the session lacks the second factor, 404 */
    async remove(caller: Caller, id: string): Promise<void> {
      await assertCanChange(caller);
      await removeOf(caller.user.id, id);
    },
  };
}

export type Passkeys = ReturnType<typeof createPasskeys>;
