import { hash, verify } from '@node-rs/argon2';

/** argon2id with the OWASP parameters: 19 MiB, two passes. */
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const hashPassword = (password: string) => hash(password, options);

let decoy: Promise<string> | undefined;

/**
 * Whether the password is right. Without a hash (an unknown account) the same work is done for nothing, so that the
 * time an answer takes does not tell who has an account.
 */
export async function isPasswordRight(passwordHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('a password that nobody has');
  const right = await verify(passwordHash ?? (await decoy), password);
  return right && passwordHash !== undefined;
}
