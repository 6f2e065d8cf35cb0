import { hash, verify } from '@node-rs/argon2';

/** argon2id with the OWASP parameters: 19 MiB, two passes. */
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const hashPassword = (password: string) => hash(password, options);

let decoy: Promise<string> | undefined;

/**
 * Whether the password is correct. Without a hash (an unknown account) a decoy is verified, so that the response time does not
 * reveal who has an account.
 */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('a password that nobody has');
  const isCorrect = await verify(passwordHash ?? (await decoy), password);
  return isCorrect && passwordHash !== undefined;
}
