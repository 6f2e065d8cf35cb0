import type { OperatorWriter } from '#access/writable.server.ts';
import { formatMoney } from '#ui/format.ts';
import type { SubscriptionFacts } from '../payment-provider.ts';
import { endedStatuses } from '../public/subscription-statuses.ts';
import { type DuplicateSubscriptions, findDuplicates } from '../subscription/current-subscription.server.ts';
import { granted } from '../subscription/entitlement.ts';
import { readSubscription } from '../subscription/subscription-states.server.ts';
import type { ActivePayments } from './active-payments.server.ts';
import { attempt, type Difference } from './differences.ts';
import type { Sync } from './sync.server.ts';

type Parts = { db: OperatorWriter<'payments'>; sync: Sync };

/** Compares the subscriptions of the site's customers with the provider's, and repairs differences. */
export async function compareSubscriptions(parts: Parts, active: ActivePayments): Promise<Difference[]> {
  const { db, sync } = parts;
  const { mode } = active.provider;
  const customers = new Set(
    (await db.selectFrom('billing_customers').select('id').where('mode', '=', mode).execute()).map(
      ({ id }) => id,
    ),
  );
  const rows = await db
    .selectFrom('subscriptions')
    .selectAll()
    .select((select) => {
      const invoices = select
        .selectFrom('subscription_invoices')
        .select('subscription_invoices.id')
        .whereRef('subscription_id', '=', 'subscriptions.id');
      return select
        .or([
          select.exists(invoices.where('subscription_invoices.status', '=', 'open')),
          // Recorded by a release that stored no invoices.
          select.and([
            select('subscriptions.status', 'in', ['active', 'past_due']),
            select.not(select.exists(invoices)),
          ]),
        ])
        .as('may_lack_payments');
    })
    .where('mode', '=', mode)
    .execute();
  const unmatched = new Map(rows.map((row) => [row.id, row]));
  const differences: Difference[] = [];
  const compareOne = async (facts: SubscriptionFacts) => {
    const row = unmatched.get(facts.id);
    unmatched.delete(facts.id);
    if (!customers.has(facts.customerId) && row?.customer_id !== facts.customerId) return;
    const difference = row ? compare(row, facts) : 'is missing from the database';
    if (row && difference === '') {
      const isRead = row.may_lack_payments && !endedStatuses.includes(row.status);
      if (isRead) differences.push(...(await readInvoices(parts, active, row.id)));
      return;
    }
    const { kind } = await sync.subscription(active, facts.id);
    if (row || kind !== 'ignored') differences.push(`subscription ${facts.id}: ${difference}`);
  };
  await attempt(differences, 'the list of subscriptions', async () => {
    for await (const facts of active.provider.listSubscriptions())
      await attempt(differences, `subscription ${facts.id}`, () => compareOne(facts));
    for (const row of unmatched.values())
      await attempt(differences, `subscription ${row.id}`, async () => {
        const difference = await repairUnknown(parts, active, row);
        if (difference) differences.push(difference);
      });
  });
  return [...differences, ...(await findDuplicates(db, mode)).map(describeDuplicates)];
}

/** Reads the invoices of an unchanged subscription: a bank debit arrives without a change of it. @returns those that were paid meanwhile */
async function readInvoices({ db, sync }: Parts, active: ActivePayments, id: string): Promise<Difference[]> {
  const before = await readSubscription(db, id);
  await sync.subscription(active, id);
  const after = await readSubscription(db, id);
  const wereOpen = new Set(before?.invoices.filter(({ isPaid }) => !isPaid).map((invoice) => invoice.id));
  return (after?.invoices ?? [])
    .filter((invoice) => invoice.isPaid && wereOpen.has(invoice.id))
    .map((invoice) => `subscription ${id}: invoice ${invoice.id} was paid`);
}

/** Records that the provider no longer knows a subscription. @returns the difference, the first time */
async function repairUnknown(
  { db, sync }: Parts,
  active: ActivePayments,
  row: Row & { id: string },
): Promise<Difference | undefined> {
  if (endedStatuses.includes(row.status)) return undefined;
  await sync.subscription(active, row.id);
  if (row.missing_since) return undefined;
  const state = await readSubscription(db, row.id);
  const end = state && granted(state, active.policy.graceDays, new Date())?.until.toISOString();
  return `subscription ${row.id} is unknown to the provider and ${end ? `ends at ${end}` : 'has ended'}`;
}

function describeDuplicates({ email, subscriptions }: DuplicateSubscriptions): Difference {
  const list = subscriptions.map(
    ({ id, name, amount, currency, interval }) =>
      `${id} (${name}, ${formatMoney(amount, currency)} per ${interval})`,
  );
  return `${email} has ${list.length} current subscriptions: ${list.join(', ')} (not changed: cancel all but one at the provider)`;
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
