import { discountsLeft, reductionOfInvoice } from './coupons.ts';
import { minimumOf } from './currencies.ts';
import {
  type Card,
  type CardBehavior,
  type Charge,
  type Fixture,
  type Intent,
  type Invoice,
  type Item,
  type Line,
  newId,
  type Subscription,
} from './fixture.ts';
import { invoiceTotals } from './taxes.ts';

export type Emit = (type: string, object: { id: string; livemode: boolean }) => Promise<void>;
export type Invoicing = ReturnType<typeof createInvoicing>;

/** Invoices of subscriptions, and their payments. `origin` returns the base URL of the stand-in's pages. */
export function createInvoicing(fixture: Fixture, emit: Emit, origin: () => string) {
  const cardOf = ({
    customer,
    default_payment_method,
  }: Pick<Subscription, 'customer' | 'default_payment_method'>) =>
    fixture.cards.get(default_payment_method ?? '') ??
    [...fixture.cards.values()].findLast((card) => card.customer === customer);

  function addCard(
    customer: string,
    livemode: boolean,
    behavior: CardBehavior,
    fingerprint = newId('fp'),
    type: Card['type'] = 'card',
  ): Card {
    const last4 = '4242';
    const made: Card = {
      id: newId('pm'),
      object: 'payment_method',
      type,
      customer,
      livemode,
      ...(type === 'card'
        ? { card: { brand: 'visa', last4, fingerprint } }
        : { sepa_debit: { country: 'DE', last4, fingerprint } }),
      behavior,
    };
    fixture.cards.set(made.id, made);
    return made;
  }

  function addIntent(customer: string, amount: number, currency: string, livemode: boolean): Intent {
    const intent: Intent = {
      id: newId('pi'),
      object: 'payment_intent',
      amount,
      currency,
      customer,
      livemode,
      status: 'requires_confirmation',
      latest_charge: null,
      next_action: null,
      last_payment_error: null,
    };
    fixture.intents.set(intent.id, intent);
    return intent;
  }

  function succeed(intent: Intent): Charge {
    const charge: Charge = {
      id: newId('ch'),
      object: 'charge',
      amount: intent.amount,
      amount_refunded: 0,
      currency: intent.currency,
      refunded: false,
      disputed: false,
      created: fixture.now(),
      livemode: intent.livemode,
      payment_intent: intent.id,
      customer: intent.customer,
    };
    fixture.charges.set(charge.id, charge);
    Object.assign(intent, {
      status: 'succeeded',
      latest_charge: charge.id,
      next_action: null,
      last_payment_error: null,
    });
    return charge;
  }

  function attempt(intent: Intent, behavior: CardBehavior): void {
    if (behavior === 'ok') succeed(intent);
    else if (behavior === 'authenticate')
      Object.assign(intent, { status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
    else fail(intent, 'card_declined', 'Your card was declined.');
  }

  function fail(intent: Intent, code: string, message: string): void {
    const last_payment_error = { type: 'card_error' as const, code, message };
    Object.assign(intent, { status: 'requires_payment_method', next_action: null, last_payment_error });
  }

  const intentOf = (invoice: Invoice) => {
    const payment = fixture.payments.find((item) => item.invoice === invoice.id);
    return payment && fixture.intents.get(payment.payment.payment_intent);
  };

  /** Creates an open invoice for `lines`. The customer's credit is deducted; a total below the minimum is added to their balance. */
  function draw(
    subscription: Subscription,
    lines: Line[],
    billing_reason: Invoice['billing_reason'] = 'subscription_update',
  ): Invoice {
    const customer = fixture.customers.get(subscription.customer);
    const { currency, livemode } = subscription;
    const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0);
    const reduction = reductionOfInvoice(fixture, subscription.discounts, lines);
    const { tax, total } = invoiceTotals(subscription, subtotal - reduction);
    const amount_due = amountDue(total, customer?.balance ?? 0, currency);
    if (customer) customer.balance += total - amount_due;
    const start = subscription.items.data[0]?.current_period_start ?? fixture.now();
    const id = newId('in');
    const invoice: Invoice = {
      id,
      object: 'invoice',
      amount_due,
      amount_paid: 0,
      attempted: amount_due === 0,
      billing_reason,
      created: fixture.now(),
      currency,
      due_date: null,
      hosted_invoice_url: `${origin()}/invoice/${id}`,
      livemode,
      period_start: start,
      period_end: start,
      status: amount_due > 0 ? 'open' : 'paid',
      status_transitions: {
        finalized_at: fixture.now(),
        marked_uncollectible_at: null,
        paid_at: amount_due > 0 ? null : fixture.now(),
        voided_at: null,
      },
      subtotal,
      total_discount_amounts: reduction > 0 ? [{ amount: reduction }] : [],
      total_taxes: tax > 0 ? [{ amount: tax }] : [],
      total,
      customer: subscription.customer,
      parent: { type: 'subscription_details', subscription_details: { subscription: subscription.id } },
      lines: { object: 'list', data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    };
    fixture.invoices.set(id, invoice);
    subscription.latest_invoice = id;
    subscription.discounts = discountsLeft(fixture, subscription.discounts);
    if (amount_due > 0)
      fixture.payments.push({
        id: newId('inpay'),
        object: 'invoice_payment',
        amount_requested: amount_due,
        currency,
        invoice: id,
        is_default: true,
        livemode,
        status: 'open',
        payment: {
          type: 'payment_intent',
          payment_intent: addIntent(subscription.customer, amount_due, currency, livemode).id,
        },
      });
    return invoice;
  }

  function settle(invoice: Invoice): void {
    const payment = fixture.payments.find((item) => item.invoice === invoice.id);
    if (payment) payment.status = 'paid';
    Object.assign(invoice, { status: 'paid', amount_paid: invoice.amount_due });
    invoice.status_transitions.paid_at = fixture.now();
  }

  /** Charges an open invoice to a card. @returns whether it is paid */
  function collect(invoice: Invoice, behavior: CardBehavior): boolean {
    const intent = intentOf(invoice);
    if (invoice.status === 'open' && intent) {
      attempt(intent, behavior);
      invoice.attempted = true;
      if (intent.status === 'succeeded') settle(invoice);
    }
    return invoice.status === 'paid';
  }

  function cancel(invoice: Invoice): void {
    const payment = fixture.payments.find((item) => item.invoice === invoice.id);
    const intent = intentOf(invoice);
    if (payment) payment.status = 'canceled';
    if (intent) Object.assign(intent, { status: 'canceled', next_action: null });
    // Returns to the balance what the invoice took from it, and vice versa.
    const customer = fixture.customers.get(invoice.customer);
    if (customer) customer.balance -= invoice.total - invoice.amount_due;
    invoice.status = 'void';
    invoice.status_transitions.voided_at = fixture.now();
  }

  /** Sends the event about the result of a payment attempt. */
  async function report(invoice: Invoice): Promise<void> {
    if (invoice.status === 'paid') return emit('invoice.paid', invoice);
    if (intentOf(invoice)?.status === 'requires_action')
      await emit('invoice.payment_action_required', invoice);
    await emit('invoice.payment_failed', invoice);
  }

  return {
    cardOf,
    addCard,
    addIntent,
    attempt,
    fail,
    succeed,
    intentOf,
    draw,
    collect,
    settle,
    cancel,
    report,
  };
}

export function amountDue(total: number, balance: number, currency: string): number {
  const due = Math.max(0, total + balance);
  return due < minimumOf(currency) ? 0 : due;
}

export const line = ({ price, quantity }: Item, start: number, end: number, share = 1): Line => ({
  object: 'line_item',
  amount: Math.round((price.unit_amount ?? 0) * quantity * share),
  currency: price.currency,
  period: { start, end },
  product: price.product,
  pricing: {
    type: 'price_details',
    price_details: { price: price.id, product: price.product },
    unit_amount_decimal: null,
  },
});
