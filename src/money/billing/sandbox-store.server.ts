import type { OperatorWriter } from '#access/writable.server.ts';
import type { BillingInterval } from '#constants';
import { periodEnd } from './billing-periods.ts';
import type { SubscriptionFacts } from './payment-provider.ts';

/** The sandbox's objects by kind. Times are ISO 8601, amounts in the currency's minor unit. */
export type SandboxSession = {
  checkoutId: string;
  userId: string;
  customerId: string;
  status: 'open' | 'complete' | 'expired';
  name: string;
  amount: number;
  currency: string;
  interval: BillingInterval | null;
  priceId: string | null;
  trialDays: number;
  successUrl: string;
  cancelUrl: string;
  subscriptionId: string | null;
  paymentIntentId: string | null;
};
export type SandboxSubscription = {
  customerId: string;
  priceId: string;
  interval: BillingInterval;
  amount: number;
  currency: string;
  status: string;
  /** From when the periods are counted. */
  anchor: string;
  periodStart: string;
  periodEnd: string;
  cancelAtPeriodEnd: boolean;
  trialEnd: string | null;
  createdAt: string;
};
export type SandboxCharge = {
  customerId: string;
  paymentIntentId: string;
  amount: number;
  currency: string;
  isRefunded: boolean;
  isDisputed: boolean;
  invoice: { id: string; subscriptionId: string; paidUntil: string } | null;
};
type Kinds = { session: SandboxSession; subscription: SandboxSubscription; charge: SandboxCharge };

export type SandboxStore = ReturnType<typeof createSandboxStore>;

export function createSandboxStore(db: OperatorWriter<'payments'>) {
  return {
    async read<Kind extends keyof Kinds>(kind: Kind, id: string): Promise<Kinds[Kind] | undefined> {
      const row = await db
        .selectFrom('sandbox_objects')
        .select('data')
        .where('id', '=', id)
        .where('kind', '=', kind)
        .executeTakeFirst();
      return row?.data as Kinds[Kind] | undefined;
    },

    async write<Kind extends keyof Kinds>(kind: Kind, id: string, value: Kinds[Kind]): Promise<void> {
      const data = JSON.stringify(value);
      await db
        .insertInto('sandbox_objects')
        .values({ id, kind, data })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ data }))
        .execute();
    },

    /** Newest first. */
    async list<Kind extends keyof Kinds>(kind: Kind): Promise<{ id: string; data: Kinds[Kind] }[]> {
      const rows = await db
        .selectFrom('sandbox_objects')
        .select(['id', 'data'])
        .where('kind', '=', kind)
        .orderBy('created_at', 'desc')
        .execute();
      return rows.map(({ id, data }) => ({ id, data: data as Kinds[Kind] }));
    },
  };
}

/** The subscription as of `now`: trials end, periods follow one another, a canceled subscription ends. */
export function advance(subscription: SandboxSubscription, now = new Date()): SandboxSubscription {
  let current = subscription;
  while (['trialing', 'active'].includes(current.status) && new Date(current.periodEnd) <= now) {
    if (current.cancelAtPeriodEnd) return { ...current, status: 'canceled' };
    const periodStart = current.periodEnd;
    const end = periodEnd(new Date(current.anchor), current.interval, new Date(periodStart));
    current = { ...current, status: 'active', periodStart, periodEnd: end.toISOString() };
  }
  return current;
}

export function toFacts(id: string, subscription: SandboxSubscription): SubscriptionFacts {
  const now = advance(subscription);
  return {
    id,
    customerId: now.customerId,
    itemId: `si_${id}`,
    priceId: now.priceId,
    status: now.status,
    currentPeriodStart: new Date(now.periodStart),
    currentPeriodEnd: new Date(now.periodEnd),
    cancelAtPeriodEnd: now.cancelAtPeriodEnd,
    cancelAt: null,
    trialEnd: now.trialEnd ? new Date(now.trialEnd) : null,
    createdAt: new Date(now.createdAt),
  };
}
