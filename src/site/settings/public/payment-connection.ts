/** The state of payments. */
export type PaymentStatus = {
  mode: 'off' | 'sandbox' | 'test' | 'live';
  /** The types of events that the endpoint has to be registered for. */
  webhook_events: string[];
  last_event_at: string | null;
  /** Whether events should have come and have not. */
  is_silent: boolean;
  /** Whether something was sold, or is being paid for: the currency stays as it is. */
  has_sales: boolean;
};

/** What a change of the secret key does to members. */
export type KeyChangeLosses = {
  /** How many lose their plan: at once, or when what they paid for is over. */
  plans: number;
  /** When the last of them loses it, in UTC; null if all do at once. */
  lastUntil: string | null;
  /** How many lose the playbooks they bought. */
  buyers: number;
  /** How many the provider keeps charging. */
  charged: number;
  /** Whether the present key is one with which money moves. */
  isLive: boolean;
};

/** What settings need of billing, which stands above them. */
export type PaymentConnection = {
  /** Proves a secret key at the provider. @returns whether the provider answered. @throws AppError 422 */
  check(secretKey: string): Promise<boolean>;
  /**
   * What members lose if the secret key `current` is replaced by `next`, or removed. Undefined for a key of the same account
   * and mode.
   */
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
