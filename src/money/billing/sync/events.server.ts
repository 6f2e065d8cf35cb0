import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import { hasPassed } from '#platform/database/has-passed.server.ts';
import { messageOf } from '#platform/error-message.ts';
import { AppError } from '#platform/errors.ts';
import { cutText } from '#platform/text/cut-text.ts';
import type { BillingEvent, PaymentMode } from '../payment-provider.ts';
import type { Reversals } from '../reversals/reversals.server.ts';
import { isStripeEvent, type StripeEvent } from '../stripe-events.ts';
import type { ActivePayments, Payments } from './active-payments.server.ts';
import type { Sync } from './sync.server.ts';
import { ignored, type SyncResult } from './sync-store.server.ts';

type StoredEvent = { id: string; type: string; object_id: string };

const maxErrorLength = 500;
/** How long a new event isn't retried, because it is being processed. */
const restSeconds = 60;
/** The longest delay between two attempts. */
const maxDelaySeconds = 86_400;

/** The event ledger: each event is stored once before it is processed, and can be processed again. */
export type Events = ReturnType<typeof createEvents>;

export function createEvents(parts: {
  db: OperatorWriter<'payments'>;
  payments: Payments;
  sync: Sync;
  reversals: Reversals;
}) {
  const { db, payments, sync, reversals } = parts;
  /** Only in memory: strangers can cause it, so it must cost nothing. */
  let refusedAt: Date | undefined;

  /** What to read from the provider for each type of event. */
  const handlers: Record<StripeEvent, (active: ActivePayments, objectId: string) => Promise<SyncResult>> = {
    'checkout.session.completed': sync.session,
    'checkout.session.expired': sync.session,
    'checkout.session.async_payment_succeeded': sync.session,
    'checkout.session.async_payment_failed': sync.failedSession,
    'customer.subscription.created': sync.subscription,
    'customer.subscription.updated': sync.subscription,
    'customer.subscription.deleted': sync.subscription,
    'customer.subscription.paused': sync.subscription,
    'customer.subscription.pending_update_applied': sync.subscription,
    'customer.subscription.pending_update_expired': sync.subscription,
    'customer.subscription.resumed': sync.subscription,
    'invoice.paid': sync.invoice,
    'invoice.payment_action_required': sync.invoice,
    'invoice.payment_failed': sync.invoice,
    'charge.refunded': sync.charge,
    'refund.failed': sync.charge,
    'charge.dispute.created': sync.charge,
    'charge.dispute.updated': sync.charge,
    'charge.dispute.funds_withdrawn': sync.charge,
    'charge.dispute.funds_reinstated': sync.charge,
    'charge.dispute.closed': sync.charge,
  };

  /**
   * Processes a stored event, which is safe to repeat. @returns the outcome for the ledger.
   * @throws the error of the provider or the database, after recording it in the ledger
   */
  async function process({ id, type, object_id }: StoredEvent, active: ActivePayments): Promise<string> {
    const handle = isStripeEvent(type) ? handlers[type] : undefined;
    try {
      const { summary } = handle && object_id ? await handle(active, object_id) : ignored('not needed');
      await reversals.settle(active);
      await db
        .updateTable('billing_events')
        .set({
          attempts: sql<number>`attempts + 1`,
          processed_at: sql<string>`coalesce(processed_at, now())`,
          outcome: summary,
          error: null,
        })
        .where('id', '=', id)
        .execute();
      return summary;
    } catch (error) {
      const reason = messageOf(error);
      await db
        .updateTable('billing_events')
        .set({
          attempts: sql<number>`attempts + 1`,
          next_attempt_at: sql<string>`now() + least(interval '1 minute' * 2 ^ least(attempts, 20), make_interval(secs => ${maxDelaySeconds}))`,
          error: cutText(reason, maxErrorLength),
        })
        .where('id', '=', id)
        .execute();
      throw error;
    }
  }

  const store = (event: BillingEvent, mode: PaymentMode) =>
    db
      .insertInto('billing_events')
      .values({
        id: event.id,
        mode,
        type: event.type,
        object_id: event.objectId,
        created_at: event.createdAt.toISOString(),
        ...(event.isForeign
          ? { processed_at: sql<string>`now()`, outcome: 'ignored: not of this account' }
          : {}),
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();

  return {
    /**
     * Stores an event, then processes it. An event that was already processed is only acknowledged.
     * @throws AppError 400 invalid_signature; any other error makes the provider send the event again
     */
    async receive(body: Buffer, signature: string | undefined): Promise<void> {
      const active = await payments.require();
      const event = await active.provider.readEvent(body, signature).catch((error: unknown) => {
        const isRefused = error instanceof AppError && error.code === 'invalid_signature';
        if (isRefused && signature?.includes('v1=')) refusedAt = new Date();
        throw error;
      });
      await store(event, active.provider.mode);
      const stored = await db
        .selectFrom('billing_events')
        .select(['id', 'type', 'object_id', 'processed_at'])
        .where('id', '=', event.id)
        .executeTakeFirstOrThrow();
      if (stored.processed_at === null) await process(stored, active);
    },

    process,

    /** When this process last refused an event because of its signature. */
    refusedAt: () => refusedAt,

    /**
     * Events that were stored but never fully processed, and are due for a retry: the delay doubles from a minute to a day. Those with the
     * fewest failures come first, so that one that can never succeed doesn't hold up the others.
     */
    unfinished: (mode: PaymentMode) =>
      db
        .selectFrom('billing_events')
        .select(['id', 'type', 'object_id', 'attempts'])
        .where('processed_at', 'is', null)
        .where('mode', '=', mode)
        .where(hasPassed(sql`received_at + make_interval(secs => ${restSeconds})`, restSeconds))
        .where(hasPassed(sql`next_attempt_at`, maxDelaySeconds))
        .orderBy('attempts')
        .orderBy('next_attempt_at')
        .limit(500)
        .execute(),

    /** Newest first. */
    list: (limit: number) =>
      db.selectFrom('billing_events').selectAll().orderBy('received_at', 'desc').limit(limit).execute(),

    find: (id: string) => db.selectFrom('billing_events').selectAll().where('id', '=', id).executeTakeFirst(),
  };
}
