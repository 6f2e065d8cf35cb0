import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { type Grant, grantAccount, requireSignedIn } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import type { BillingInterval } from '#constants';
import type { CopyAllowance } from '#people/session/public/copy-allowance.ts';
import { AppError } from '#platform/errors.ts';
import { periodPrice } from '#platform/money.ts';
import type { RateLimits } from '#platform/rate-limits.server.ts';
import { periodEnd } from './billing-periods.ts';
import {
  assertKnown,
  assertNotRefunded,
  endedStatuses,
  findCurrentSubscription,
  findCurrentSubscriptions,
} from './current-subscription.server.ts';
import type { PlanChange } from './payment-provider.ts';
import type { ActivePayments, Payments } from './payments.server.ts';
import { describePlan } from './plan-view.server.ts';
import { ensureCustomer, ensurePrice } from './prices.server.ts';
import type { ChangePreview, PlanChangeRequest, Subscription } from './public/billing.contract.ts';
import { type Sync, waitsForPayment } from './sync.server.ts';

type Parts = {
  db: Database;
  payments: Payments;
  sync: Sync;
  rateLimits: RateLimits;
  copyAllowance: CopyAllowance;
  publicUrl: string;
};

/** A member who is about to change what they pay. */
type PlanChanger = Grant<'account', 'change-plan'>;

/** How long a member can confirm the price of a change. */
const offerMinutes = 10;
const changeLimit = { points: 30, seconds: 600 };

