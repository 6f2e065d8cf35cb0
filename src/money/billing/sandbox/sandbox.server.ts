import { createHmac } from 'node:crypto';
import { type Grant, grantAccount } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import type { OperatorWriter } from '#access/writable.server.ts';
import type { BillingInterval } from '#constants';
import { epochSeconds } from '#platform/epoch-seconds.ts';
import { AppError } from '#platform/errors.ts';
import type { Vault } from '#platform/secret.server.ts';
import { isAboutCharge } from '../stripe-events.ts';
import { periodEnd } from '../subscription/billing-periods.ts';
import { addDays } from '../subscription/entitlement.ts';
import * as m from '../words/messages.ts';
import type { SandboxAction } from './sandbox.contract.ts';
import { afterPeriod, lastingDiscount } from './sandbox-discounts.ts';
import { chargedFor, createSandboxInvoices, newSandboxId, periodLine } from './sandbox-invoices.server.ts';
import { createSandboxProvider } from './sandbox-provider.server.ts';
import { sandboxReversals } from './sandbox-reversals.ts';
import {
  amountDue,
  createSandboxStore,
  isOver,
  type SandboxSession,
  type SandboxStore,
  type SandboxSubscription,
} from './sandbox-store.server.ts';
import { totalsOf } from './sandbox-tax.ts';

/** Sends a signed event to the site's own webhook. */
export type DeliverEvent = (body: string, signature: string) => Promise<void>;
type Parts = { db: OperatorWriter<'payments'>; vault: Vault; publicUrl: string; deliver: DeliverEvent };

/**
 * Simulated payments for trying out the site. Its objects are in the database, and its events are signed and received exactly like
 * Stripe's. No money moves.
 */
