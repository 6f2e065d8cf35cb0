import { createRequire } from 'node:module';
import type { Options } from '@node-rs/argon2';

const argon2: typeof import('@node-rs/argon2') = createRequire(import.meta.url)('@node-rs/argon2');

/** The least that the algorithm allows. The thousands of passwords of the tests would take minutes at what a site pays for each. */
const least = { memoryCost: 8, timeCost: 1 };

/** What the hashes of this process would cost on a site. */
const prices = new Map<string, Options>();
/** What verifying has cost so far, in order; undefined for a hash from elsewhere. */
export const paid: (Options | undefined)[] = [];

/** Stands for `@node-rs/argon2` in the processes of tests: the same algorithm with cheaper parameters, which are part of each hash. */
export async function hash(password: string, options: Options): Promise<string> {
  const made = await argon2.hash(password, { ...options, ...least });
  prices.set(made, options);
  return made;
}

export function verify(known: string, password: string): Promise<boolean> {
  paid.push(prices.get(known));
  return argon2.verify(known, password);
}
