import { StripeRefusal } from './refusal.ts';

/**
 * `permissions` of a restricted key, like `GET /v1/charges`; without them, everything is allowed. `account` is the id of another account,
 * but all accounts share the stored data.
 */
export type ApiKey = { isLive: boolean; isExpired?: boolean; permissions?: string[]; account?: string };

export const secretKey = 'sk_test_standin';
export const liveSecretKey = 'sk_live_standin';

export const apiKeys = () =>
  new Map<string, ApiKey>([
    [secretKey, { isLive: false }],
    [liveSecretKey, { isLive: true }],
  ]);

/** A key as Stripe's errors show it. */
const masked = (key: string) =>
  `${key.slice(0, 8)}${'*'.repeat(Math.max(0, key.length - 12))}${key.slice(-4)}`;

/** @returns the key @throws StripeRefusal 401, 403 */
export function authorize(
  keys: Map<string, ApiKey>,
  header: string | undefined,
  method: string,
  path: string,
): ApiKey {
  const secret = header?.replace(/^Bearer /, '') ?? '';
  if (/^pk_/.test(secret))
    throw new StripeRefusal(
      403,
      'secret_key_required',
      'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
    );
  const key = keys.get(secret);
  if (!key) throw new StripeRefusal(401, undefined, `Invalid API Key provided: ${masked(secret)}`);
  if (key.isExpired)
    throw new StripeRefusal(401, 'api_key_expired', `Expired API Key provided: ${masked(secret)}`);
  const isAllowed = key.permissions?.some((allowed) => `${method} ${path}`.startsWith(allowed)) ?? true;
  if (!isAllowed)
    throw new StripeRefusal(
      403,
      'more_permissions_required_for_application',
      `The provided key '${masked(secret)}' does not have the required permissions for this endpoint.`,
    );
  return key;
}
