import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import { addDays } from './entitlement.ts';
import type { Events } from './events.server.ts';
import type { PaymentProvider, SubscriptionFacts } from './payment-provider.ts';
import type { Payments } from './payments.server.ts';
import { recomputeEntitlements } from './recompute-entitlements.server.ts';
import type { Sync } from './sync.server.ts';

/** One thing that was not as the provider has it, and has been mended unless it says otherwise. */
type Drift = string;
type Parts = { db: OperatorWriter<'payments'>; payments: Payments; sync: Sync; events: Events };

/** How far back refunds and disputes are looked through. */
const returnsDays = 60;

/** Compares the provider with the database and repairs the difference. */
export function createReconcile({ db, payments, sync, events }: Parts) {
  async function finishEvents(provider: PaymentProvider): Promise<Drift[]> {
    const drift: Drift[] = [];
    for (const event of await events.unfinished(provider.mode)) {
      const outcome = await events.process(event).catch((error: Error) => `failed again: ${error.message}`);
      drift.push(`event ${event.id} (${event.type}) was not finished: ${outcome}`);
    }
    return drift;
  }

  async function compareSubscriptions(provider: PaymentProvider): Promise<Drift[]> {
    const customers = new Set(
      (await db.selectFrom('billing_customers').select('id').where('mode', '=', provider.mode).execute()).map(
        ({ id }) => id,
      ),
    );
    const rows = await db.selectFrom('subscriptions').selectAll().where('mode', '=', provider.mode).execute();
    const kept = new Map(rows.map((row) => [row.id, row]));
    const drift: Drift[] = [];
    for await (const facts of provider.listSubscriptions()) {
      const row = kept.get(facts.id);
      kept.delete(facts.id);
      if (!customers.has(facts.customerId)) continue;
      const difference = row ? differences(row, facts) : 'is not in the database';
      if (difference === '') continue;
      const outcome = await sync.subscription(facts.id);
      if (row || !outcome.startsWith('ignored')) drift.push(`subscription ${facts.id}: ${difference}`);
    }
    for (const row of kept.values()) {
      if (['canceled', 'incomplete_expired'].includes(row.status)) continue;
      drift.push(
        `subscription ${row.id} is unknown to the provider; it ends with its period (left as it is)`,
      );
    }
    return drift;
  }

  async function compareCheckouts({ mode }: PaymentProvider): Promise<Drift[]> {
    const open = await db
      .selectFrom('checkouts')
      .select(['id', 'session_id'])
      .where('mode', '=', mode)
      .where('status', '=', 'open')
      .execute();
    const drift: Drift[] = [];
    for (const { id, session_id } of open) {
      if (session_id) await sync.session(session_id);
      const { status } = await db
        .selectFrom('checkouts')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      if (status === 'complete') drift.push(`checkout ${id} was paid and not yet taken in`);
    }
    await sql`update checkouts set status = 'expired' where status = 'open' and session_id is null and expires_at < now()`.execute(
      db,
    );
    return drift;
  }

  async function compareReturns(provider: PaymentProvider): Promise<Drift[]> {
    const drift: Drift[] = [];
    const seen = new Set<string>();
    for await (const id of provider.listRefundedCharges(addDays(new Date(), -returnsDays))) {
      if (seen.has(id)) continue;
      seen.add(id);
      const before = await returned();
      const outcome = await sync.charge(id);
      if ((await returned()) !== before) drift.push(`charge ${id}: ${outcome}`);
    }
    return drift;
  }

  /** All refunds and disputes that are known, as one number to compare. */
  async function returned(): Promise<string> {
    const { rows } = await sql<{ known: string }>`
      select (select count(*) filter (where is_refunded) || '/' || count(*) filter (where is_disputed) from playbook_payments) || ' '
        || (select count(*) filter (where is_refunded) || '/' || count(*) filter (where is_disputed) from refunded_invoices) as known`.execute(
      db,
    );
    return rows[0]?.known ?? '';
  }

  /** Every member with a tier, a payment or a gift. */
  async function compareMembers(): Promise<Drift[]> {
    const policy = await payments.policy();
    const { rows } = await sql<{ id: string; email: string }>`
      select id, email from profiles where tier_id is not null or complimentary_tier_id is not null
        or id in (select user_id from subscriptions union all select user_id from playbook_payments)`.execute(
      db,
    );
    const drift: Drift[] = [];
    for (const { id, email } of rows) {
      const hasChanged = await db
        .transaction()
        .execute((transaction) => recomputeEntitlements(transaction, id, policy));
      if (hasChanged) drift.push(`${email} had another tier than he has paid for or was given`);
    }
    return drift;
  }

  return {
    /** @returns what was found and mended, a line each. */
    async all(): Promise<Drift[]> {
      const provider = await payments.provider();
      if (!provider) return compareMembers();
      return [
        ...(await finishEvents(provider)),
        ...(await compareCheckouts(provider)),
        ...(await compareSubscriptions(provider)),
        ...(await compareReturns(provider)),
        ...(await compareMembers()),
      ];
    },

    /** What cannot wait for the next comparison: tiers whose time is over, events that were never finished. */
    async due(): Promise<void> {
      const policy = await payments.policy();
      const { rows } = await sql<{
        id: string;
      }>`select id from profiles where tier_until <= now() limit 1000`.execute(db);
      for (const { id } of rows)
        await db.transaction().execute((transaction) => recomputeEntitlements(transaction, id, policy));
      const provider = await payments.provider();
      if (provider) await finishEvents(provider);
    },

    /** After the settings have changed whose payments count. */
    members: compareMembers,
  };
}

type Row = {
  status: string;
  price_id: string;
  cancel_at_period_end: boolean;
  current_period_end: Date;
  cancel_at: Date | null;
};

function differences(row: Row, facts: SubscriptionFacts): string {
  const time = (moment: Date | null) => moment?.toISOString() ?? 'never';
  const pairs = [
    ['status', row.status, facts.status],
    ['price', row.price_id, facts.priceId],
    ['cancelled', String(row.cancel_at_period_end), String(facts.cancelAtPeriodEnd)],
    ['cancelled at', time(row.cancel_at), time(facts.cancelAt)],
    ['period end', time(row.current_period_end), time(facts.currentPeriodEnd)],
  ] as const;
  return pairs
    .filter(([, here, there]) => here !== there)
    .map(([name, here, there]) => `${name} ${here}, at the provider ${there}`)
    .join('; ');
}
