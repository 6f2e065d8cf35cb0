import { sql } from 'kysely';
import { expect } from 'vitest';
import { buildMember } from '../harness/build.ts';
import type { BillingSite } from './billing-site.ts';
import type { StandInEvent } from './fixture.ts';

/**
 * Covers every order of the events: after each set of them the state has to be the same, whichever came last. The state is all that
 * the next event finds, so equal states after every set mean one state after every order.
 * @param deliver tells a fresh site the events in this order, and returns its state
 * @returns the number of orders that this covers, and the state after all events
 */
export async function inEveryOrder(
  events: StandInEvent[],
  deliver: (order: StandInEvent[]) => Promise<string>,
): Promise<{ covered: number; state: string }> {
  const known = new Map([[0, { order: [] as StandInEvent[], state: '', covered: 1 }]]);
  for (let set = 0; set < 2 ** events.length - 1; set += 1) {
    const before = known.get(set);
    if (!before) throw new Error('A set was not reached');
    for (const [index, event] of events.entries()) {
      if (set & (1 << index)) continue;
      const order = [...before.order, event];
      const state = await deliver(order);
      const other = known.get(set | (1 << index));
      const names = (list: StandInEvent[]) => list.map(({ type }) => type).join(', ');
      if (other) {
        expect(state, `${names(order)} against ${names(other.order)}`).toBe(other.state);
        other.covered += before.covered;
      } else known.set(set | (1 << index), { order, state, covered: before.covered });
    }
  }
  const end = known.get(2 ** events.length - 1);
  return { covered: end?.covered ?? 0, state: end?.state ?? '' };
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
          .selectAll()
          .where('user_id', '=', userId)
          .execute()
          .then((rows) => rows.map(({ read_number, updated_at, ...row }) => row)),
        db
          .selectFrom('checkouts')
          .select(['kind', 'status', 'session_id'])
          .where('user_id', '=', userId)
          .execute(),
      ]);
      // Never empty, because SQL knows no empty list.
      const ids = ['none', ...subscriptions.map(({ id }) => id)];
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
