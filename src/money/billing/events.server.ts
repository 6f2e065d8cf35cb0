import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import type { BillingEvent, PaymentMode } from './payment-provider.ts';
import type { Payments } from './payments.server.ts';
import type { Sync } from './sync.server.ts';

type Kept = { id: string; type: string; object_id: string };

const longestError = 500;

/** The ledger of events: each is kept once before anything is done about it, and can be done again. */
export type Events = ReturnType<typeof createEvents>;

export function createEvents(parts: { db: OperatorWriter<'payments'>; payments: Payments; sync: Sync }) {
  const { db, payments, sync } = parts;

  /** What has to be asked for after an event of this type. */
  const readers: Record<string, (objectId: string) => Promise<string>> = {
    'checkout.session.completed': sync.session,
    'checkout.session.expired': sync.session,
    'checkout.session.async_payment_succeeded': sync.session,
    'checkout.session.async_payment_failed': sync.failedSession,
    'customer.subscription.created': sync.subscription,
    'customer.subscription.updated': sync.subscription,
    'customer.subscription.deleted': sync.subscription,
    'customer.subscription.paused': sync.subscription,
    'customer.subscription.resumed': sync.subscription,
    'invoice.paid': sync.invoice,
    'invoice.payment_failed': sync.invoice,
    'charge.refunded': sync.charge,
    'charge.dispute.created': sync.charge,
    'charge.dispute.closed': sync.charge,
  };

  /** Does what an event asks for, as often as wanted. @throws what the provider or the database says; it is kept as well. */
  async function process({ id, type, object_id }: Kept): Promise<string> {
    const read = readers[type];
    try {
      const outcome = read && object_id ? await read(object_id) : 'ignored: not needed';
      await db
        .updateTable('billing_events')
        .set({
          attempts: sql<number>`attempts + 1`,
          processed_at: sql<string>`coalesce(processed_at, now())`,
          outcome,
          error: null,
        })
        .where('id', '=', id)
        .execute();
      return outcome;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      await db
        .updateTable('billing_events')
        .set({ attempts: sql<number>`attempts + 1`, error: reason.slice(0, longestError) })
        .where('id', '=', id)
        .execute();
      throw error;
    }
  }

  const keep = (event: BillingEvent, mode: PaymentMode) =>
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
     * Takes an event in: it is kept, then done. Once done, its repetitions are only acknowledged.
     * @throws AppError 400 invalid_signature; whatever makes it fail, so that it is sent again.
     */
    async receive(body: Buffer, signature: string | undefined): Promise<void> {
      const provider = await payments.require();
      const event = await provider.readEvent(body, signature);
      await keep(event, provider.mode);
      const kept = await db
        .selectFrom('billing_events')
        .select(['id', 'type', 'object_id', 'processed_at'])
        .where('id', '=', event.id)
        .executeTakeFirstOrThrow();
      if (kept.processed_at === null) await process(kept);
    },

    process,

    /** Events that were kept, but whose work was never finished, oldest first. */
    unfinished: (mode: PaymentMode) =>
      db
        .selectFrom('billing_events')
        .select(['id', 'type', 'object_id'])
        .where('processed_at', 'is', null)
        .where('mode', '=', mode)
        .where('received_at', '<', sql<Date>`now() - interval '1 minute'`)
        .orderBy('received_at')
        .limit(500)
        .execute(),

    /** The newest of the ledger. */
    list: (limit: number) =>
      db.selectFrom('billing_events').selectAll().orderBy('received_at', 'desc').limit(limit).execute(),

    find: (id: string) => db.selectFrom('billing_events').selectAll().where('id', '=', id).executeTakeFirst(),
  };
}
