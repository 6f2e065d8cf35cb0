import { AppError } from '#platform/errors.ts';
import { accountInKey } from './public/account-in-key.ts';
import * as m from './words/messages.ts';

const modeIn = (key: string) => /_(test|live)_/.exec(key)?.[1];

/**
 * With keys of different modes or accounts, page and server would handle different payments. An empty key or null matches any.
 * @throws AppError 422
 */
export function assertMatchingKeys(publishable: string | null, secret: string | null): void {
  const differs = (read: (key: string) => string | undefined) => {
    const [one, other] = [read(publishable ?? ''), read(secret ?? '')];
    return one !== undefined && other !== undefined && one !== other ? [one, other] : undefined;
  };
  const modes = differs(modeIn);
  if (modes)
    throw new AppError(
      'validation_failed',
      `stripe_secret_key: ${m.refused_two_modes({ one: modes[0] ?? '', other: modes[1] ?? '' })}`,
    );
  if (differs(accountInKey))
    throw new AppError('validation_failed', `stripe_secret_key: ${m.refused_two_accounts()}`);
}
