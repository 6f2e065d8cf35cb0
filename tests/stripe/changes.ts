import {
  after,
  type Fixture,
  type Invoice,
  type Item,
  type Line,
  newId,
  type Subscription,
} from './fixture.ts';
import { type Emit, type Invoicing, line } from './invoicing.ts';
import { onlyOneOf } from './parameters.ts';
import { declined, find, invalid } from './refusal.ts';
import type { SubscriptionUpdate } from './schemas.ts';

/** https://docs.stripe.com/billing/subscriptions/pending-updates-reference; cancel_at_period_end since 2026-09-30.endive */
const pendingParameters = [
  'expand',
  'payment_behavior',
  'proration_behavior',
  'proration_date',
  'items',
  'trial_end',
  'metadata',
  'cancel_at_period_end',
];
/** How long a pending update waits for its payment, in seconds, unless the period or the trial ends before. */
const pendingSeconds = 23 * 3_600;

type Plan = {
  items: Item[];
  trialEnd: number | null;
  status: Subscription['status'];
  /** The lines to be invoiced with the change. */
  lines: Line[];
};

const isWithin = (item: Item, date: number) =>
  date >= item.current_period_start && date <= item.current_period_end;

/** The end of an item's period that has just started, for a subscription that began at `anchor`. @throws Error for a one-time price */
export function endOf({ price, current_period_start }: Item, anchor?: number): number {
  if (!price.recurring) throw new Error('The price is paid once');
  return after(current_period_start, price.recurring, anchor);
}

