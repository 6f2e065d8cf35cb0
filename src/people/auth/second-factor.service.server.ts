import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import { secondFactor } from '#constants';
import type { EmailBranding } from '#platform/email-layout.ts';
import type { Vault } from '#platform/secret.server.ts';
import { AuthError } from './auth-error.ts';
import type { Sessions } from './sessions.server.ts';
import type { Caller, SignIns } from './sign-ins.server.ts';

type Parts = {
  db: OperatorWriter<'accounts'>;
  vault: Vault;
  sessions: Sessions;
  signIns: SignIns;
  emailBranding: () => Promise<EmailBranding>;
};

const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const newCode = () => {
  const text = Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${text.slice(0, 5)}-${text.slice(5)}`;
};
const notFound = () => new AuthError(404, 'mfa_factor_not_found', 'Factor not found');
const recoveryName = 'Recovery codes';

/** @throws AuthError 401 where an account has a second factor that this session has not shown */
export function assertFactorShown({ user, session }: Caller, message: string): void {
  const isProtected = user.factors.some(({ status }) => status === 'verified');
  if (isProtected && session.aal !== 'aal2') throw new AuthError(401, 'insufficient_aal', message);
}

/** Authenticator apps (TOTP) and recovery codes: GoTrue's `/factors`. */
export function createSecondFactor({ db, vault, sessions, signIns, emailBranding }: Parts) {
  // A heavy library, and most sites never use it.
  async function totp(secret: string, label: string) {
    const { Secret, TOTP } = await import('otpauth');
    const { name } = await emailBranding();
    return new TOTP({ issuer: name.replaceAll(':', ' '), label, secret: Secret.fromBase32(secret) });
  }
  const codePrint = (userId: string, code: string) =>
    vault.fingerprint(`recovery code ${userId} ${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`);

  const findFactor = (transaction: OperatorWriter<'accounts'>, userId: string, id: string) =>
    transaction
      .selectFrom('auth.factors')
      .selectAll()
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirst();

  /** An app that somebody prepared before the owner set up theirs does not open the account. @throws AuthError 401 */
  async function assertFirstOrShown(
    transaction: OperatorWriter<'accounts'>,
    { user, session }: Caller,
  ): Promise<void> {
    // Of two first codes at once, one waits for the other.
    await transaction.selectFrom('auth.users').select('id').where('id', '=', user.id).forUpdate().execute();
    const verified = await transaction
      .selectFrom('auth.factors')
      .select('id')
      .where('user_id', '=', user.id)
      .where('status', '=', 'verified')
      .executeTakeFirst();
    if (verified && session.aal !== 'aal2')
      throw new AuthError(401, 'insufficient_aal', 'AAL2 required to verify a new factor');
  }

  /** The session has shown a second factor: it gets a new refresh token and the higher level. */
  const upgrade = (transaction: OperatorWriter<'accounts'>, { user, session }: Caller, method: string) =>
    sessions.upgrade(transaction, session.id, method).then((upgraded) => ({ user, ...upgraded }));

  /** What opens an account without its app. @returns the codes, which are shown once */
  async function newRecoveryCodes(transaction: OperatorWriter<'accounts'>, userId: string) {
    await transaction.deleteFrom('auth.recovery_codes').where('user_id', '=', userId).execute();
    const codes = Array.from({ length: secondFactor.recoveryCodes }, newCode);
    const values = codes.map((code) => ({ code_hash: codePrint(userId, code), user_id: userId }));
    await transaction.insertInto('auth.recovery_codes').values(values).execute();
    return codes;
  }

  return {
    /** Prepares an app; it counts once its first code is verified. @throws AuthError 400, 401, 422 */
    async enroll(caller: Caller, name: string | undefined) {
      assertFactorShown(caller, 'AAL2 required to enroll a new factor');
      const { user } = caller;
      signIns.assertRecent(caller, 'Enrolling a factor requires reauthentication');
      const { Secret } = await import('otpauth');
      const { renderSVG } = await import('uqr');
      const secret = new Secret({ size: 20 }).base32;
      const row = await db.transaction().execute(async (transaction) => {
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
          .values({ user_id: user.id, friendly_name: name || null, secret_encrypted: vault.encrypt(secret) })
          .returning('id')
          .executeTakeFirstOrThrow();
      });
      const uri = (await totp(secret, user.email)).toString();
      const shown = { qr_code: renderSVG(uri, { border: 2 }), secret, uri };
      return { id: row.id, type: 'totp', ...(name ? { friendly_name: name } : {}), totp: shown };
    },

    async challenge({ user, session }: Caller, factorId: string) {
      return db.transaction().execute(async (transaction) => {
        const factor = await findFactor(transaction, user.id, factorId);
        if (!factor) throw notFound();
        await transaction
          .deleteFrom('auth.challenges')
          .where('factor_id', '=', factor.id)
          .where('expires_at', '<', sql<Date>`now()`)
          .execute();
        const expires = new Date(Date.now() + secondFactor.challengeSeconds * 1_000);
        const { id } = await transaction
          .insertInto('auth.challenges')
          .values({ factor_id: factor.id, session_id: session.id, expires_at: expires })
          .returning('id')
          .executeTakeFirstOrThrow();
        return { id, type: 'totp', expires_at: Math.floor(expires.getTime() / 1_000) };
      });
    },

    /** @returns the session, with its second factor shown. @throws AuthError 404, 422 */
    async verify(caller: Caller, factorId: string, challengeId: string, code: string) {
      const { user, session } = caller;
      const started = await db.transaction().execute(async (transaction) => {
        const factor = await findFactor(transaction, user.id, factorId);
        if (!factor) throw notFound();
        const challenge = await transaction
          .selectFrom('auth.challenges')
          .select('id')
          .where('id', '=', challengeId)
          .where('factor_id', '=', factor.id)
          .where('session_id', '=', session.id)
          .where('expires_at', '>', sql<Date>`now()`)
          .executeTakeFirst();
        if (!challenge)
          throw new AuthError(
            422,
            'mfa_challenge_expired',
            `MFA challenge ${challengeId} has expired, verify against another challenge or create a new challenge.`,
          );
        const app = await totp(vault.decrypt(factor.secret_encrypted), user.email);
        const delta = /^\d{6}$/.test(code) ? app.validate({ token: code, window: 1 }) : null;
        const step = Math.floor(Date.now() / 1_000 / app.period) + (delta ?? 0);
        if (delta === null || step <= Number(factor.last_step))
          throw new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
        await transaction.deleteFrom('auth.challenges').where('id', '=', challenge.id).execute();
        if (factor.status === 'unverified') await assertFirstOrShown(transaction, caller);
        await transaction
          .updateTable('auth.factors')
          .set({ status: 'verified', last_step: String(step), updated_at: sql`now()` })
          .where('id', '=', factor.id)
          .execute();
        // The first code protects the account from now on: sessions that have not shown one end, and so does what others have prepared.
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
        }
        return upgrade(transaction, caller, 'totp');
      });
      return signIns.answer({ ...started, user: await signIns.load(user.id) });
    },

    /** @throws AuthError 401 unless the second factor was shown; 404 */
    async unenroll(caller: Caller, factorId: string) {
      const { user } = caller;
      await db.transaction().execute(async (transaction) => {
        const factor = await findFactor(transaction, user.id, factorId);
        if (!factor) throw notFound();
        if (factor.status === 'verified')
          assertFactorShown(caller, 'AAL2 required to unenroll verified factor');
        await transaction.deleteFrom('auth.factors').where('id', '=', factor.id).execute();
        const left = await transaction
          .selectFrom('auth.factors')
          .select('id')
          .where('user_id', '=', user.id)
          .where('status', '=', 'verified')
          .executeTakeFirst();
        if (left) return;
        await transaction.deleteFrom('auth.recovery_codes').where('user_id', '=', user.id).execute();
        await transaction
          .updateTable('auth.sessions')
          .set({ aal: 'aal1' })
          .where('user_id', '=', user.id)
          .execute();
      });
      return { id: factorId };
    },

    /** The set of recovery codes, without the codes. @throws AuthError 404 */
    async recoveryStatus({ user }: Caller) {
      const codes = await db
        .selectFrom('auth.recovery_codes')
        .select('used_at')
        .where('user_id', '=', user.id)
        .execute();
      if (codes.length === 0) throw notFound();
      const remaining = codes.filter(({ used_at }) => used_at === null).length;
      return { id: user.id, type: 'recovery_code', total: codes.length, remaining };
    },

    /** A new set; the one before no longer works. @throws AuthError 401, 422 */
    async createRecoveryCodes(caller: Caller) {
      const { user } = caller;
      if (!user.factors.some(({ status }) => status === 'verified'))
        throw new AuthError(422, 'mfa_verification_failed', 'Set up an authenticator app first');
      assertFactorShown(caller, 'AAL2 required to create recovery codes');
      const codes = await db.transaction().execute((transaction) => newRecoveryCodes(transaction, user.id));
      return { id: user.id, type: 'recovery_code', friendly_name: recoveryName, total: codes.length, codes };
    },

    /** Uses a recovery code up in place of the app. @throws AuthError 422 */
    async verifyRecoveryCode(caller: Caller, code: string) {
      const { user } = caller;
      const started = await db.transaction().execute(async (transaction) => {
        const used = await transaction
          .updateTable('auth.recovery_codes')
          .set({ used_at: sql`now()` })
          .where('code_hash', '=', codePrint(user.id, code))
          .where('user_id', '=', user.id)
          .where('used_at', 'is', null)
          .returning('user_id')
          .executeTakeFirst();
        if (!used) throw new AuthError(422, 'mfa_verification_failed', 'Invalid recovery code entered');
        return upgrade(transaction, caller, 'mfa/recovery_code');
      });
      return signIns.answer(started);
    },

    async deleteRecoveryCodes(caller: Caller) {
      assertFactorShown(caller, 'AAL2 required to delete recovery codes');
      await db.deleteFrom('auth.recovery_codes').where('user_id', '=', caller.user.id).execute();
      return { id: caller.user.id };
    },
  };
}

export type SecondFactor = ReturnType<typeof createSecondFactor>;