export function createSandbox({ db, vault, publicUrl, deliver }: Parts) {
  const store = createSandboxStore(db);
  const secret = `whsec_${vault.fingerprint('sandbox webhook').toString('hex')}`;

  async function emit(type: string, id: string) {
    const created = epochSeconds();
    const object = isAboutCharge(type) ? { id: newSandboxId('obj'), charge: id } : { id };
    const event = {
      id: newSandboxId('evt'),
      object: 'event',
      type,
      created,
      livemode: false,
      data: { object },
    };
    const body = JSON.stringify(event);
    const signature = createHmac('sha256', secret).update(`${created}.${body}`).digest('hex');
    await deliver(body, `t=${created},v1=${signature}`);
  }

  async function changeSubscription(
    id: string,
    change: (
      current: SandboxSubscription,
      store: SandboxStore,
    ) => SandboxSubscription | Promise<SandboxSubscription>,
  ) {
    const status = await store.update('subscription', id, async (current, locked) => {
      const changed = await change(current, locked);
      await locked.write('subscription', id, changed);
      return changed.status;
    });
    await emit(status === 'canceled' ? 'customer.subscription.deleted' : 'customer.subscription.updated', id);
  }

  const provider = createSandboxProvider({ db, store, publicUrl, secret, changeSubscription });

  async function subscribe(
    store: SandboxStore,
    session: SandboxSession & { priceId: string; interval: BillingInterval },
  ) {
    const id = newSandboxId('sub');
    const now = new Date();
    const trialEnd = session.trialDays > 0 ? addDays(now, session.trialDays).toISOString() : null;
    const subscription: SandboxSubscription = {
      customerId: session.customerId,
      priceId: session.priceId,
      interval: session.interval,
      amount: session.amount,
      currency: session.currency,
      status: trialEnd ? 'trialing' : 'active',
      anchor: trialEnd ?? now.toISOString(),
      periodStart: now.toISOString(),
      periodEnd: trialEnd ?? periodEnd(now, session.interval, now).toISOString(),
      cancelAtPeriodEnd: false,
      trialEnd,
      createdAt: now.toISOString(),
      checkoutId: session.checkoutId,
      discount: lastingDiscount(session.discount, now),
      ...(session.tax && { tax: session.tax }),
      paid: totalsOf(session).amount,
    };
    await store.write('subscription', id, subscription);
    // As at the provider, a trial begins with a paid invoice for zero.
    const line = periodLine(subscription);
    await createSandboxInvoices(store).bill(id, subscription, [trialEnd ? { ...line, amount: 0 } : line], {
      total: trialEnd ? 0 : subscription.paid,
    });
    return id;
  }

  /** Creates the subscription or the payment of a paid checkout. */
  async function complete(store: SandboxStore, id: string, session: SandboxSession) {
    const { priceId, interval } = session;
    const subscriptionId =
      priceId && interval ? await subscribe(store, { ...session, priceId, interval }) : null;
    const due = totalsOf(session).amount;
    // A free purchase needs no payment.
    const paymentIntentId = subscriptionId || due === 0 ? null : newSandboxId('pi');
    if (paymentIntentId) {
      await store.write('charge', newSandboxId('ch'), {
        customerId: session.customerId,
        paymentIntentId,
        amount: due,
        currency: session.currency,
        isRefunded: false,
        isDisputed: false,
        isDisputeLost: false,
        invoice: null,
      });
    }
    await store.write('session', id, { ...session, status: 'complete', subscriptionId, paymentIntentId });
    return subscriptionId;
  }

  const findSession = async (proof: Grant<'account', 'buy'>, checkoutId: string) => {
    const session = await store.read('session', `cs_sandbox_${checkoutId}`);
    if (session?.userId !== proof.id) throw new AppError('not_found', m.checkout_not_found());
    return session;
  };

  const findLatest = async (proof: Grant<'account', 'change-plan'>) => {
    const customerId = `cus_sandbox_${proof.id}`;
    const [subscriptions, charges] = await Promise.all([store.list('subscription'), store.list('charge')]);
    return {
      subscription: subscriptions.find(({ data }) => data.customerId === customerId),
      charges: charges.filter(({ data }) => data.customerId === customerId),
    };
  };

  return {
    provider,

    /** The viewer's own test checkout now, and the part of its amount that their credit pays. @throws AppError 401, 404 */
    async session(viewer: Viewer, checkoutId: string) {
      const session = await findSession(grantAccount(viewer, 'buy'), checkoutId);
      const { customerId, interval, trialDays, currency } = session;
      const { amount } = totalsOf(session);
      // As at the provider, a single purchase is paid in full.
      const isInvoiced = interval !== null && trialDays === 0;
      const credit = isInvoiced ? await createSandboxInvoices(store).credit(customerId) : 0;
      const status: typeof session.status = isOver(session) ? 'expired' : session.status;
      return { ...session, status, credit: amount - chargedFor(amount, credit, currency) };
    },

    /**
     * Pays, declines or abandons a test checkout. @returns the URL to go to next.
     * @throws AppError 401, 402 payment_declined, 404, 409
     */
    async conclude(
      viewer: Viewer,
      checkoutId: string,
      outcome: 'pay' | 'decline' | 'leave',
    ): Promise<string> {
      const { cancelUrl, successUrl } = await findSession(grantAccount(viewer, 'buy'), checkoutId);
      if (outcome === 'leave') return cancelUrl;
      const id = `cs_sandbox_${checkoutId}`;
      // Concurrent clicks pay only once.
      const subscriptionId = await store.update('session', id, async (session, locked) => {
        if (session.status !== 'open' || isOver(session))
          throw new AppError('conflict', m.refused_checkout_closed());
        if (outcome === 'decline') throw new AppError('payment_declined', m.refused_test_card());
        return complete(locked, id, session);
      });
      if (subscriptionId) await emit('customer.subscription.created', subscriptionId);
      await emit('checkout.session.completed', id);
      return successUrl;
    },

    /** Simulates an event for the member's newest subscription or payment. @throws AppError 401, 409 if there is none */
    async act(viewer: Viewer, action: SandboxAction): Promise<void> {
      const { subscription, charges } = await findLatest(grantAccount(viewer, 'change-plan'));
      const reversal = sandboxReversals[action];
      if (reversal) {
        const charge = charges.find(({ data }) => reversal.isFor(data));
        if (!charge) throw new AppError('conflict', reversal.missing());
        await store.update('charge', charge.id, async (current, locked) => {
          if (!reversal.isFor(current)) throw new AppError('conflict', reversal.missing());
          await locked.write('charge', charge.id, { ...current, ...reversal.change });
        });
        return emit(reversal.event, charge.id);
      }
      if (!subscription) throw new AppError('conflict', m.refused_no_current_subscription());
      const { id } = subscription;
      await changeSubscription(id, async (data, locked) => {
        const invoices = createSandboxInvoices(locked);
        if (data.status === 'canceled') throw new AppError('conflict', m.refused_no_current_subscription());
        if (action === 'end') return { ...data, status: 'canceled' };
        if (action === 'ask') return { ...data, asks: true };
        if (action === 'expire' || (action === 'confirm' && data.status !== 'past_due')) {
          if (!data.pending) throw new AppError('conflict', m.refused_nothing_to_confirm());
          if (action === 'confirm') await invoices.bill(id, data, data.pending.lines);
          const change = action === 'confirm' ? data.pending.to : {};
          return { ...data, ...change, pending: null };
        }
        if (action === 'settle' || action === 'confirm') {
          if (data.status !== 'past_due') throw new AppError('conflict', m.refused_nothing_due());
          await invoices.settle(id, data);
          return { ...data, status: 'active' };
        }
        if (data.cancelAtPeriodEnd) return { ...data, status: 'canceled' };
        // The provider tries again to collect it before another period begins.
        if (data.status === 'past_due') throw new AppError('conflict', m.refused_payment_due());
        // The next period starts now, paid or not.
        const now = new Date();
        const elapsed = { ...data, discount: afterPeriod(data) };
        const due = amountDue(elapsed, data, now);
        const isCharged = chargedFor(due, await invoices.credit(data.customerId), data.currency) > 0;
        const isPaid = !isCharged || (action === 'renew' && !data.asks);
        const next = {
          ...elapsed,
          status: isPaid ? ('active' as const) : ('past_due' as const),
          anchor: now.toISOString(),
          periodStart: now.toISOString(),
          periodEnd: periodEnd(now, data.interval, now).toISOString(),
          paid: due,
        };
        await invoices.bill(id, next, [periodLine(next)], { isPaid, total: next.paid });
        return next;
      });
    },
  };
}
