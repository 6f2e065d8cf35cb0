import { type Selectable, sql, type Updateable } from 'kysely';
import type { Database, DB } from '#access/database.ts';
import type { EmailBranding } from '#platform/mail/email-layout.ts';
import type { Vault } from '#platform/secret.server.ts';
import { AuthError } from '../auth-error.ts';
import { challengeExpired } from '../passkeys/challenges.server.ts';
import type { CreatedCredential, UsedCredential, WebAuthn } from '../passkeys/webauthn.server.ts';
import type { Caller } from '../sessions/sign-ins.server.ts';

type Parts = {
  vault: Vault;
  webAuthn: WebAuthn;
  emailBranding: () => Promise<EmailBranding>;
};
/** The proof of a factor: the code of an app, or the signature of a security key. */
export type Shown =
  | { code: string }
  | { type: 'create'; credential: CreatedCredential }
  | { type: 'request'; credential: UsedCredential };
type Factor = Selectable<DB['auth.factors']>;
export type Verified = Updateable<DB['auth.factors']> & { method: 'totp' | 'mfa/webauthn' };

/** A heavy library, and most sites never use it. */
const loadTotp = () => import('otpauth');

/** Verifies proofs of second factors. */
export function createFactorChecks({ vault, webAuthn, emailBranding }: Parts) {
  /** The TOTP key of an app, labeled as the app shows it. */
  async function totp(secret: string, label: string) {
    const { Secret, TOTP } = await loadTotp();
    const { name } = await emailBranding();
    return new TOTP({ issuer: name.replaceAll(':', ' '), label, secret: Secret.fromBase32(secret) });
  }

  /** Verifies the app's digits. Each code is accepted once. @throws AuthError 400, 422 */
  async function checkCode(
    transaction: Pick<Database, 'selectFrom'>,
    factor: Factor,
    { session }: Caller,
    { challengeId, code }: { challengeId: string; code: string },
  ) {
    if (!factor.secret_encrypted) throw new AuthError(400, 'validation_failed', 'WebAuthn config required');
    const challenge = await transaction
      .selectFrom('auth.challenges')
      .select('id')
      .where('id', '=', challengeId)
      .where('factor_id', '=', factor.id)
      .where('session_id', '=', session.id)
      .where('expires_at', '>', sql<Date>`now()`)
      .executeTakeFirst();
    if (!challenge) throw challengeExpired(challengeId);
    const { Secret, TOTP } = await loadTotp();
    const app = new TOTP({ secret: Secret.fromBase32(vault.decrypt(factor.secret_encrypted)) });
    const delta = /^\d{6}$/.test(code) ? app.validate({ token: code, window: 1 }) : null;
    const step = Math.floor(Date.now() / 1_000 / app.period) + (delta ?? 0);
    if (delta === null || step <= Number(factor.last_step))
      throw new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
    return { method: 'totp', last_step: String(step) } satisfies Verified;
  }

  /** Verifies the key's signature. @throws AuthError 400 */
  async function checkKey(factor: Factor, challenge: string, shown: Exclude<Shown, { code: string }>) {
    const method = 'mfa/webauthn';
    if (shown.type === 'create' && factor.status === 'unverified')
      return {
        method,
        ...(await webAuthn.checkCreated(shown.credential, challenge, false)),
      } satisfies Verified;
    const { credential_id, public_key, counter } = factor;
    if (shown.type !== 'request' || !credential_id || !public_key)
      throw new AuthError(400, 'validation_failed', 'WebAuthn type does not fit the state of the factor');
    const stored = { credential_id, public_key, counter };
    return {
      method,
      counter: await webAuthn.checkUsed(shown.credential, challenge, stored, false),
    } satisfies Verified;
  }

  return { totp, checkCode, checkKey };
}
