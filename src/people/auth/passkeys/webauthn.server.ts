import { z } from 'zod';
import { AuthError } from '../auth-error.ts';

const base64 = z
  .string()
  .max(20_000)
  .regex(/^[\w-]*$/);
const common = {
  id: base64.min(1).max(1_400),
  rawId: base64,
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
};
/** An authenticator's answer, in the browser's JSON format. */
export const createdCredential = z.object({
  ...common,
  response: z.object({ clientDataJSON: base64, attestationObject: base64 }),
});
export const usedCredential = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64,
    authenticatorData: base64,
    signature: base64,
    userHandle: base64.nullish().transform((handle) => handle ?? undefined),
  }),
});
export type CreatedCredential = z.output<typeof createdCredential>;
export type UsedCredential = z.output<typeof usedCredential>;

export const verificationFailed = () =>
  new AuthError(400, 'webauthn_verification_failed', 'Credential verification failed');
export const credentialExists = () =>
  new AuthError(422, 'webauthn_credential_exists', 'This credential is already registered');
/** Doesn't reveal why verification failed. */
const orFail = async <Result>(checked: Promise<Result>): Promise<Result> => {
  try {
    return await checked;
  } catch {
    throw verificationFailed();
  }
};

// A heavy library that most requests never need.
const load = () => import('@simplewebauthn/server');
/** EdDSA, ES256 and RS256, which cover common authenticators. */
const algorithms = [-8, -7, -257] as const;
const inBase64 = (id: Buffer) => ({ id: id.toString('base64url') });

export type WebAuthn = ReturnType<typeof createWebAuthn>;

/** Creates challenges for authenticators and verifies their answers, for the address of this site only. */
export function createWebAuthn(publicUrl: string) {
  const { hostname: rpID, origin } = new URL(publicUrl);
  return {
    async createOptions({
      siteName,
      user,
      existing,
      isPasskey,
    }: {
      siteName: string;
      user: { id: string; email: string };
      /** The account's credentials, so that an authenticator that has one doesn't create another. */
      existing: Buffer[];
      isPasskey: boolean;
    }) {
      const { generateRegistrationOptions } = await load();
      return generateRegistrationOptions({
        rpName: siteName,
        rpID,
        userName: user.email,
        userDisplayName: user.email,
        userID: new TextEncoder().encode(user.id),
        attestationType: 'none',
        supportedAlgorithmIDs: [...algorithms],
        excludeCredentials: existing.map(inBase64),
        authenticatorSelection: isPasskey
          ? { residentKey: 'required', userVerification: 'required' }
          : { residentKey: 'discouraged', userVerification: 'preferred' },
      });
    },

    async authenticationOptions({ allowed, isPasskey }: { allowed: Buffer[]; isPasskey: boolean }) {
      const { generateAuthenticationOptions } = await load();
      return generateAuthenticationOptions({
        rpID,
        allowCredentials: allowed.map(inBase64),
        userVerification: isPasskey ? 'required' : 'preferred',
      });
    },

    /** @throws AuthError 400 */
    async checkCreated(credential: CreatedCredential, challenge: string, isPasskey: boolean) {
      const { verifyRegistrationResponse } = await load();
      const { registrationInfo } = await orFail(
        verifyRegistrationResponse({
          response: credential,
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: rpID,
          requireUserVerification: isPasskey,
          supportedAlgorithmIDs: [...algorithms],
        }),
      );
      if (!registrationInfo) throw verificationFailed();
      const { id, publicKey, counter } = registrationInfo.credential;
      return {
        credential_id: Buffer.from(id, 'base64url'),
        public_key: Buffer.from(publicKey),
        counter: String(counter),
      };
    },

    /** @returns the authenticator's counter. @throws AuthError 400, also if the counter is behind the stored one */
    async checkUsed(
      credential: UsedCredential,
      challenge: string,
      stored: { credential_id: Buffer; public_key: Buffer; counter: string },
      isPasskey: boolean,
    ): Promise<string> {
      const { verifyAuthenticationResponse } = await load();
      const { verified, authenticationInfo } = await orFail(
        verifyAuthenticationResponse({
          response: credential,
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: rpID,
          requireUserVerification: isPasskey,
          credential: {
            ...inBase64(stored.credential_id),
            publicKey: new Uint8Array(stored.public_key),
            counter: Number(stored.counter),
          },
        }),
      );
      if (!verified) throw verificationFailed();
      return String(authenticationInfo.newCounter);
    },
  };
}
