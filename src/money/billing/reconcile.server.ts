import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import { addDays } from './entitlement.ts';
import type { Events } from './events.server.ts';
import type { PaymentMode, SubscriptionFacts } from './payment-provider.ts';
import type { ActivePayments, Payments } from './payments.server.ts';
import { recomputeEntitlements } from './recompute-entitlements.server.ts';
import type { Sync } from './sync.server.ts';

/** A line about one difference from the provider, which has been repaired unless the line says otherwise. */
type Difference = string;
type Parts = { db: OperatorWriter<'payments'>; payments: Payments; sync: Sync; events: Events };

/** How far back refunds and disputes are compared. */
const refundDays = 60;

/** Compares the database with the provider and repairs the differences. */
export function createReconcile({ db, payments, sync, events }: Parts) {
  async function finishEvents(mode: PaymentMode): Promise<Difference[]> {
    const differences: Difference[] = [];
    for (const event of await events.unfinished(mode)) {
      const outcome = await payments
        .require()
        .then((active) => events.process(event, active))
        .catch((error: Error) => `failed again: ${error.message}`);
      differences.push(`event ${event.id} (${event.type}) was not finished: ${outcome}`);
    }
    return differences;
  }

  async function compareSubscriptions(active: ActivePayments): Promise<Difference[]> {
    const { mode } = active.provider;
    const customers = new Set(
      (await db.selectFrom('billing_customers').select('id').where('mode', '=', mode).execute()).map(
        ({ id }) => id,
      ),
    );
    const rows = await db.selectFrom('subscriptions').selectAll().where('mode', '=', mode).execute();
    const unmatched = new Map(rows.map((row) => [row.id, row]));
    const differences: Difference[] = [];
    for await (const facts of active.provider.listSubscriptions()) {
      const row = unmatched.get(facts.id);
      unmatched.delete(facts.id);
      if (!customers.has(facts.customerId)) continue;
      const difference = row ? compare(row, facts) : 'is missing from the database';
      if (difference === '') continue;
      const outcome = await sync.subscription(active, facts.id);
      if (row || !outcome.startsWith('ignored')) differences.push(`subscription ${facts.id}: ${difference}`);
    }
    for (const row of unmatched.values()) {
      if (['canceled', 'incomplete_expired'].includes(row.status)) continue;
      differences.push(
        `subscription ${row.id} is unknown to the provider and ends with its period (not changed)`,
      );
    }
    return differences;
  }

  async function compareCheckouts(active: ActivePayments): Promise<Difference[]> {
    const open = await db
      .selectFrom('checkouts')
      .select(['id', 'session_id'])
      .where('mode', '=', active.provider.mode)
      .where('status', '=', 'open')
      .execute();
    const differences: Difference[] = [];
    for (const { id, session_id } of open) {
      if (session_id) await sync.session(active, session_id);
      const { status } = await db
        .selectFrom('checkouts')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      if (status === 'complete') differences.push(`checkout ${id} was paid but not recorded`);
    }
    await sql`update checkouts set status = 'expired' where status = 'open' and session_id is null and expires_at < now()`.execute(
      db,
    );
    return differences;
  }

  async function compareRefunds(active: ActivePayments): Promise<Difference[]> {
    const differences: Difference[] = [];
    const checked = new Set<string>();
    for await (const id of active.provider.listRefundedCharges(addDays(new Date(), -refundDays))) {
      if (checked.has(id)) continue;
      checked.add(id);
      const before = await countRefunds();
      const outcome = await sync.charge(active, id);
      if ((await countRefunds()) !== before) differences.push(`charge ${id}: ${outcome}`);
    }
    return differences;
  }

  /** The numbers of stored refunds and disputes, as one string to compare. */
  async function countRefunds(): Promise<string> {
    const { rows } = await sql<{ counts: string }>`
      select (select count(*) filter (where is_refunded) || '/' || count(*) filter (where is_disputed) from playbook_payments) || ' '
        || (select count(*) filter (where is_refunded) || '/' || count(*) filter (where is_disputed) from refunded_invoices) as counts`.execute(
      db,
    );
    return rows[0]?.counts ?? '';
  }

  /** Recomputes every member who has a tier, a payment or a complimentary tier, by the settings as they are now. */
  async function compareMembers(): Promise<Difference[]> {
    const { policy } = await payments.resolve();
    const { rows } = await sql<{ id: string; email: string }>`
      select id, email from profiles where tier_id is not null or complimentary_tier_id is not null
        or id in (select user_id from subscriptions union all select user_id from playbook_payments)`.execute(
      db,
    );
    const differences: Difference[] = [];
    for (const { id, email } of rows) {
      const hasChanged = await db
        .transaction()
        .execute((transaction) => recomputeEntitlements(transaction, id, policy));
      if (hasChanged) differences.push(`${email} had the wrong tier`);
    }
    return differences;
  }

  return {
    /** @returns the differences, all repaired. */
    async all(): Promise<Difference[]> {
      const { provider, ...rest } = await payments.resolve();
      if (!provider) return compareMembers();
      const active = { provider, ...rest };
      return [
        ...(await finishEvents(provider.mode)),
        ...(await compareCheckouts(active)),
        ...(await compareSubscriptions(active)),
        ...(await compareRefunds(active)),
        ...(await compareMembers()),
      ];
    },

    /** What cannot wait for the next full comparison: tiers that have run out, and unfinished events. */
    async due(): Promise<void> {
      const { provider, policy } = await payments.resolve();
      const { rows } = await sql<{
        id: string;
      }>`select id from profiles where tier_until <= now() limit 1000`.execute(db);
      for (const { id } of rows)
        await db.transaction().execute((transaction) => recomputeEntitlements(transaction, id, policy));
      if (provider) await finishEvents(provider.mode);
    },

    /** Run when the payment settings have changed. */
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

/** @returns the fields that differ; an empty string if none do. */
function compare(row: Row, facts: SubscriptionFacts): string {
  const time = (value: Date | null) => value?.toISOString() ?? 'never';
  const fields = [
    ['status', row.status, facts.status],
    ['price', row.price_id, facts.priceId],
    ['cancel at period end', String(row.cancel_at_period_end), String(facts.cancelAtPeriodEnd)],
    ['cancel at', time(row.cancel_at), time(facts.cancelAt)],
    ['period end', time(row.current_period_end), time(facts.currentPeriodEnd)],
  ] as const;
  return fields
    .filter(([, local, remote]) => local !== remote)
    .map(([name, local, remote]) => `${name} ${local}, at the provider ${remote}`)
    .join('; ');
}
