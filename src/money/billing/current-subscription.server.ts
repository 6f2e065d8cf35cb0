import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { AppError } from '#platform/errors.ts';
import type { PaymentMode } from './payment-provider.ts';

/** Stripe's statuses of a subscription that has not ended. */
const currentStatuses = ['trialing', 'active', 'past_due', 'unpaid', 'paused'];

/** The member's subscription that has not ended; the newest if there are several. */
export function findCurrentSubscription(db: Database, userId: string, mode: PaymentMode) {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('mode', '=', mode)
    .where('status', 'in', currentStatuses)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
}

/** Until when a subscription grants nothing because its payment was refunded or disputed; undefined if none was. */
export async function findRefundedUntil(db: Database, subscriptionId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('refunded_invoices')
    .select((select) => select.fn.max('paid_until').as('until'))
    .where('subscription_id', '=', subscriptionId)
    .where('paid_until', '>', sql<Date>`now()`)
    .where((where) => where.or([where('is_refunded', '=', true), where('is_disputed', '=', true)]))
    .executeTakeFirst();
  return row?.until ?? undefined;
}

/** A member is not charged again for a plan that would stay inactive. @throws AppError 409 */
export async function assertNotRefunded(db: Database, subscriptionId: string): Promise<void> {
  if (await findRefundedUntil(db, subscriptionId))
    throw new AppError(
      'conflict',
      'Your last payment was refunded or disputed, so your plan is inactive. Cancel it or contact support.',
    );
}
