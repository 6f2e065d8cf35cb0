import { sql } from 'kysely';
import { expect } from 'vitest';
import { buildMember } from '../harness/build.ts';
import type { BillingSite } from './billing-site.ts';
import type { StandInEvent } from './fixture.ts';

/** A receiver of events whose whole state can be saved and restored. */
type Place<Kept> = {
  /** Sends an event to the site. */
  tell: (event: StandInEvent) => Promise<void>;
  keep: () => Promise<Kept>;
  restore: (kept: Kept) => Promise<void>;
  /** The state as text, without values that differ between runs. */
  describe: () => Promise<string>;
};

/**
 * Covers every order of the events: the state after each subset must be the same, whichever event came last. The next event depends on
 * nothing but the state, so equal states after every subset mean equal states after every order.
 * @returns the number of orders covered, and the state after all events
 */
export async function inEveryOrder<Kept>(
  events: StandInEvent[],
  { tell, keep, restore, describe }: Place<Kept>,
): Promise<{ covered: number; state: string }> {
  const start = { names: '', kept: await keep(), state: '', covered: 1 };
  const known = new Map([[0, start]]);
  for (let set = 0; set < 2 ** events.length - 1; set += 1) {
    const before = known.get(set);
    if (!before) throw new Error('A set was not reached');
    for (const [index, event] of events.entries()) {
      if (set & (1 << index)) continue;
      await restore(before.kept);
      await tell(event);
      const state = await describe();
      const names = `${before.names} ${event.type}`;
      const other = known.get(set | (1 << index));
      if (other) {
        expect(state, `${names} against ${other.names}`).toBe(other.state);
        other.covered += before.covered;
      } else known.set(set | (1 << index), { names, kept: await keep(), state, covered: before.covered });
    }
  }
  const end = known.get(2 ** events.length - 1);
  await restore(end?.kept ?? start.kept);
  return { covered: end?.covered ?? 0, state: end?.state ?? '' };
}

/** The columns that events change in existing rows, and the tables to which events add rows. */
const changed = { profiles: ['tier_id', 'tier_until'], checkouts: ['status'] };
const written = ['subscriptions', 'subscription_invoices', 'refunded_invoices', 'billing_events'];
const tables = [...Object.keys(changed), ...written];

/** Sends a site the same events in different orders. */
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
    /** Everything that billing has stored about a member, without values that differ between runs. */
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
          .then((rows) =>
            rows.map(({ read_number, updated_at, ended_at, ...row }) => ({
              ...row,
              hasEnded: ended_at !== null,
            })),
          ),
        db
          .selectFrom('checkouts')
          .select(['kind', 'status', 'session_id'])
          .where('user_id', '=', userId)
          .execute(),
      ]);
      // Never empty, because SQL has no empty lists.
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

    /** Saves all rows that payments have stored. */
    async keep(): Promise<string[]> {
      const rows = sql.join(
        tables.map(
          (table) => sql`(select coalesce(json_agg(item), '[]')::text from ${sql.table(table)} item)`,
        ),
      );
      const { rows: found } = await sql<{ kept: string[] }>`select array[${rows}] as kept`.execute(db);
      return found[0]?.kept ?? [];
    },

    /** Restores the saved rows, in place of all others. */
    async restore(kept: string[]) {
      await db.transaction().execute(async (transaction) => {
        const rows = (table: string) =>
          sql`json_populate_recordset(null::${sql.table(table)}, ${kept[tables.indexOf(table)]}) kept`;
        for (const table of written.toReversed())
          await sql`delete from ${sql.table(table)}`.execute(transaction);
        for (const table of written)
          await sql`insert into ${sql.table(table)} select * from ${rows(table)}`.execute(transaction);
        for (const [table, columns] of Object.entries(changed)) {
          const values = columns.map((column) => sql`${sql.ref(column)} = kept.${sql.ref(column)}`);
          await sql`update ${sql.table(table)} row set ${sql.join(values)} from ${rows(table)} where kept.id = row.id`.execute(
            transaction,
          );
        }
      });
    },

    /** A paid subscription to Pro, with its events still undelivered. */
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