/** Everything throws AppError 401; calls that reach the provider also throw 429, 502 and 503 payments_off. */
export function createSubscriptionService(parts: Parts) {
  const { db, payments, sync, rateLimits, copyAllowance, publicUrl } = parts;

  async function view(viewer: Viewer): Promise<Subscription> {
    const member = requireSignedIn(viewer);
    const [resolved, allowance] = await Promise.all([payments.resolve(), copyAllowance(member)]);
    return { ...(await describePlan(db, member.userId, resolved)), ...allowance };
  }

  async function requireCurrent(proof: PlanChanger) {
    const { userId } = proof.viewer;
    await rateLimits.require('plan-change', changeLimit, userId);
    const active = await payments.require('person');
    const subscription = await findCurrentSubscription(db, userId, active.provider.mode);
    if (!subscription) throw new AppError('conflict', 'You have no subscription to change.');
    assertKnown(subscription);
    return { active, subscription };
  }

  /** @throws AppError 404, 409 */
  async function prepareChange(
    proof: PlanChanger,
    tierId: string,
    interval: BillingInterval,
    prorationDate: Date,
  ) {
    const { active, subscription } = await requireCurrent(proof);
    const tier = await db
      .selectFrom('tiers')
      .select(['id', 'name', 'price'])
      .where('id', '=', tierId)
      .executeTakeFirst();
    if (!tier) throw new AppError('not_found', 'Tier not found');
    if (tier.price === 0) throw new AppError('conflict', 'Cancel your plan to return to Free.');
    if (subscription.tier_id === tier.id && subscription.interval === interval)
      throw new AppError('conflict', 'You are already on this plan');
    if (!['active', 'trialing'].includes(subscription.status))
      throw new AppError(
        'conflict',
        'Your last payment failed. Update your payment method in Manage billing first.',
      );
    await assertNotRefunded(db, subscription.id);
    const change: PlanChange = {
      subscription: {
        id: subscription.id,
        itemId: subscription.item_id,
        customerId: subscription.customer_id,
      },
      priceId: await ensurePrice(db, proof, active, tier, interval),
      prorationDate,
    };
    return { active, subscription, tier, change };
  }

  /** One clock for all processes: one confirms what another has offered. */
  async function databaseTime(): Promise<Date> {
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
    return rows[0]?.now ?? new Date();
  }

  async function setCancelAtPeriodEnd(active: ActivePayments, id: string, cancelAtPeriodEnd: boolean) {
    await active.provider.setCancelAtPeriodEnd(id, cancelAtPeriodEnd);
    await sync.subscription(active, id);
  }

  return {
    view,

    /** What a change would cost if it were made now. @throws AppError 404, 409 */
    async preview(viewer: Viewer, tierId: string, interval: BillingInterval): Promise<ChangePreview> {
      const prorationDate = new Date(Math.floor((await databaseTime()).getTime() / 1_000) * 1_000);
      const { active, tier, change, subscription } = await prepareChange(
        grantAccount(viewer, 'change-plan'),
        tierId,
        interval,
        prorationDate,
      );
      const { amountDue, credit } = await active.provider.previewChange(change);
      return {
        tier: { id: tier.id, name: tier.name },
        interval,
        amount: periodPrice(tier.price, interval, active.selling.currency),
        currency: active.selling.currency,
        amount_due: amountDue,
        credit,
        proration_date: prorationDate.toISOString(),
        next_payment_at: nextPayment(subscription, interval, prorationDate).toISOString(),
      };
    },

    /** Changes the plan at the confirmed price. @throws AppError 402 payment_declined, 404, 409 if the price has changed */
    async change(viewer: Viewer, request: PlanChangeRequest): Promise<Subscription> {
      const prorationDate = new Date(request.proration_date);
      const { active, change, subscription } = await prepareChange(
        grantAccount(viewer, 'change-plan'),
        request.tier,
        request.interval,
        prorationDate,
      );
      const age = (await databaseTime()).getTime() - prorationDate.getTime();
      const isOffered = age >= 0 && age <= offerMinutes * 60_000 && prorationDate.getMilliseconds() === 0;
      const { amountDue } = isOffered
        ? await active.provider.previewChange(change)
        : { amountDue: undefined };
      if (amountDue !== request.amount_due)
        throw new AppError('conflict', 'The price has changed. Please review it.');
      await active.provider.changePlan(change);
      await sync.subscription(active, subscription.id);
      return view(viewer);
    },

    /** Ends the plan, and any other subscription that there should not be, at the end of the paid period. @throws AppError 409 */
    async cancel(viewer: Viewer): Promise<Subscription> {
      const proof = grantAccount(viewer, 'change-plan');
      const { active } = await requireCurrent(proof);
      for (const { id, missing_since } of await findCurrentSubscriptions(db, proof.id, active.provider.mode))
        if (!missing_since) await setCancelAtPeriodEnd(active, id, true);
      return view(viewer);
    },

    /** Undoes the cancellation of the one subscription that the page shows. @throws AppError 409 */
    async resume(viewer: Viewer): Promise<Subscription> {
      const { active, subscription } = await requireCurrent(grantAccount(viewer, 'change-plan'));
      await setCancelAtPeriodEnd(active, subscription.id, false);
      return view(viewer);
    },

    /** The URL of the provider's page for cards and invoices. */
    async portal(viewer: Viewer): Promise<string> {
      const proof = grantAccount(viewer, 'change-plan');
      const { userId } = proof.viewer;
      await rateLimits.require('plan-change', changeLimit, userId);
      const { provider } = await payments.require('person');
      const customerId = await ensureCustomer(db, proof, provider, `portal-${userId}`);
      return provider.portalUrl(customerId, `${publicUrl}/subscription`);
    },

    /**
     * Ends everything that is or could be charged, before an account is deleted.
     * @throws AppError 409 while a payment is on its way; 502
     */
    async close({ id: userId }: Grant<'account', 'delete'>): Promise<void> {
      const { provider, ...rest } = await payments.resolve('person');
      const checkouts = await db
        .selectFrom('checkouts')
        .select('session_id')
        .where('user_id', '=', userId)
        .where('mode', '=', provider?.mode ?? null)
        .where('status', 'in', ['open', 'processing'])
        .execute();
      for (const { session_id } of checkouts) {
        if (!provider || !session_id) continue;
        await provider.expireSession(session_id);
        if ((await sync.session({ provider, ...rest }, session_id)) === waitsForPayment)
          throw new AppError(
            'conflict',
            'A payment of yours is still being processed. You can delete your account once it has arrived.',
          );
      }
      const open = await db
        .selectFrom('subscriptions')
        .select(['id', 'mode'])
        .where('user_id', '=', userId)
        .where('status', 'not in', endedStatuses)
        .execute();
      for (const { id, mode } of open) {
        if (provider?.mode === mode) await provider.cancelNow(id);
        else if (mode === 'live')
          throw new AppError('conflict', 'Your subscription could not be canceled. Please contact support.');
      }
    },
  };
}

/** A new interval starts a new period, except during a trial; otherwise the current period continues. */
const nextPayment = (
  subscription: { interval: string; status: string; current_period_end: Date },
  interval: BillingInterval,
  now: Date,
): Date =>
  subscription.interval === interval || subscription.status === 'trialing'
    ? subscription.current_period_end
    : periodEnd(now, interval, now);
