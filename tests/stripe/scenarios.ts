import {
  after,
  type Charge,
  type Fixture,
  newId,
  type Price,
  type Session,
  type Subscription,
  seconds,
} from './fixture.ts';

type Emit = (type: string, object: { id: string }) => Promise<void>;

/** Things that happen at Stripe. Each changes the fixture first and then sends its events. */
export function createScenarios(fixture: Fixture, emit: Emit) {
  function require<Value>(map: Map<string, Value>, id: string): Value {
    const value = map.get(id);
    if (!value) throw new Error(`The stand-in knows no ${id}`);
    return value;
  }

  function charge(customer: string, amount: number): Charge {
    const paid: Charge = {
      id: newId('ch'),
      object: 'charge',
      amount,
      amount_refunded: 0,
      refunded: false,
      disputed: false,
      created: seconds(),
      livemode: false,
      payment_intent: newId('pi'),
      customer,
    };
    fixture.charges.set(paid.id, paid);
    return paid;
  }

  function invoice(subscription: Subscription, amount: number, isPaid: boolean) {
    const [item] = subscription.items.data;
    const period = { start: item?.current_period_start ?? 0, end: item?.current_period_end ?? 0 };
    const made = {
      id: newId('in'),
      object: 'invoice' as const,
      status: isPaid ? ('paid' as const) : ('open' as const),
      amount_due: amount,
      total: amount,
      period_start: period.start,
      period_end: period.start,
      livemode: false,
      customer: subscription.customer,
      parent: {
        type: 'subscription_details' as const,
        subscription_details: { subscription: subscription.id },
      },
      lines: { object: 'list' as const, data: [{ amount, period }] },
    };
    fixture.invoices.set(made.id, made);
    if (isPaid && amount > 0) {
      const { payment_intent } = charge(subscription.customer, amount);
      fixture.payments.push({
        id: newId('inpay'),
        object: 'invoice_payment',
        invoice: made.id,
        paymentIntent: payment_intent,
      });
    }
    return made;
  }

  function subscribe(session: Session, price: Price): Subscription {
    const now = seconds();
    const trialEnd = session.trialDays > 0 ? now + session.trialDays * 86_400 : null;
    const end = trialEnd ?? after(now, price.recurring.interval);
    const id = newId('sub');
    const made: Subscription = {
      id,
      object: 'subscription',
      status: trialEnd ? 'trialing' : 'active',
      customer: session.customer,
      cancel_at_period_end: false,
      cancel_at: null,
      canceled_at: null,
      created: now,
      trial_end: trialEnd,
      livemode: false,
      metadata: session.metadata ?? {},
      items: {
        object: 'list',
        has_more: false,
        url: '/v1/subscription_items',
        data: [
          {
            id: newId('si'),
            object: 'subscription_item',
            price,
            current_period_start: now,
            current_period_end: end,
          },
        ],
      },
    };
    fixture.subscriptions.set(id, made);
    return made;
  }

  const scenarios = {
    /** The customer pays on the checkout page. */
    async pay(sessionId: string) {
      const session = require(fixture.sessions, sessionId);
      if (session.status !== 'open') throw new Error('The session is closed');
      session.status = 'complete';
      session.payment_status = 'paid';
      if (session.mode === 'payment') {
        session.payment_intent = charge(session.customer, session.amount_total ?? 0).payment_intent;
        return emit('checkout.session.completed', session);
      }
      const price = require(fixture.prices, session.price ?? '');
      const subscription = subscribe(session, price);
      session.subscription = subscription.id;
      const isTrial = subscription.status === 'trialing';
      if (isTrial) session.payment_status = 'no_payment_required';
      const first = invoice(subscription, isTrial ? 0 : (price.unit_amount ?? 0), true);
      await emit('customer.subscription.created', subscription);
      await emit('invoice.paid', first);
      return emit('checkout.session.completed', session);
    },

    /** A new period starts, paid or not. */
    async renew(subscriptionId: string, { isPaid = true } = {}) {
      const subscription = require(fixture.subscriptions, subscriptionId);
      const [item] = subscription.items.data;
      if (!item) return;
      if (subscription.cancel_at_period_end) return scenarios.end(subscriptionId);
      item.current_period_start = seconds();
      item.current_period_end = after(item.current_period_start, item.price.recurring.interval);
      subscription.status = isPaid ? 'active' : 'past_due';
      const made = invoice(subscription, item.price.unit_amount ?? 0, isPaid);
      await emit('customer.subscription.updated', subscription);
      await emit(isPaid ? 'invoice.paid' : 'invoice.payment_failed', made);
    },

    /** The overdue amount is paid. */
    async settle(subscriptionId: string) {
      const subscription = require(fixture.subscriptions, subscriptionId);
      subscription.status = 'active';
      const made = invoice(subscription, subscription.items.data[0]?.price.unit_amount ?? 0, true);
      await emit('invoice.paid', made);
      await emit('customer.subscription.updated', subscription);
    },

    /** As the customer portal cancels: with a date, without the flag. */
    async cancelInPortal(subscriptionId: string) {
      const subscription = require(fixture.subscriptions, subscriptionId);
      subscription.cancel_at = subscription.items.data[0]?.current_period_end ?? null;
      await emit('customer.subscription.updated', subscription);
    },

    async end(subscriptionId: string) {
      const subscription = require(fixture.subscriptions, subscriptionId);
      subscription.status = 'canceled';
      subscription.canceled_at = seconds();
      await emit('customer.subscription.deleted', subscription);
    },

    async change(
      subscription: Subscription,
      { price, isCanceled, cancelAt }: { price?: Price; isCanceled?: boolean; cancelAt?: null },
    ) {
      const [item] = subscription.items.data;
      if (isCanceled !== undefined) subscription.cancel_at_period_end = isCanceled;
      if (cancelAt === null) subscription.cancel_at = null;
      if (price && item) {
        const amount = scenarios.proration(subscription, price, seconds());
        if (
          item.price.recurring.interval !== price.recurring.interval &&
          subscription.status !== 'trialing'
        ) {
          item.current_period_start = seconds();
          item.current_period_end = after(item.current_period_start, price.recurring.interval);
        }
        item.price = price;
        if (amount > 0) await emit('invoice.paid', invoice(subscription, amount, true));
      }
      await emit('customer.subscription.updated', subscription);
    },

    /** Cents due now for a change; negative: to be credited. */
    proration(subscription: Subscription, price: Price, now: number): number {
      const [item] = subscription.items.data;
      if (!item || subscription.status === 'trialing') return 0;
      const left = (item.current_period_end - now) / (item.current_period_end - item.current_period_start);
      const unused = (item.price.unit_amount ?? 0) * left;
      const isSameInterval = item.price.recurring.interval === price.recurring.interval;
      return Math.round((price.unit_amount ?? 0) * (isSameInterval ? left : 1) - unused);
    },

    async refund(chargeId: string, amount?: number) {
      const paid = require(fixture.charges, chargeId);
      paid.amount_refunded += amount ?? paid.amount;
      paid.refunded = paid.amount_refunded >= paid.amount;
      const made = { id: newId('re'), object: 'refund' as const, amount: amount ?? paid.amount };
      fixture.refunds.push({ ...made, created: seconds(), charge: chargeId });
      await emit('charge.refunded', paid);
    },

    async dispute(chargeId: string) {
      const paid = require(fixture.charges, chargeId);
      paid.disputed = true;
      const made = { id: newId('dp'), object: 'dispute' as const, status: 'needs_response' as const };
      const dispute = { ...made, created: seconds(), charge: chargeId };
      fixture.disputes.push(dispute);
      await emit('charge.dispute.created', dispute);
    },

    async winDispute(chargeId: string) {
      const dispute = fixture.disputes.find(({ charge: id }) => id === chargeId);
      if (!dispute) throw new Error('There is no dispute');
      dispute.status = 'won';
      await emit('charge.dispute.closed', dispute);
    },

    async expire(session: Session) {
      session.status = 'expired';
      await emit('checkout.session.expired', session);
    },
  };
  return scenarios;
}
