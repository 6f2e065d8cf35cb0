import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import type { PaymentConnection, PaymentStatus } from '#site/settings/public/payment-connection.ts';
import { modeOf } from './payment-mode.ts';
import type { PaymentMode } from './payment-provider.ts';
import { isBeingPaid } from './public/open-checkouts.service.server.ts';
import { renewingStatuses } from './public/subscription-statuses.ts';
import { readWebhookState } from './public/webhook-state.server.ts';
import { stripeEvents } from './stripe-events.ts';
import type { Payments } from './sync/active-payments.server.ts';
import type { Events } from './sync/events.server.ts';

type Parts = {
  db: OperatorWriter<'payments'>;
  payments: Payments;
  events: Pick<Events, 'refusedAt'>;
  apiBase: string | undefined;
};

/** The parts of billing that the owner's settings need: the state of payments, and actions at the provider. */
export function createPaymentConnection({ db, payments, events, apiBase }: Parts): PaymentConnection {
  /** Loaded on first use: the library is large, and a site without keys never needs it. */
  async function accountOf(secretKey: string) {
    const { createStripeAccount } = await import('./stripe/stripe-account.server.ts');
    return createStripeAccount(secretKey, apiBase);
  }

  async function isSameAccount(current: string, next: string): Promise<boolean> {
    if (current === next) return true;
    if (modeOf(current) !== modeOf(next)) return false;
    const [one, other] = await Promise.all(
      [current, next].map(async (key) => (await accountOf(key)).accountId()),
    );
    return one !== undefined && one === other;
  }

  /** How many members have a plan from a subscription, and when the last of these plans ends without renewals. */
  async function countPlans(mode: PaymentMode): Promise<{ count: number; last: Date | null }> {
    const { rows } = await sql<{ count: number; last: Date | null }>`
      select count(*)::int as count, max(tier_until) as last from profiles
      where exists (select from subscriptions subscription where user_id = profiles.id and mode = ${mode}
          and status = any(${renewingStatuses}) and tier_id = current_tier_id(profiles))
        and not (complimentary_tier_id is not distinct from tier_id
          and (complimentary_until is null or complimentary_until > now()))`.execute(db);
    return rows[0] ?? { count: 0, last: null };
  }

  /** How many members have a subscription that the provider renews. */
  async function countCharged(mode: PaymentMode): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(distinct user_id)::int as count from subscriptions
      where mode = ${mode} and status = any(${renewingStatuses}) and missing_since is null
        and not cancel_at_period_end and cancel_at is null`.execute(db);
    return rows[0]?.count ?? 0;
  }

  async function countBuyers(mode: PaymentMode): Promise<number> {
    const { rows } = await sql<{
      count: number;
    }>`select count(distinct user_id)::int as count from playbook_payments
      where mode = ${mode} and not is_refunded and not is_disputed`.execute(db);
    return rows[0]?.count ?? 0;
  }

  async function status(): Promise<PaymentStatus> {
    const { provider } = await payments.resolve();
    const mode = provider?.mode;
    const hasSales = (sold: PaymentMode) => sql`exists (select from subscriptions where mode = ${sold}
        union all select from playbook_payments where mode = ${sold}
        union all select from checkouts where mode = ${sold} and ${isBeingPaid})`;
    const { rows } = await sql<{ live: boolean; current: boolean }>`
      select ${hasSales('live')} as live, ${hasSales(mode ?? 'live')} as current`.execute(db);
    const { live, current } = rows[0] ?? { live: false, current: false };
    const { unprovedSince, ...webhook } = await readWebhookState(db, mode);
    const refusedAt = events.refusedAt();
    // Once an event had the right one, wrong signatures come from strangers, who must not be able to alarm the owner.
    const canBeWrong = mode !== 'sandbox' && unprovedSince && refusedAt && refusedAt > unprovedSince;
    return {
      mode: mode ?? 'off',
      webhook_events: [...stripeEvents],
      ...webhook,
      refused_event_at: canBeWrong ? refusedAt.toISOString() : null,
      has_sales: live || current,
      has_live_sales: live,
      has_sandbox: payments.modeWith(undefined) === 'sandbox',
    };
  }

  return {
    async check(secretKey) {
      return (await accountOf(secretKey)).check();
    },

    async countLosses(current, next) {
      if (next !== undefined && (await isSameAccount(current, next))) return undefined;
      const mode = modeOf(current);
      // Plans of a mode that still counts continue until their paid period ends, although nothing here renews them.
      const stillCounts = payments.modeWith(next) === mode;
      const { count, last } = await countPlans(mode);
      return {
        plans: count,
        lastUntil: (stillCounts && last?.toISOString()) || null,
        buyers: stillCounts ? 0 : await countBuyers(mode),
        charged: await countCharged(mode),
        isLive: mode === 'live',
      };
    },

    status,

    async registerWebhook(secretKey, url, isSecretKnown) {
      const { last_event_at, is_silent, unprovedSince } = await readWebhookState(db, modeOf(secretKey));
      // Until an event has its signature, the known secret may be wrong, or belong to another mode or account.
      const isProved = last_event_at !== null && unprovedSince === null && !is_silent;
      return (await accountOf(secretKey)).registerWebhook(url, isSecretKnown && isProved);
    },
  };
}
