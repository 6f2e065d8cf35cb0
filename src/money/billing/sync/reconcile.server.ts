import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import { stopChargingForFreeTiers } from '../checkout/free-tiers.server.ts';
import type { PaymentMode } from '../payment-provider.ts';
import { isBeingPaid } from '../public/open-checkouts.service.server.ts';
import type { Reversals } from '../reversals/reversals.server.ts';
import type { ScheduledNotifications } from '../scheduled-notifications.server.ts';
import { addDays, granted, type SubscriptionState } from '../subscription/entitlement.ts';
import { readMissing } from '../subscription/subscription-states.server.ts';
import type { ActivePayments, Payments } from './active-payments.server.ts';
import { compareSubscriptions } from './compare-subscriptions.server.ts';
import { attempt, type Difference } from './differences.ts';
import type { Events } from './events.server.ts';
import { settleExpiredTiers } from './expired-tiers.server.ts';
import { tellProvider } from './provider-records.server.ts';
import { createRecomputeMembers } from './recompute-members.server.ts';
import type { Sync } from './sync.server.ts';

type Parts = {
  db: OperatorWriter<'payments'>;
  payments: Payments;
  sync: Sync;
  events: Events;
  reversals: Reversals;
  scheduledNotifications: ScheduledNotifications;
};

/** How many days back refunds and disputes are compared. Banks take up to three months to settle a dispute, and some let it be appealed. */
const refundDays = 60;
const disputeDays = 180;
/** How long a run processes unfinished events; the rest wait for the next run. */
const eventMilliseconds = 40_000;

/** Compares the database with the provider and repairs differences. */
export function createReconcile({ db, payments, sync, events, reversals, scheduledNotifications }: Parts) {
  const { recompute, recomputeMembers } = createRecomputeMembers({ db, payments });
  const compareMembers = async () => (await recomputeMembers({})).differences;

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

  async function compareCheckouts(active: ActivePayments): Promise<Difference[]> {
    const open = await db
      .selectFrom('checkouts')
      .select(['id', 'session_id'])
      .where('mode', '=', active.provider.mode)
      .where('status', 'in', ['open', 'processing'])
      .execute();
    const differences: Difference[] = [];
    const unknown: string[] = [];
    for (const { id, session_id } of open)
      await attempt(differences, `checkout ${id}`, async () => {
        if (session_id && (await sync.session(active, session_id)).kind === 'unknown-checkout')
          unknown.push(id);
        const { status } = await db
          .selectFrom('checkouts')
          .select('status')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        if (status === 'complete') differences.push(`checkout ${id} was paid but not recorded`);
      });
    // A page unknown to the provider may belong to another account, whose keys may come back.
    await sql`update checkouts set status = 'expired' where status = 'open' and session_id is null and expires_at < now()
      or id = any(${unknown}::uuid[]) and status in ('open', 'processing') and not ${isBeingPaid}`.execute(
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
      const now = new Date();
      const since = { refunds: addDays(now, -refundDays), disputes: addDays(now, -disputeDays) };
      for await (const id of active.provider.listRefundedCharges(since)) {
        if (checked.has(id)) continue;
        checked.add(id);
        await attempt(differences, `charge ${id}`, () => compareOne(id));
      }
    });
    return differences;
  }

  /** The numbers of stored refunds and disputes, as one string for comparison. */
  async function countRefunds(): Promise<string> {
    const counts = sql`concat_ws('/', count(*) filter (where is_refunded), sum(refunded_amount), count(*) filter (where is_disputed),
      count(*) filter (where is_dispute_lost))`;
    const { rows } = await sql<{ counts: string }>`
      select (select ${counts} from playbook_payments) || ' ' || (select ${counts} from refunded_invoices) as counts`.execute(
      db,
    );
    return rows[0]?.counts ?? '';
  }

  /** Ends subscriptions that the provider no longer knows, once they grant nothing anymore. */
  async function endMissing(active: ActivePayments): Promise<void> {
    const isOver = (subscription: SubscriptionState) =>
      granted(subscription, active.policy.graceDays, new Date()) === undefined;
    for (const { id } of (await readMissing(db, active.provider.mode)).filter(isOver))
      await attempt([], id, async () => void (await sync.subscription(active, id)));
  }

  return {
    /** @returns the differences, which are repaired unless they say otherwise */
    async all(): Promise<Difference[]> {
      const { provider, ...rest } = await payments.resolve();
      if (!provider) return compareMembers();
      const active = { provider, ...rest };
      return [
        ...(await finishEvents(provider.mode)),
        ...(await compareCheckouts(active)),
        ...(await compareSubscriptions({ db, sync }, active)),
        ...(await stopChargingForFreeTiers(db, sync, active)),
        ...(await tellProvider(db, active)),
        ...(await compareRefunds(active)),
        ...(await reversals.settle(active)),
        ...(await compareMembers()),
      ];
    },

    /** Work that can't wait for the next full comparison, such as expired tiers, unfinished events, and refunded payments. */
    async due(): Promise<void> {
      const { provider, ...rest } = await payments.resolve();
      await settleExpiredTiers({ db, sync, recompute }, { provider, ...rest });
      if (!provider) return;
      const active = { provider, ...rest };
      await endMissing(active);
      await stopChargingForFreeTiers(db, sync, active);
      await tellProvider(db, active);
      await finishEvents(provider.mode);
      await reversals.settle({ provider, ...rest });
      await scheduledNotifications.due(provider.mode);
    },

    recomputeMembers,
  };
}
