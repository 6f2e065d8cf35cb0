import { AppError } from '#platform/errors.ts';
import { accountInKey } from './public/account-in-key.ts';

const modeIn = (key: string) => /_(test|live)_/.exec(key)?.[1];

/**
 * Of two modes or accounts, page and server would talk about different payments. An empty key or null matches any.
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
      `stripe_secret_key: One key is a ${modes[0]} key and the other a ${modes[1]} key. Enter both keys of the same mode.`,
    );
  if (differs(accountInKey))
    throw new AppError(
      'validation_failed',
      'stripe_secret_key: The two keys belong to different accounts. Copy both from the same page.',
    );
}
