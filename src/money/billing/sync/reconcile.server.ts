import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import { messageOf } from '#platform/error-message.ts';
import { formatMoney } from '#ui/format.ts';
import { stopChargingForFreeTiers } from '../checkout/free-tiers.server.ts';
import type { Notices } from '../notices.server.ts';
import type { PaymentMode, SubscriptionFacts } from '../payment-provider.ts';
import { endedStatuses } from '../public/subscription-statuses.ts';
import type { Reversals } from '../reversals/reversals.server.ts';
import { findDuplicates } from '../subscription/current-subscription.server.ts';
import { addDays, granted, type SubscriptionState } from '../subscription/entitlement.ts';
import { type BillingPolicy, recomputeEntitlements } from '../subscription/recompute-entitlements.server.ts';
import { readMissing, readSubscription } from '../subscription/subscription-states.server.ts';
import type { ActivePayments, Payments } from './active-payments.server.ts';
import type { Events } from './events.server.ts';
import { tellProvider } from './provider-records.server.ts';
import type { Sync } from './sync.server.ts';

/** A line about one difference from the provider, which has been repaired unless the line says otherwise. */
type Difference = string;

/** Report objects that fail to compare, and continue with the rest. */
async function attempt(differences: Difference[], name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    differences.push(`${name} could not be compared: ${messageOf(error)}`);
  }
}

type Parts = {
  db: OperatorWriter<'payments'>;
  payments: Payments;
  sync: Sync;
  events: Events;
  reversals: Reversals;
  notices: Notices;
};

/** How far back refunds and disputes are compared. */
const refundDays = 60;
/** How long a run works on unfinished events; the others wait for the next one. */
const eventMilliseconds = 40_000;

