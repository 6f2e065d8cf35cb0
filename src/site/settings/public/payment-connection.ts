import type { AdminSettings } from '../settings-admin.contract.ts';

/** The state of payments. */
export type PaymentStatus = AdminSettings['payments'];

/** The consequences for members of changing the secret key. */
export type KeyChangeLosses = {
  /** How many lose their plan, at once or at the end of the paid period. */
  plans: number;
  /** When the last of them loses it, in UTC; null if all lose it at once. */
  lastUntil: string | null;
  /** How many lose the playbooks they bought. */
  buyers: number;
  /** How many the provider keeps charging. */
  charged: number;
  /** Whether the current key moves real money. */
  isLive: boolean;
};

/** The parts of billing that settings need; imports only go from billing to settings. */
export type PaymentConnection = {
  /** Checks a secret key with the provider. @returns whether the provider answered. @throws AppError 422 */
  check(secretKey: string): Promise<boolean>;
  /** What members lose if the secret key `current` is replaced by `next`, or removed. Undefined for a key of the same account and mode. */
  countLosses(current: string, next: string | undefined): Promise<KeyChangeLosses | undefined>;
  status(): Promise<PaymentStatus>;
  /**
   * Registers `url` for the site's events, or repairs its registration.
   * @returns the signing secret, if the endpoint is new. @throws AppError 422, 502
   */
  registerWebhook(
    secretKey: string,
    url: string,
    isSecretKnown: boolean,
  ): Promise<{ outcome: 'created' | 'repaired' | 'unchanged'; secret?: string }>;
};
