import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import { webhookSilence } from '#constants';
import type { PaymentConnection, PaymentStatus } from '#site/settings/public/payment-connection.ts';
import { addDays } from './entitlement.ts';
import type { PaymentMode } from './payment-provider.ts';
import type { Payments } from './payments.server.ts';
import { webhookEvents } from './public/webhook-events.ts';

type Parts = { db: OperatorWriter<'payments'>; payments: Payments; apiBase: string | undefined };

const modeOf = (secretKey: string) => (secretKey.includes('_live_') ? 'live' : 'test');

/** What the owner's settings need to know about payments, and do at the provider. */
export function createPaymentConnection({ db, payments, apiBase }: Parts): PaymentConnection {
  /** Loaded on first use: the library is large, and a site without keys never needs it. */
  async function accountOf(secretKey: string) {
    const { createStripeAccount } = await import('./stripe-account.server.ts');
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

  async function countPlans(mode: PaymentMode): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from profiles
      where exists (select from subscriptions subscription where user_id = profiles.id and mode = ${mode}
          and status in ('trialing', 'active', 'past_due') and tier_id = current_tier_id(profiles))
        and not (complimentary_tier_id is not distinct from tier_id
          and (complimentary_until is null or complimentary_until > now()))`.execute(db);
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
    const { rows } = await sql<{ last_event_at: Date | null; is_silent: boolean; has_sales: boolean }>`
      with subscribed as (select status, interval, created_at from subscriptions where mode = ${mode ?? null}),
        current as (select interval, created_at from subscribed where status in ('trialing', 'active', 'past_due')),
        event as (select max(received_at) as last from billing_events where mode = ${mode ?? null})
      select event.last as last_event_at,
        exists (select from current where event.last is null and created_at < ${addDays(new Date(), -webhookSilence.daysUntilFirst)}
          or event.last < ${addDays(new Date(), -webhookSilence.days)} and interval = 'month') as is_silent,
        exists (select from subscribed) or exists (select from playbook_payments where mode = ${mode ?? null})
          or exists (select from subscriptions where mode = 'live') or exists (select from playbook_payments where mode = 'live')
          or exists (select from checkouts where mode = ${mode ?? null} and status = 'open' and expires_at > now()) as has_sales
      from event`.execute(db);
    const { last_event_at = null, is_silent = false, has_sales = false } = rows[0] ?? {};
    return {
      mode: mode ?? 'off',
      webhook_events: [...webhookEvents],
      last_event_at: last_event_at?.toISOString() ?? null,
      is_silent: is_silent && (mode === 'test' || mode === 'live'),
      has_sales,
    };
  }

  return {
    async check(secretKey) {
      return (await accountOf(secretKey)).check();
    },

    async countLosses(current, next) {
      if (next !== undefined && (await isSameAccount(current, next))) return { plans: 0, buyers: 0 };
      const mode = modeOf(current);
      const staysInMode = next !== undefined && modeOf(next) === mode;
      return { plans: await countPlans(mode), buyers: staysInMode ? 0 : await countBuyers(mode) };
    },

    status,

    async registerWebhook(secretKey, url, isSecretKnown) {
      const { last_event_at } = await status();
      // Without an event, the known secret may be that of an endpoint in another mode or account.
      return (await accountOf(secretKey)).registerWebhook(url, isSecretKnown && last_event_at !== null);
    },
  };
}
