import { createHash } from 'node:crypto';
import { commonPasswords, minimumPasswordLength } from '#constants';
import type { Log } from '#platform/observability/log.server.ts';
import { onceUnlessItFails } from '#platform/once-unless-it-fails.ts';
import type { LoadSignInSettings } from '#site/settings/public/sign-in-settings.server.ts';
import { AuthError } from '../auth-error.ts';
import { checkPassword } from './passwords.server.ts';

type Parts = { signInSettings: LoadSignInSettings; providersBase: string | undefined; log: Log };

const known = () =>
  new AuthError(
    422,
    'weak_password',
    'Password is known to be weak and easy to guess, please choose a different one.',
    { weak_password: { reasons: ['pwned'] } },
  );
const millisecondsForAnswer = 3_000;

/** The most common passwords, from lists of leaked ones. */
const common = onceUnlessItFails(async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const words = dictionary['passwords-common'] as string[];
  return new Set(words.filter((word) => word.length >= minimumPasswordLength).slice(0, commonPasswords));
});

/** The owner's rules for new passwords. */
export function createPasswordRules({ signInSettings, providersBase, log }: Parts) {
  const service =
    providersBase === undefined ? 'https://api.pwnedpasswords.com' : `${providersBase}/passwords`;

  /** Sends only the first five digits of the password's hash, and looks for the rest among the hundreds of hashes in the answer. */
  async function isLeaked(password: string): Promise<boolean> {
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
    try {
      const response = await fetch(`${service}/range/${hash.slice(0, 5)}`, {
        headers: { 'Add-Padding': 'true' },
        redirect: 'error',
        signal: AbortSignal.timeout(millisecondsForAnswer),
      });
      if (!response.ok) throw new Error(`The service answered ${response.status}.`);
      const lines = (await response.text()).split('\n').map((line) => line.trim().split(':'));
      return lines.some(([rest, count]) => rest === hash.slice(5) && count !== '0');
    } catch (error) {
      // An outage of that service must not keep anyone from signing up.
      log.warn('The service for leaked passwords could not be reached', { error });
      return false;
    }
  }

  return {
    /** @throws AuthError 400, 422 */
    async check(password: string): Promise<void> {
      checkPassword(password);
      const { refuse_common_passwords, ask_about_leaked_passwords } = await signInSettings();
      if (refuse_common_passwords && (await common.get()).has(password.toLowerCase())) throw known();
      if (ask_about_leaked_passwords && (await isLeaked(password))) throw known();
    },
  };
}

export type PasswordRules = ReturnType<typeof createPasswordRules>;
