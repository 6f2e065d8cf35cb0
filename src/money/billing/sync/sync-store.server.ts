import { type RawBuilder, sql } from 'kysely';
import { lockMember } from '#access/lock-member.server.ts';
import type { OperatorWriter } from '#access/writable.server.ts';
import type { Notifications } from '../notifications.server.ts';
import type { InvoiceFacts } from '../payment-provider.ts';
import { isCurrent } from '../public/subscription-statuses.ts';
import { type BillingPolicy, recomputeEntitlements } from '../subscription/recompute-entitlements.server.ts';
import { storeInvoices } from './invoices.server.ts';
import { readPayment, readPlan } from './snapshots.server.ts';

/**
 * `ignored` if the object isn't one of ours, `awaiting-payment` for a checkout that was completed with a delayed payment method, such as a
 * bank debit. `summary` describes it briefly for the event ledger.
 */
export type SyncResult = {
  kind: 'stored' | 'ignored' | 'unknown-checkout' | 'awaiting-payment';
  summary: string;
};

export const stored = (summary: string): SyncResult => ({ kind: 'stored', summary });
export const ignored = (reason: string): SyncResult => ({ kind: 'ignored', summary: `ignored: ${reason}` });

/** `userId` is null once the member has deleted their account: then only the record is kept up to date. */
type Change = { userId: string | null; write: RawBuilder<unknown> } & (
  | { subscriptionId: string; invoices: InvoiceFacts[]; number: string }
  | { checkoutId: string }
);

export type SyncStore = ReturnType<typeof createSyncStore>;

/** Writes data read from the provider, along with all its consequences, in one transaction. */
export function createSyncStore(db: OperatorWriter<'payments'>, notifications: Notifications) {
  async function takeNumber(): Promise<string> {
    const { rows } = await sql<{ number: string }>`select nextval('billing_reads') as number`.execute(db);
    return String(rows[0]?.number);
  }

  /** Locks the profile, so that each change of a member's payments is seen, and reported, exactly once. */
  async function store(change: Change, policy: BillingPolicy): Promise<void> {
    const { userId, write } = change;
    await db.transaction().execute(async (transaction) => {
      if ('subscriptionId' in change) await lockSubscription(transaction, change.subscriptionId);
      if (userId === null) return void (await write.execute(transaction));
      await lockMember(transaction, userId);
      if ('subscriptionId' in change) {
        const before = await readPlan(transaction, change.subscriptionId, policy.graceDays);
        await write.execute(transaction);
        const paid = await storeInvoices(transaction, change.invoices, change.number);
        const after = await readPlan(transaction, change.subscriptionId, policy.graceDays);
        // The email about an end names the plan that the member has afterward.
        await recomputeEntitlements(transaction, userId, policy);
        await notifications.planChanged(transaction, { userId, before, after, paid }, policy);
        await notifications.reversed(transaction, change.subscriptionId, policy);
        if (isCurrent(after) && !isCurrent(before))
          await notifications.subscriptionAdded(transaction, userId, policy.mode);
      } else {
        await lockPlaybook(transaction, change.checkoutId);
        const before = await readPayment(transaction, change.checkoutId);
        await write.execute(transaction);
        // The email says what the member can still read afterward.
        await recomputeEntitlements(transaction, userId, policy);
        const after = await readPayment(transaction, change.checkoutId);
        await notifications.paymentChanged(transaction, { before, after });
      }
    });
  }

  /** A refund and its subscription may arrive at the same time; with the lock, one of them sees the other. */
  const lockSubscription = (transaction: OperatorWriter<'payments'>, id: string) =>
    sql`select pg_advisory_xact_lock(hashtextextended(${id}, 0))`.execute(transaction);

  /** The playbook before its checkout, in the same order as deleting it does, to avoid deadlocks. */
  const lockPlaybook = (transaction: OperatorWriter<'payments'>, checkoutId: string) =>
    sql`select from playbooks where id = (select playbook_id from checkouts where id = ${checkoutId}) for key share`.execute(
      transaction,
    );

  return { takeNumber, store, lockSubscription };
}
