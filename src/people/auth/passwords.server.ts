import { hash, verify } from '@node-rs/argon2';
import { maximumPasswordBytes, minimumPasswordLength } from '#constants';
import { AuthError, validationFailed } from './auth-error.ts';

/** argon2id with the OWASP parameters: 19 MiB, two passes. */
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const hashPassword = (password: string) => hash(password, options);

let decoy: Promise<string> | undefined;

/**
 * Whether the password is correct. Without a hash (an unknown account, or one without a password) a decoy is verified, so that the response time does not
 * reveal who has an account.
 */
export async function verifyPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  decoy ??= hashPassword('a password that nobody has');
  const isCorrect = await verify(passwordHash ?? (await decoy), password);
  return isCorrect && typeof passwordHash === 'string';
}

/** @throws AuthError 400, 422 */
export function checkPassword(password: string): void {
  if (Buffer.byteLength(password) > maximumPasswordBytes)
    throw validationFailed(`Password cannot be longer than ${maximumPasswordBytes} characters`);
  if ([...password].length < minimumPasswordLength) {
    const message = `Password should be at least ${minimumPasswordLength} characters.`;
    throw new AuthError(422, 'weak_password', message, { weak_password: { reasons: ['length'] } });
  }
}
