import { createRequire } from 'node:module';
import type { Options } from '@node-rs/argon2';

const argon2: typeof import('@node-rs/argon2') = createRequire(import.meta.url)('@node-rs/argon2');

/** The least that the algorithm allows. The thousands of passwords of the tests would take minutes at what a site pays for each. */
const least = { memoryCost: 8, timeCost: 1 };
let isQuick = true;

/** For tests of what a password costs. */
export const payForPasswords = (value: boolean) => {
  isQuick = !value;
};

/** Stands for `@node-rs/argon2` in the processes of tests: the same algorithm with cheaper parameters, which are part of each hash. */
export const hash = (password: string, options: Options) =>
  argon2.hash(password, isQuick ? { ...options, ...least } : options);

export async function verify(known: string, password: string): Promise<boolean> {
  // A hash of another test is a quick one.
  if (!isQuick && known.includes('m=8,')) await argon2.hash(password);
  return argon2.verify(known, password);
}
