import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { type Grant, grantAccount, requireSignedIn } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import type { BillingInterval } from '#constants';
import type { CopyAllowance } from '#people/session/public/copy-allowance.ts';
import { AppError } from '#platform/errors.ts';
import type { RateLimits } from '#platform/http/rate-limits.server.ts';
import { isoOrNull } from '#platform/text/iso-time.ts';
import { periodPrice } from '#platform/text/money.ts';
import { withTimeout } from '#platform/with-timeout.ts';
import * as common from '#ui/words/messages.ts';
import { changeAlone } from '../checkout/checkout-claims.server.ts';
import { settleConsent } from '../checkout/settle-consent.server.ts';
import type { TrialUses } from '../checkout/trial-uses.server.ts';
import { offerMinutes, trialEndAfterChange } from '../checkout/trials.ts';
import type { PlanChange } from '../payment-provider.ts';
import { ensurePrice, replaceArchivedPrice } from '../prices.server.ts';
import type { ChangePreview, PlanChangeRequest, Subscription } from '../public/billing.contract.ts';
import { heldStatuses, isCurrent } from '../public/subscription-statuses.ts';
import type { Reversals } from '../reversals/reversals.server.ts';
import type { ActivePayments, Payments, ResolvedPayments } from '../sync/active-payments.server.ts';
import type { Sync } from '../sync/sync.server.ts';
import * as m from '../words/messages.ts';
import { periodEnd } from './billing-periods.ts';
import {
  assertArrived,
  assertChangeable,
  assertKnown,
  findCurrentSubscription,
  findCurrentSubscriptions,
  isLowerPrice,
  isSamePlan,
} from './current-subscription.server.ts';
import { granted } from './entitlement.ts';
import { describePlan, runningDiscount } from './plan-view.server.ts';
import { openPortal } from './portal.server.ts';
import { readSubscription } from './subscription-states.server.ts';

type Parts = {
  db: Database;
  payments: Payments;
  sync: Sync;
  reversals: Reversals;
  rateLimits: RateLimits;
  copyAllowance: CopyAllowance;
  publicUrl: string;
  trialUses: TrialUses;
};

/** A member who is about to change what they pay. */
type PlanChanger = Grant<'account', 'change-plan'>;

/** How long a view of the plan waits for the provider's answer. A later answer is still stored. */
const stateMilliseconds = 2_000;

