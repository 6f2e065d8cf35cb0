import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { maximumPasswordBytes, minimumPasswordLength } from '#constants';
import { createConcurrencyLimit } from '#platform/http/concurrency-limit.server.ts';
import { onceUnlessItFails } from '#platform/once-unless-it-fails.ts';
import { AuthError, validationFailed } from '../auth-error.ts';

/** argon2id with the OWASP parameters: 19 MiB, two passes. */
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

const count = (text: string | undefined, otherwise: number) => Number(text) || otherwise;
/** This process's share of the cores. */
const cores = Math.floor(availableParallelism() / count(process.env.WEB_CONCURRENCY, 1));
/** Threads of Node's pool, which also reads files, compresses, and looks up names. */
const threads = count(process.env.UV_THREADPOOL_SIZE, 4);

/** Leaves a core and a thread to everything else, however many people sign in at once. */
const inTurn = createConcurrencyLimit(Math.max(1, Math.min(cores - 1, threads - 1)));

export const hashPassword = (password: string) => inTurn(() => hash(password, options));

const decoy = onceUnlessItFails(() => hashPassword('a password that nobody has'));

/**
 * Whether the password is correct. Without a hash (an unknown account, or one without a password), a decoy is verified, so that the
 * response time doesn't reveal who has an account.
 */
export async function verifyPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const known = passwordHash ?? (await decoy.get());
  const isCorrect = await inTurn(() => verify(known, password));
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
