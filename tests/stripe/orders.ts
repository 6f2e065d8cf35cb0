import { sql } from 'kysely';
import { buildMember } from '../harness/build.ts';
import type { BillingSite } from './billing-site.ts';
import type { StandInEvent } from './fixture.ts';

export function* orders<Item>(items: Item[]): Generator<Item[]> {
  if (items.length === 1) {
    yield items;
    return;
  }
  for (const [index, first] of items.entries()) {
    for (const rest of orders(items.toSpliced(index, 1))) yield [first, ...rest];
  }
}

/** For telling a site the same events in different orders. */
export function createOrders({ site, stripe, checkout, sessionOf }: BillingSite) {
  const { db } = site;

  /** Runs `action` and returns its events instead of delivering them. */
  async function withhold(action: () => Promise<unknown>): Promise<StandInEvent[]> {
    const before = stripe.events.length;
    stripe.drop(true);
    await action();
    stripe.drop(false);
    return stripe.events.slice(before);
  }

  return {
    /** Everything billing has stored about a member, without what differs between runs. */
    async stateOf(userId: string) {
      const [profile, subscriptions, checkouts] = await Promise.all([
        db
          .selectFrom('profiles')
          .select(['tier_id', 'tier_until'])
          .where('id', '=', userId)
          .executeTakeFirstOrThrow(),
        db
          .selectFrom('subscriptions')
          .select(['id', 'tier_id', 'status', 'interval', 'current_period_end', 'cancel_at_period_end'])
          .where('user_id', '=', userId)
          .execute(),
        db.selectFrom('checkouts').select(['kind', 'status']).where('user_id', '=', userId).execute(),
      ]);
      const ids = subscriptions.map(({ id }) => id);
      const [invoices, refunds] = await Promise.all([
        db
          .selectFrom('subscription_invoices')
          .select(['id', 'status', 'amount_paid', 'lines'])
          .where('subscription_id', 'in', ids)
          .orderBy('id')
          .execute(),
        db
          .selectFrom('refunded_invoices')
          .select(['id', 'is_refunded', 'is_disputed', 'is_dispute_lost', 'notified'])
          .where('subscription_id', 'in', ids)
          .orderBy('id')
          .execute(),
      ]);
      return { profile, subscriptions, invoices, refunds, checkouts };
    },

    /** Deletes everything that is stored about a member's payments. */
    async forget(userId: string) {
      for (const table of ['subscriptions', 'subscription_invoices', 'refunded_invoices', 'billing_events'])
        await sql`delete from ${sql.table(table)}`.execute(db);
      await sql`update checkouts set status = 'open' where user_id = ${userId}`.execute(db);
      await sql`update profiles set tier_id = null, tier_until = null where id = ${userId}`.execute(db);
    },

    /** A paid subscription to Pro whose events have not been delivered. */
    async undelivered(action: (subscriptionId: string) => Promise<unknown>) {
      const member = await buildMember(site);
      const { body } = await checkout(member.token, { type: 'subscription', tierId: 1 });
      const session = sessionOf(body.url);
      const events = await withhold(async () => {
        await stripe.scenarios.pay(session);
        await action(stripe.fixture.sessions.get(session)?.subscription ?? '');
      });
      return { ...member, events, subscriptionId: stripe.fixture.sessions.get(session)?.subscription ?? '' };
    },
  };
}
