import type { Database } from '#platform/database.server.ts';

/** Stripe's words for a subscription that has not ended. */
const runningStatuses = ['trialing', 'active', 'past_due', 'unpaid', 'paused'];

/** The member's subscription that has not ended, the newest where there are several. */
export function findRunning(db: Database, userId: string, mode: string) {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('mode', '=', mode)
    .where('status', 'in', runningStatuses)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
}