/** Compares the database with the provider and repairs the differences. */
export function createReconcile({ db, payments, sync, events, reversals, notices }: Parts) {
  async function finishEvents(mode: PaymentMode): Promise<Difference[]> {
    const differences: Difference[] = [];
    const end = Date.now() + eventMilliseconds;
    for (const event of await events.unfinished(mode)) {
      if (Date.now() > end) break;
      const outcome = await payments
        .require()
        .then((active) => events.process(event, active))
        .catch((error: Error) => `failed again (attempt ${event.attempts + 1}): ${error.message}`);
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
    const compareOne = async (facts: SubscriptionFacts) => {
      const row = unmatched.get(facts.id);
      unmatched.delete(facts.id);
      if (!customers.has(facts.customerId) && row?.customer_id !== facts.customerId) return;
      const difference = row ? compare(row, facts) : 'is missing from the database';
      if (difference === '') return;
      const { kind } = await sync.subscription(active, facts.id);
      if (row || kind !== 'ignored') differences.push(`subscription ${facts.id}: ${difference}`);
    };
    await attempt(differences, 'the list of subscriptions', async () => {
      for await (const facts of active.provider.listSubscriptions())
        await attempt(differences, `subscription ${facts.id}`, () => compareOne(facts));
      for (const row of unmatched.values())
        await attempt(differences, `subscription ${row.id}`, () => compareUnknown(active, row));
    });
    for (const { email, subscriptions } of await findDuplicates(db, mode)) {
      const list = subscriptions.map(
        ({ id, name, amount, currency, interval }) =>
          `${id} (${name}, ${formatMoney(amount, currency)} per ${interval})`,
      );
      differences.push(
        `${email} has ${list.length} current subscriptions: ${list.join(', ')} (not changed: cancel all but one at the provider)`,
      );
    }
    return differences;

    async function compareUnknown(active: ActivePayments, row: Row & { id: string }) {
      if (endedStatuses.includes(row.status)) return;
      await sync.subscription(active, row.id);
      if (row.missing_since) return;
      const state = await readSubscription(db, row.id);
      const end = state && granted(state, active.policy.graceDays, new Date())?.until.toISOString();
      differences.push(
        `subscription ${row.id} is unknown to the provider and ${end ? `ends at ${end}` : 'has ended'}`,
      );
    }
  }

  async function compareCheckouts(active: ActivePayments): Promise<Difference[]> {
    const open = await db
      .selectFrom('checkouts')
      .select(['id', 'session_id'])
      .where('mode', '=', active.provider.mode)
      .where('status', 'in', ['open', 'processing'])
      .execute();
    const differences: Difference[] = [];
    for (const { id, session_id } of open)
      await attempt(differences, `checkout ${id}`, async () => {
        if (session_id) await sync.session(active, session_id);
        const { status } = await db
          .selectFrom('checkouts')
          .select('status')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        if (status === 'complete') differences.push(`checkout ${id} was paid but not recorded`);
      });
    await sql`update checkouts set status = 'expired' where status = 'open' and session_id is null and expires_at < now()`.execute(
      db,
    );
    return differences;
  }

  async function compareRefunds(active: ActivePayments): Promise<Difference[]> {
    const differences: Difference[] = [];
    const checked = new Set<string>();
    const compareOne = async (id: string) => {
      const before = await countRefunds();
      const { summary } = await sync.charge(active, id);
      if ((await countRefunds()) !== before) differences.push(`charge ${id}: ${summary}`);
    };
    await attempt(differences, 'the list of refunds', async () => {
      for await (const id of active.provider.listRefundedCharges(addDays(new Date(), -refundDays))) {
        if (checked.has(id)) continue;
        checked.add(id);
        await attempt(differences, `charge ${id}`, () => compareOne(id));
      }
    });
    return differences;
  }

  /** The numbers of stored refunds and disputes, as one string to compare. */
  async function countRefunds(): Promise<string> {
    const counts = sql`concat_ws('/', count(*) filter (where is_refunded), sum(refunded_amount), count(*) filter (where is_disputed),
      count(*) filter (where is_dispute_lost))`;
    const { rows } = await sql<{ counts: string }>`
      select (select ${counts} from playbook_payments) || ' ' || (select ${counts} from refunded_invoices) as counts`.execute(
      db,
    );
    return rows[0]?.counts ?? '';
  }

  const recompute = (id: string, policy: BillingPolicy) =>
    db.transaction().execute((transaction) => recomputeEntitlements(transaction, id, policy));

  /**
   * Recomputes the members who have a tier, a payment or a complimentary tier, by the settings as they are now: all, or so many of those
   * `after` an id. @returns the last id, if there may be more
   */
  async function recomputeMembers({
    after = null,
    limit = null,
  }: {
    after?: string | null;
    limit?: number | null;
  }) {
    const { policy } = await payments.resolve();
    const { rows } = await sql<{ id: string; email: string }>`
      select id, email from profiles where (tier_id is not null or complimentary_tier_id is not null
        or id in (select user_id from subscriptions union all select user_id from playbook_payments
          union all select redeemed_by from gifts))
        and (${after}::uuid is null or id > ${after}::uuid) order by id limit ${limit}::int`.execute(db);
    const differences: Difference[] = [];
    for (const { id, email } of rows)
      await attempt(differences, email, async () => {
        if (await recompute(id, policy)) differences.push(`${email} had the wrong tier`);
      });
    return { differences, last: rows.length === limit ? rows.at(-1)?.id : undefined };
  }
  const compareMembers = async () => (await recomputeMembers({})).differences;

  /** Ends the subscriptions that the provider no longer knows, once they grant nothing any more. */
  async function endMissing(active: ActivePayments): Promise<void> {
    const isOver = (subscription: SubscriptionState) =>
      granted(subscription, active.policy.graceDays, new Date()) === undefined;
    for (const { id } of (await readMissing(db, active.provider.mode)).filter(isOver))
      await attempt([], id, async () => void (await sync.subscription(active, id)));
  }

  return {
    /** @returns the differences, repaired unless they say otherwise. */
    async all(): Promise<Difference[]> {
      const { provider, ...rest } = await payments.resolve();
      if (!provider) return compareMembers();
      const active = { provider, ...rest };
      return [
        ...(await finishEvents(provider.mode)),
        ...(await compareCheckouts(active)),
        ...(await compareSubscriptions(active)),
        ...(await stopChargingForFreeTiers(db, sync, active)),
        ...(await tellProvider(db, active)),
        ...(await compareRefunds(active)),
        ...(await reversals.settle(active)),
        ...(await compareMembers()),
      ];
    },

    /** What cannot wait for the next full comparison, such as tiers that have run out, unfinished events and payments that went back. */
    async due(): Promise<void> {
      const { provider, ...rest } = await payments.resolve();
      const { rows } = await sql<{
        id: string;
      }>`select id from profiles where tier_until <= now() limit 1000`.execute(db);
      // The full comparison reports a member who cannot be recomputed; the others do not wait for it.
      for (const { id } of rows) await attempt([], id, async () => void (await recompute(id, rest.policy)));
      if (!provider) return;
      const active = { provider, ...rest };
      await endMissing(active);
      await stopChargingForFreeTiers(db, sync, active);
      await tellProvider(db, active);
      await finishEvents(provider.mode);
      await reversals.settle({ provider, ...rest });
      await notices.due(provider.mode);
    },

    recomputeMembers,
  };
}

type Row = {
  status: string;
  price_id: string;
  quantity: number;
  cancel_at_period_end: boolean;
  current_period_end: Date;
  cancel_at: Date | null;
  pending_price_id: string | null;
  missing_since: Date | null;
};

/** @returns the fields that differ; an empty string if none do. */
function compare(row: Row, facts: SubscriptionFacts): string {
  const time = (value: Date | null) => value?.toISOString() ?? 'never';
  const fields = [
    ['known', row.missing_since ? 'no' : 'yes', 'yes'],
    ['status', row.status, facts.status],
    ['price', row.price_id, facts.priceId],
    ['quantity', String(row.quantity), String(facts.quantity)],
    ['cancel at period end', String(row.cancel_at_period_end), String(facts.cancelAtPeriodEnd)],
    ['cancel at', time(row.cancel_at), time(facts.cancelAt)],
    ['pending price', row.pending_price_id ?? 'none', facts.pending?.priceId ?? 'none'],
    ['period end', time(row.current_period_end), time(facts.currentPeriodEnd)],
  ] as const;
  return fields
    .filter(([, local, remote]) => local !== remote)
    .map(([name, local, remote]) => `${name} ${local}, at the provider ${remote}`)
    .join('; ');
}
