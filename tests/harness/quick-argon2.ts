import { createRequire } from 'node:module';
import type { Options } from '@node-rs/argon2';

const argon2: typeof import('@node-rs/argon2') = createRequire(import.meta.url)('@node-rs/argon2');

/** The minimum that the algorithm allows. With a site's parameters, the thousands of passwords in tests would take minutes. */
const least = { memoryCost: 8, timeCost: 1 };

/** The parameters that a site would have used for the hashes of this process. */
const prices = new Map<string, Options>();
/** The parameters of verified hashes, in order; undefined for a hash from elsewhere. */
export const paid: (Options | undefined)[] = [];

/** Replaces `@node-rs/argon2` in test processes: the same algorithm with cheaper parameters, which are part of each hash. */
export async function hash(password: string, options: Options): Promise<string> {
  const made = await argon2.hash(password, { ...options, ...least });
  prices.set(made, options);
  return made;
}

export function verify(known: string, password: string): Promise<boolean> {
  paid.push(prices.get(known));
  return argon2.verify(known, password);
}