/** Every method throws AppError 401; those that call the provider also throw 429, 502 and 503 payments_off. */
export function createSubscriptionService(parts: Parts) {
  const { db, payments, sync, reversals, rateLimits, copyAllowance, publicUrl, trialUses } = parts;

  async function view(viewer: Viewer): Promise<Subscription> {
    const member = requireSignedIn(viewer);
    const [resolved, { daily_copy_limit, copies_left }] = await Promise.all([
      payments.resolve('person'),
      copyAllowance(member),
    ]);
    const plan = await describePlan(db, trialUses, member.userId, resolved);
    const isNews = plan.action_url !== null && (await askProvider(member.userId, resolved));
    return {
      ...(isNews ? await describePlan(db, trialUses, member.userId, resolved) : plan),
      daily_copy_limit,
      copies_left,
    };
  }

  /**
   * While the member has a payment to confirm, also asks the provider, because its event may be late or never arrive. The stored state is
   * valid, so the wait is short.
   * @returns whether there may be news
   */
  async function askProvider(userId: string, { provider, ...rest }: ResolvedPayments): Promise<boolean> {
    const current = provider && (await findCurrentSubscription(db, userId, provider.mode));
    if (!current || (await rateLimits.take('confirmation-state', userId)) > 0) return false;
    const asked = sync.subscription({ provider, ...rest }, current.id).catch(() => undefined);
    return withTimeout(stateMilliseconds, asked);
  }

  async function requireCurrent(proof: PlanChanger) {
    const { userId } = proof.viewer;
    await rateLimits.require('plan-change', userId);
    const active = await payments.require('person');
    const subscription = await findCurrentSubscription(db, userId, active.provider.mode);
    if (!subscription) throw new AppError('conflict', m.refused_no_subscription());
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
      .select(['id', 'name', 'price', 'trial_days'])
      .where('id', '=', tierId)
      .executeTakeFirst();
    if (!tier) throw new AppError('not_found', common.tier_not_found());
    if (tier.price === 0) throw new AppError('conflict', m.refused_cancel_for_free());
    await assertChangeable(db, subscription);
    const today = {
      amount: subscription.quantity * periodPrice(tier.price, interval, active.selling.currency),
      currency: active.selling.currency,
    };
    await assertArrived(db, subscription.id);
    const isSame = isSamePlan(subscription, tier.id, interval);
    if (isSame && !isLowerPrice(subscription, today))
      throw new AppError('conflict', m.refused_on_this_plan());
    const change: PlanChange = {
      subscription: {
        id: subscription.id,
        itemId: subscription.item_id,
        customerId: subscription.customer_id,
      },
      tierId: tier.id,
      priceId: await ensurePrice(db, proof, active, tier, interval),
      prorationDate,
      trialEnd: trialEndAfterChange(
        subscription,
        { interval, amount: today.amount, trialDays: tier.trial_days },
        prorationDate,
      ),
    };
    return { active, subscription, tier, change, today, isSame };
  }

  /** Prepares a change and gets its price. A price that was archived at the provider is replaced, once. */
  async function quoteChange(...request: Parameters<typeof prepareChange>) {
    const quote = async () => {
      const prepared = await prepareChange(...request);
      const { provider } = prepared.active;
      const costs = await provider.previewChange(prepared.change).catch(async (error: unknown) => {
        const { active, tier } = prepared;
        const [proof, , interval] = request;
        if (await replaceArchivedPrice(db, proof, active, tier, interval, error)) return undefined;
        throw error;
      });
      return costs && { ...prepared, ...costs };
    };
    return (
      (await quote()) ??
      (await quote()) ??
      Promise.reject(new AppError('conflict', m.refused_price_changed()))
    );
  }

  /** The database's clock is the same for all processes, and one may confirm what another has offered. */
  async function databaseTime(): Promise<Date> {
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
    return rows[0]?.now ?? new Date();
  }

  async function setCancelAtPeriodEnd(active: ActivePayments, id: string, cancelAtPeriodEnd: boolean) {
    await active.provider.setCancelAtPeriodEnd(id, cancelAtPeriodEnd);
    await sync.subscription(active, id);
  }

  /**
   * Whether a subscription grants nothing until it is paid; undefined if it has ended. Asks the provider, because it may have been paid
   * since, and a paid period isn't ended at once.
   */
  async function isOnHold(active: ActivePayments, id: string): Promise<boolean | undefined> {
    await sync.subscription(active, id);
    const now = await readSubscription(db, id);
    if (!isCurrent(now)) return undefined;
    return heldStatuses.includes(now.status) && !granted(now, active.policy.graceDays, new Date());
  }

  return {
    view,

    /** What a change would cost now. @throws AppError 404, 409 */
    async preview(viewer: Viewer, tierId: string, interval: BillingInterval): Promise<ChangePreview> {
      const prorationDate = new Date(Math.floor((await databaseTime()).getTime() / 1_000) * 1_000);
      const quote = await quoteChange(grantAccount(viewer, 'change-plan'), tierId, interval, prorationDate);
      const { tier, change, subscription, today, isSame, amountDue, credit, discount } = quote;
      const { trialEnd } = change;
      const isTrial = subscription.status === 'trialing' && trialEnd !== 'now';
      const trial = isTrial ? (trialEnd ?? subscription.trial_end) : null;
      const nextPaymentAt = trial ?? nextPayment(subscription, interval, prorationDate, trialEnd);
      return {
        tier: { id: tier.id, name: tier.name },
        interval,
        ...today,
        amount_due: amountDue,
        credit,
        proration_date: prorationDate.toISOString(),
        discount: runningDiscount(discount, prorationDate),
        next_payment_at: nextPaymentAt.toISOString(),
        trial_end: isoOrNull(trial),
        ends_trial: trialEnd === 'now',
        is_other_plan: subscription.tier_id !== tier.id,
        is_lower_price: isSame,
        resumes: subscription.cancel_at_period_end || subscription.cancel_at !== null,
      };
    },

    /** Changes the plan at the confirmed price. @throws AppError 402 payment_declined, 404, 409 if the price has changed */
    async update(viewer: Viewer, request: PlanChangeRequest): Promise<Subscription> {
      const prorationDate = new Date(request.proration_date);
      const proof = grantAccount(viewer, 'change-plan');
      const age = (await databaseTime()).getTime() - prorationDate.getTime();
      const isOffered = age >= 0 && age <= offerMinutes * 60_000 && prorationDate.getMilliseconds() === 0;
      if (!isOffered) throw new AppError('conflict', m.refused_price_changed());
      const now = await payments.require('person');
      const { mode } = now.provider;
      const { tier, interval } = request;
      const closePage = async (sessionId: string) => {
        await now.provider.expireSession(sessionId);
        await sync.session(now, sessionId);
      };
      await changeAlone(db, proof, { mode, interval, closePage }, async () => {
        const current = await findCurrentSubscription(db, proof.viewer.userId, mode);
        // If a period has begun since, the provider refuses an earlier date. The date has whole seconds.
        if (current && current.current_period_start.getTime() - prorationDate.getTime() >= 1_000)
          throw new AppError('conflict', m.refused_price_changed());
        const quote = await quoteChange(proof, tier, interval, prorationDate);
        if (quote.amountDue !== request.amount_due) throw new AppError('conflict', m.refused_price_changed());
        await settleConsent(db, proof, request);
        const { active, change, subscription } = quote;
        await active.provider.changePlan(change);
        await sync.subscription(active, subscription.id);
      });
      return view(viewer);
    },

    /**
     * Cancels the plan, and any duplicate subscription, at the end of the paid period; at once if it is on hold, except while a dispute is
     * open.
     * @throws AppError 409
     */
    async cancel(viewer: Viewer): Promise<Subscription> {
      const proof = grantAccount(viewer, 'change-plan');
      const { active } = await requireCurrent(proof);
      const current = await findCurrentSubscriptions(db, proof.id, active.provider.mode);
      for (const { id, status, missing_since } of current) {
        if (missing_since) continue;
        const endsNow = heldStatuses.includes(status) ? await isOnHold(active, id) : false;
        if (endsNow === undefined) continue;
        if (endsNow) {
          await active.provider.cancelNow(id);
          await sync.subscription(active, id);
        } else await setCancelAtPeriodEnd(active, id, true);
      }
      await reversals.settle(active, proof.id);
      return view(viewer);
    },

    /** Undoes the cancellation of the subscription that the page shows. @throws AppError 409 */
    async resume(viewer: Viewer): Promise<Subscription> {
      const { active, subscription } = await requireCurrent(grantAccount(viewer, 'change-plan'));
      await setCancelAtPeriodEnd(active, subscription.id, false);
      return view(viewer);
    },

    /** The URL of the provider's page for cards and invoices. */
    async portal(viewer: Viewer): Promise<string> {
      const proof = grantAccount(viewer, 'change-plan');
      await rateLimits.require('plan-change', proof.viewer.userId);
      const { provider } = await payments.require('person');
      return openPortal(db, proof, provider, `${publicUrl}/subscription`);
    },
  };
}

/** A new interval, or ending a trial, starts a new period, except while the trial continues; otherwise the current period continues. */
const nextPayment = (
  subscription: { interval: BillingInterval; status: string; current_period_end: Date },
  interval: BillingInterval,
  now: Date,
  trialEnd: PlanChange['trialEnd'],
): Date =>
  trialEnd !== 'now' && (subscription.interval === interval || subscription.status === 'trialing')
    ? subscription.current_period_end
    : periodEnd(now, interval, now);
