import { createChanges, endOf } from './changes.ts';
import { addDiscount, createCoupon } from './coupons.ts';
import {
  after,
  type CardBehavior,
  type Dispute,
  type Fixture,
  type Invoice,
  newId,
  type Price,
  type Session,
  type Subscription,
} from './fixture.ts';
import { createInvoicing, type Emit, line } from './invoicing.ts';

const daySeconds = 86_400;
/** How long before the end of a trial Stripe announces it. */
const trialNoticeSeconds = 3 * daySeconds;

/** Things that happen at Stripe. Each one changes the fixture first, and then sends its events. */
export function createScenarios(fixture: Fixture, emit: Emit, origin: () => string) {
  const invoicing = createInvoicing(fixture, emit, origin);
  const changes = createChanges(fixture, invoicing, emit);
  const noticed = new Set<string>();

  function require<Value>(map: Map<string, Value>, id: string): Value {
    const value = map.get(id);
    if (!value) throw new Error(`The stand-in knows no ${id}`);
    return value;
  }

  function subscribe(session: Session, price: Price, card: string | null): Subscription {
    const now = fixture.now();
    const trialEnd = session.trialDays > 0 ? now + session.trialDays * daySeconds : null;
    const id = newId('sub');
    if (!price.recurring) throw new Error('The price is paid once');
    const made: Subscription = {
      id,
      object: 'subscription',
      status: trialEnd ? 'trialing' : 'active',
      currency: price.currency,
      customer: session.customer,
      default_payment_method: card,
      automatic_tax: { enabled: session.isTaxed },
      latest_invoice: null,
      pending_update: null,
      discounts: [],
      cancel_at_period_end: false,
      cancel_at: null,
      canceled_at: null,
      cancellation_details: null,
      created: now,
      trial_end: trialEnd,
      livemode: session.livemode,
      metadata: { ...session.subscriptionMetadata },
      items: {
        object: 'list',
        has_more: false,
        url: '/v1/subscription_items',
        data: [
          {
            id: newId('si'),
            object: 'subscription_item',
            price,
            quantity: 1,
            current_period_start: now,
            current_period_end: trialEnd ?? after(now, price.recurring),
          },
        ],
      },
    };
    if (session.coupon)
      made.discounts.push(addDiscount(fixture, require(fixture.coupons, session.coupon), id).id);
    fixture.subscriptions.set(id, made);
    return made;
  }

  const disputeOf = (chargeId: string): Dispute => {
    const dispute = fixture.disputes.findLast(({ charge }) => charge === chargeId);
    if (!dispute) throw new Error('There is no dispute');
    return dispute;
  };

  async function closeDispute(chargeId: string, status: 'won' | 'lost') {
    const dispute = disputeOf(chargeId);
    dispute.status = status;
    await emit('charge.dispute.closed', dispute);
  }

  function behaviorOf(subscription: Subscription) {
    const method = invoicing.cardOf(subscription);
    return method?.type === 'sepa_debit' ? 'debit' : (method?.behavior ?? 'declined');
  }

  /** Starts a new period now, and charges it. A debit takes days. */
  async function startPeriod(subscription: Subscription, behavior: CardBehavior | 'debit') {
    const [first] = subscription.items.data;
    if (!first) return;
    if (subscription.cancel_at_period_end) return scenarios.end(subscription.id);
    for (const item of subscription.items.data) {
      item.current_period_start = fixture.now();
      item.current_period_end = endOf(item, subscription.created);
    }
    const lines = subscription.items.data.map((item) =>
      line(item, item.current_period_start, item.current_period_end),
    );
    const made = invoicing.draw(subscription, lines, 'subscription_cycle');
    if (subscription.status === 'unpaid') {
      // Its invoices stay drafts.
      made.status = 'draft';
      return emit('customer.subscription.updated', subscription);
    }
    const intent = invoicing.intentOf(made);
    if (behavior === 'debit' && intent) {
      intent.status = 'processing';
      return emit('customer.subscription.updated', subscription);
    }
    const isPaid = invoicing.collect(made, behavior === 'debit' ? 'ok' : behavior);
    subscription.status = isPaid ? 'active' : 'past_due';
    await emit('customer.subscription.updated', subscription);
    await invoicing.report(made);
  }

  /** The payment of the newest invoice decides the status; older ones can stay open. */
  function setStatus(subscription: Subscription, invoice: Invoice, status: 'active' | 'past_due') {
    if (
      subscription.latest_invoice === invoice.id &&
      ['active', 'past_due', 'unpaid'].includes(subscription.status)
    )
      subscription.status = status;
  }

  /** The next thing that happens at Stripe by itself, and when. */
  function nextDue(): { at: number; run: () => Promise<unknown> } | undefined {
    const due: { at: number; run: () => Promise<unknown> }[] = [];
    for (const session of fixture.sessions.values())
      if (session.status === 'open')
        due.push({ at: session.expires_at, run: () => scenarios.expire(session) });
    for (const subscription of fixture.subscriptions.values()) {
      if (!['trialing', 'active', 'past_due', 'unpaid'].includes(subscription.status)) continue;
      const { id, pending_update: pending, trial_end, cancel_at } = subscription;
      const behavior = behaviorOf(subscription);
      if (pending) due.push({ at: pending.expires_at, run: () => changes.discardPending(subscription) });
      if (subscription.status === 'trialing' && trial_end !== null && !noticed.has(`${id} ${trial_end}`))
        due.push({
          at: trial_end - trialNoticeSeconds,
          run: () => {
            noticed.add(`${id} ${trial_end}`);
            return emit('customer.subscription.trial_will_end', subscription);
          },
        });
      if (cancel_at !== null) due.push({ at: cancel_at, run: () => scenarios.end(id) });
      const end = subscription.items.data[0]?.current_period_end;
      if (end !== undefined) due.push({ at: end, run: () => startPeriod(subscription, behavior) });
    }
    return due.sort((a, b) => a.at - b.at)[0];
  }

  const scenarios = {
    invoicing,
    changes,

    /** Enters a promotion code that takes `amount_off` off every payment on the checkout page. */
    enterCode(sessionId: string, amount_off: number) {
      const session = require(fixture.sessions, sessionId);
      const { currency, livemode, total_details } = session;
      if (!session.allow_promotion_codes) throw new Error('The page has no field for codes');
      const values = { amount_off, currency: currency ?? '', duration: 'forever' as const };
      session.coupon = createCoupon(fixture, values, livemode).id;
      session.amount_total = (session.amount_total ?? 0) - amount_off;
      if (total_details) total_details.amount_discount = amount_off;
    },

    /**
     * The customer pays on the checkout page with a new card, and confirms the payment if required. The same `fingerprint` is the same
     * card. With `isDebit`, a plan is paid by a bank debit, which takes days.
     */
    async pay(
      sessionId: string,
      {
        card: behavior = 'ok',
        fingerprint,
        isDebit = false,
      }: { card?: CardBehavior; fingerprint?: string; isDebit?: boolean } = {},
    ) {
      const session = require(fixture.sessions, sessionId);
      if (session.status !== 'open') throw new Error('The session is closed');
      if (behavior === 'declined') throw new Error('A declined card pays for nothing');
      const isFree = session.amount_total === 0;
      const card =
        isFree && !session.needsCard
          ? undefined
          : invoicing.addCard(
              session.customer,
              session.livemode,
              behavior,
              fingerprint,
              isDebit ? 'sepa_debit' : 'card',
            );
      session.status = 'complete';
      session.payment_status = isFree ? 'no_payment_required' : isDebit ? 'unpaid' : 'paid';
      if (session.mode === 'payment') {
        if (isFree) return emit('checkout.session.completed', session);
        const { customer, amount_total, currency, livemode } = session;
        const intent = invoicing.addIntent(customer, amount_total ?? 0, currency ?? '', livemode);
        invoicing.succeed(intent);
        session.payment_intent = intent.id;
        return emit('checkout.session.completed', session);
      }
      const subscription = subscribe(session, require(fixture.prices, session.price ?? ''), card?.id ?? null);
      session.subscription = subscription.id;
      const isTrial = subscription.status === 'trialing';
      const lines = subscription.items.data.map((item) =>
        line(item, item.current_period_start, item.current_period_end, isTrial ? 0 : 1),
      );
      const first = invoicing.draw(subscription, lines, 'subscription_create');
      const intent = invoicing.intentOf(first);
      if (!isDebit) invoicing.collect(first, 'ok');
      else if (intent) intent.status = 'processing';
      await emit('customer.subscription.created', subscription);
      if (!isDebit) await emit('invoice.paid', first);
      return emit('checkout.session.completed', session);
    },

    /** The bank debit that started a subscription succeeds or fails. */
    async concludeDebit(sessionId: string, { isPaid }: { isPaid: boolean }) {
      const session = require(fixture.sessions, sessionId);
      const { latest_invoice } = require(fixture.subscriptions, session.subscription ?? '');
      const invoice = require(fixture.invoices, latest_invoice ?? '');
      if (isPaid) {
        session.payment_status = 'paid';
        await scenarios.payInvoice(invoice.id);
        return emit('checkout.session.async_payment_succeeded', session);
      }
      await scenarios.failDebit(invoice.id);
      await emit('checkout.session.async_payment_failed', session);
    },

    /** The bank debit for an invoice fails. */
    async failDebit(invoiceId: string) {
      const invoice = require(fixture.invoices, invoiceId);
      const subscription = require(fixture.subscriptions, invoice.parent.subscription_details.subscription);
      const intent = invoicing.intentOf(invoice);
      if (intent) invoicing.fail(intent, 'debit_not_authorized', 'The bank account has no money.');
      invoice.attempted = true;
      setStatus(subscription, invoice, 'past_due');
      await emit('customer.subscription.updated', subscription);
      await emit('invoice.payment_failed', invoice);
    },

    /** After the last attempt to collect, Stripe does what the account's settings say. */
    async giveUp(subscriptionId: string, status: 'unpaid' | 'canceled') {
      const subscription = require(fixture.subscriptions, subscriptionId);
      if (subscription.status !== 'past_due') throw new Error('Nothing is overdue');
      if (status === 'canceled') return scenarios.end(subscriptionId, 'payment_failed');
      subscription.status = 'unpaid';
      await emit('customer.subscription.updated', subscription);
    },

    /** Changes how a customer's cards react from now on. */
    setCard(customerId: string, behavior: CardBehavior) {
      for (const card of fixture.cards.values()) if (card.customer === customerId) card.behavior = behavior;
    },

    /**
     * Moves Stripe's clock ahead, like its test clocks: periods and trials end, sessions and pending updates expire. The site's own clock
     * doesn't move.
     */
    async advance({ days = 0, hours = 0, minutes = 0 }: { days?: number; hours?: number; minutes?: number }) {
      const target = fixture.now() + days * daySeconds + hours * 3_600 + minutes * 60;
      for (let next = nextDue(); next && next.at <= target; next = nextDue()) {
        fixture.aheadBy += Math.max(0, next.at - fixture.now()) * 1_000;
        await next.run();
      }
      fixture.aheadBy += (target - fixture.now()) * 1_000;
    },

    /** Starts a new period now, paid or not. Without `isPaid`, the card decides. */
    async renew(subscriptionId: string, { isPaid }: { isPaid?: boolean } = {}) {
      const subscription = require(fixture.subscriptions, subscriptionId);
      const behavior = behaviorOf(subscription);
      // A period has passed, so earlier payments must be older than this second.
      for (const invoice of fixture.invoices.values())
        if (invoice.parent.subscription_details.subscription === subscriptionId)
          invoice.created = Math.min(invoice.created, fixture.now() - 1);
      await startPeriod(subscription, isPaid === undefined ? behavior : isPaid ? 'ok' : 'declined');
    },

    /** Pays what is overdue. */
    async settle(subscriptionId: string) {
      const open = [...fixture.invoices.values()].filter(
        ({ status, parent }) =>
          status === 'open' && parent.subscription_details.subscription === subscriptionId,
      );
      for (const invoice of open) await scenarios.payInvoice(invoice.id);
      if (open.length === 0) throw new Error('Nothing is overdue');
    },

    /** The customer pays an open invoice on its page, and confirms the payment if the card requires it. */
    async payInvoice(invoiceId: string) {
      const invoice = require(fixture.invoices, invoiceId);
      const subscription = require(fixture.subscriptions, invoice.parent.subscription_details.subscription);
      if (invoice.status !== 'open') throw new Error('The invoice is not open');
      invoicing.collect(invoice, 'ok');
      const isPending = subscription.pending_update !== null && subscription.latest_invoice === invoice.id;
      setStatus(subscription, invoice, 'active');
      await emit('invoice.paid', invoice);
      if (isPending) await changes.applyPending(subscription);
      else await emit('customer.subscription.updated', subscription);
    },

    /** As after 23 hours without a confirmation. */
    discardPending: (subscriptionId: string) =>
      changes.discardPending(require(fixture.subscriptions, subscriptionId)),

    /** The customer fails or refuses to confirm an invoice's payment. */
    async failAuthentication(invoiceId: string) {
      const invoice = require(fixture.invoices, invoiceId);
      const intent = invoicing.intentOf(invoice);
      if (intent?.status !== 'requires_action') throw new Error('Nothing is to be confirmed');
      const message = 'We are unable to authenticate your payment method.';
      invoicing.fail(intent, 'payment_intent_authentication_failure', message);
      await emit('invoice.payment_failed', invoice);
    },

    /** Cancels like the customer portal: with a date, without the flag. */
    async cancelInPortal(subscriptionId: string) {
      const subscription = require(fixture.subscriptions, subscriptionId);
      subscription.cancel_at = subscription.items.data[0]?.current_period_end ?? null;
      await emit('customer.subscription.updated', subscription);
    },

    async end(
      subscriptionId: string,
      reason: 'cancellation_requested' | 'payment_failed' = 'cancellation_requested',
    ) {
      const subscription = require(fixture.subscriptions, subscriptionId);
      subscription.cancellation_details = { reason, comment: null, feedback: null, feedback_option: null };
      subscription.status = 'canceled';
      subscription.canceled_at = fixture.now();
      await emit('customer.subscription.deleted', subscription);
    },

    /** Refunds a part of a payment, or all that is left. */
    async refund(chargeId: string, amount?: number) {
      const paid = require(fixture.charges, chargeId);
      const left = paid.amount - paid.amount_refunded;
      const back = amount ?? left;
      if (back > left || left === 0) throw new Error(`Only ${left} of ${paid.amount} can be refunded`);
      const dispute = fixture.disputes.findLast(({ charge }) => charge === chargeId);
      if (dispute && !['won', 'warning_closed'].includes(dispute.status))
        throw new Error('A charge that is disputed cannot be refunded');
      paid.amount_refunded += back;
      paid.refunded = paid.amount_refunded === paid.amount;
      const { currency, livemode } = paid;
      const made = { id: newId('re'), object: 'refund' as const, amount: back, currency, livemode };
      fixture.refunds.push({ ...made, created: fixture.now(), charge: chargeId, status: 'succeeded' });
      await emit('charge.refunded', paid);
    },

    /** The bank rejects the refund: the site keeps the money, although the charge still says refunded. */
    async failRefund(chargeId: string) {
      const refund = fixture.refunds.findLast(({ charge }) => charge === chargeId);
      if (!refund) throw new Error('There is no refund');
      refund.status = 'failed';
      await emit('refund.failed', refund);
    },

    async dispute(chargeId: string, status: Dispute['status'] = 'needs_response') {
      const paid = require(fixture.charges, chargeId);
      paid.disputed = true;
      const { amount, currency, livemode } = paid;
      const made = { id: newId('dp'), object: 'dispute' as const, amount, currency, livemode, status };
      const dispute = { ...made, created: fixture.now(), charge: chargeId };
      fixture.disputes.push(dispute);
      await emit('charge.dispute.created', dispute);
    },
    winDispute: (chargeId: string) => closeDispute(chargeId, 'won'),
    /** The site doesn't get the money back. */
    loseDispute: (chargeId: string) => closeDispute(chargeId, 'lost'),

    async expire(session: Session) {
      session.status = 'expired';
      await emit('checkout.session.expired', session);
    },
  };
  return scenarios;
}
export type Scenarios = ReturnType<typeof createScenarios>;