/** The costs and effects of updating a subscription, for each `payment_behavior`. */
export function createChanges(fixture: Fixture, invoicing: Invoicing, emit: Emit) {
  /** The subscription after the update, and the amounts to be charged or credited. @throws StripeRefusal */
  function plan(subscription: Subscription, params: Omit<SubscriptionUpdate, 'payment_behavior'>): Plan {
    if (['canceled', 'incomplete_expired'].includes(subscription.status))
      throw invalid('A canceled subscription can only update its cancellation_details and metadata.', 'id');
    onlyOneOf(params, 'cancel_at', 'cancel_at_period_end');
    const now = fixture.now();
    const old = subscription.items.data;
    const items = structuredClone(old);
    for (const [index, change] of (params.items ?? []).entries()) {
      const name = `items[${index}]`;
      const item = change.id === undefined ? undefined : items.find(({ id }) => id === change.id);
      if (change.id !== undefined && !item)
        throw invalid(`No such subscription item: '${change.id}'`, `${name}[id]`, 'resource_missing');
      const price = change.price
        ? find(fixture.prices, change.price, 'price', subscription.livemode, `${name}[price]`)
        : item?.price;
      if (!price)
        throw invalid(`Missing required param: ${name}[price].`, `${name}[price]`, 'parameter_missing');
      if (price !== item?.price && !price.active && change.price)
        throw invalid(
          'The price specified is inactive. This field only accepts active prices.',
          `${name}[price]`,
        );
      if (!price.recurring)
        throw invalid(
          'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
          `${name}[price]`,
        );
      if (price.currency !== subscription.currency)
        throw invalid(
          `The price specified only supports \`${price.currency}\`. This doesn't match the expected currency: \`${subscription.currency}\`.`,
          `${name}[price]`,
        );
      if (items.some((other) => other !== item && other.price.id === price.id))
        throw invalid('Cannot add multiple subscription items with the same plan.', `${name}[price]`);
      const values = { price, quantity: change.quantity ?? item?.quantity ?? 1 };
      if (item) Object.assign(item, values);
      else items.push({ ...(items[0] as Item), ...values, id: newId('si') });
    }
    const intervals = new Set(items.map(({ price }) => price.recurring?.interval));
    if (intervals.size > 1)
      throw invalid(
        'Currency and interval fields must match across all plans on this subscription.',
        'items',
      );

    const date = params.proration_date ?? now;
    const [first] = old;
    if (first && params.proration_date !== undefined && !isWithin(first, date))
      throw invalid(
        "Cannot specify a proration date outside of the subscription's current period.",
        'proration_date',
      );
    const isTrial = subscription.status === 'trialing';
    const endsTrial = isTrial && params.trial_end === 'now';
    const trialEnd =
      typeof params.trial_end === 'number' ? params.trial_end : endsTrial ? now : subscription.trial_end;
    const status = endsTrial ? 'active' : subscription.status;
    const startsPeriod =
      endsTrial || (!isTrial && first?.price.recurring?.interval !== items[0]?.price.recurring?.interval);
    if (startsPeriod)
      for (const item of items) {
        item.current_period_start = now;
        item.current_period_end = endOf(item);
      }
    else if (isTrial && typeof params.trial_end === 'number')
      for (const item of items) item.current_period_end = params.trial_end;
    const isFree = params.proration_behavior === 'none' || (isTrial && !endsTrial);
    return {
      items,
      trialEnd,
      status,
      lines: isFree && !startsPeriod ? [] : prorate(old, items, date, startsPeriod, isTrial),
    };
  }

  /** Credits unused time of paid items, and charges a new period in full. */
  function prorate(
    old: Item[],
    items: Item[],
    date: number,
    startsPeriod: boolean,
    isTrial: boolean,
  ): Line[] {
    const changed = items.filter((item) => {
      const before = old.find(({ id }) => id === item.id);
      return startsPeriod || before?.price.id !== item.price.id || before.quantity !== item.quantity;
    });
    return changed.flatMap((item) => {
      const before = old.find(({ id }) => id === item.id);
      const [start, end] = [item.current_period_start, item.current_period_end];
      const share = startsPeriod ? 1 : (end - date) / (end - start);
      const charge = line(item, startsPeriod ? start : date, end, share);
      if (!before || isTrial) return [charge];
      const [from, to] = [before.current_period_start, before.current_period_end];
      return [line(before, date, to, -(to - date) / (to - from)), charge];
    });
  }

  function apply(subscription: Subscription, { items, trialEnd, status }: Omit<Plan, 'lines'>): void {
    subscription.items.data = items;
    subscription.trial_end = trialEnd;
    subscription.status = status;
    subscription.pending_update = null;
    if (subscription.cancel_at_period_end) subscription.cancel_at = items[0]?.current_period_end ?? null;
  }

  function applyRest(subscription: Subscription, params: SubscriptionUpdate): void {
    Object.assign(subscription.metadata, params.metadata);
    if (params.cancel_at_period_end !== undefined) {
      // A date that was set without the flag stays until it is cleared itself.
      if (params.cancel_at_period_end)
        subscription.cancel_at = subscription.items.data[0]?.current_period_end ?? null;
      else if (subscription.cancel_at_period_end) subscription.cancel_at = null;
      subscription.cancel_at_period_end = params.cancel_at_period_end;
    }
    if (params.cancel_at !== undefined) {
      subscription.cancel_at = params.cancel_at;
      if (params.cancel_at === null) subscription.cancel_at_period_end = false;
    }
    const isCanceled = subscription.cancel_at !== null;
    subscription.canceled_at = isCanceled ? (subscription.canceled_at ?? fixture.now()) : null;
  }

  /** @throws StripeRefusal 400; 402 if the payment fails and the behavior is error_if_incomplete */
  async function update(subscription: Subscription, params: SubscriptionUpdate): Promise<Subscription> {
    const { payment_behavior: behavior = 'allow_incomplete' } = params;
    const unsupported = Object.keys(params).find((name) => !pendingParameters.includes(name));
    if (behavior === 'pending_if_incomplete' && unsupported)
      throw invalid(
        `When \`payment_behavior\` is set to \`pending_if_incomplete\`, you can only pass supported params. \`${unsupported}\` is not supported. See https://stripe.com/docs/billing/subscriptions/pending-updates-reference#supported-attributes for more details.`,
        unsupported,
      );
    const planned = plan(subscription, params);
    const startsPeriod =
      planned.items[0]?.current_period_start !== subscription.items.data[0]?.current_period_start;
    // Without always_invoice, the amounts wait for the next invoice, unless a period starts.
    const isInvoiced =
      planned.lines.length > 0 && (startsPeriod || params.proration_behavior === 'always_invoice');
    if (!isInvoiced) {
      apply(subscription, planned);
      applyRest(subscription, params);
      await emit('customer.subscription.updated', subscription);
      return subscription;
    }
    const previous = fixture.invoices.get(subscription.latest_invoice ?? '');
    if (subscription.pending_update && previous?.status === 'open') discard(subscription, previous);
    const invoice = invoicing.draw(subscription, planned.lines);
    const method = invoicing.cardOf(subscription);
    const card = method?.behavior ?? 'declined';
    const intent = invoice.status === 'open' ? invoicing.intentOf(invoice) : undefined;
    if (method?.type === 'sepa_debit' && intent) {
      // A debit takes days, and has no pending updates: https://docs.stripe.com/billing/subscriptions/pending-updates
      Object.assign(intent, { status: 'processing' });
      apply(subscription, planned);
      applyRest(subscription, params);
      await emit('customer.subscription.updated', subscription);
      return subscription;
    }
    const isPaid = behavior !== 'default_incomplete' && invoicing.collect(invoice, card);
    if (isPaid || invoice.status === 'paid') {
      apply(subscription, planned);
      applyRest(subscription, params);
      await emit('invoice.paid', invoice);
    } else if (behavior === 'error_if_incomplete') {
      invoicing.cancel(invoice);
      fixture.invoices.delete(invoice.id);
      subscription.latest_invoice = previous?.id ?? null;
      throw card === 'authenticate'
        ? declined(
            'subscription_payment_intent_requires_action',
            'Payment for this subscription requires additional user action before it can be completed successfully.',
          )
        : declined('card_declined', 'Your card was declined.');
    } else if (behavior === 'pending_if_incomplete') {
      const ends = [subscription.items.data[0]?.current_period_end, subscription.trial_end];
      subscription.pending_update = {
        expires_at: Math.min(
          fixture.now() + pendingSeconds,
          ...ends.filter((end) => end != null && end > fixture.now()).map(Number),
        ),
        subscription_items: planned.items,
        trial_end: planned.trialEnd === subscription.trial_end ? null : planned.trialEnd,
        cancel_at_period_end: params.cancel_at_period_end ?? null,
      };
      await invoicing.report(invoice);
    } else {
      apply(subscription, { ...planned, status: 'past_due' });
      applyRest(subscription, params);
      if (behavior === 'allow_incomplete') await invoicing.report(invoice);
    }
    await emit('customer.subscription.updated', subscription);
    return subscription;
  }

  /** Applies a pending update after its payment. */
  async function applyPending(subscription: Subscription): Promise<void> {
    const pending = subscription.pending_update;
    if (!pending?.subscription_items) return;
    const isTrialOver = pending.trial_end !== null && pending.trial_end <= fixture.now();
    apply(subscription, {
      items: pending.subscription_items,
      trialEnd: pending.trial_end ?? subscription.trial_end,
      status: isTrialOver ? 'active' : subscription.status,
    });
    if (pending.cancel_at_period_end !== null)
      applyRest(subscription, { cancel_at_period_end: pending.cancel_at_period_end });
    await emit('customer.subscription.pending_update_applied', subscription);
    await emit('customer.subscription.updated', subscription);
  }

  function discard(subscription: Subscription, invoice: Invoice): void {
    invoicing.cancel(invoice);
    subscription.pending_update = null;
  }

  /** Discards a pending update that has expired, or whose invoice was voided. */
  async function discardPending(subscription: Subscription): Promise<void> {
    const invoice = fixture.invoices.get(subscription.latest_invoice ?? '');
    if (invoice?.status === 'open') discard(subscription, invoice);
    subscription.pending_update = null;
    await emit('customer.subscription.pending_update_expired', subscription);
    await emit('customer.subscription.updated', subscription);
  }

  return { plan, update, applyPending, discardPending };
}
