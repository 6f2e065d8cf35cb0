import fc from 'fast-check';
import type { Stripe } from 'stripe';
import { expect, test } from 'vitest';
import { toInvoice, toSubscription } from '#money/billing/stripe/stripe-facts.server.ts';
import { addDays, granted } from '#money/billing/subscription/entitlement.ts';
import { overdueSince } from '#money/billing/sync/overdue-since.ts';
import { createFixture, type Price } from './fixture.ts';
import { createScenarios } from './scenarios.ts';
import { createSession } from './sessions.ts';

const graceDays = 7;
const plans = ['basic', 'pro', 'studio'] as const;
const prices = plans.flatMap((plan, index) =>
  (['month', 'year'] as const).map(
    (interval): Price => ({
      id: `${plan} ${interval}`,
      object: 'price',
      active: true,
      currency: 'usd',
      livemode: false,
      unit_amount: 1_000 * (index + 1) * (interval === 'year' ? 10 : 1),
      tax_behavior: 'unspecified',
      product: `promptory_tier_${plan}`,
      recurring: { interval, interval_count: 1 },
    }),
  ),
);

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 700 }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('change' as const), to: fc.nat(prices.length - 1) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('card' as const), pays: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pay the newest invoice' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fail the newest debit' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), cancels: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('give up' as const),
      status: fc.constantFrom('unpaid' as const, 'canceled' as const),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** What a member has paid for, told only by the steps of their life. */
class Member {
  /** The price last paid for, and the end of that time. */
  has = 'pro month';
  paidUntil: Date;
  /** The price that Stripe charges next. */
  wants = 'pro month';
  /** Since when a payment is missing. */
  lateSince: Date | null = null;
  isArriving = false;
  state: 'current' | 'given up' | 'ended' = 'current';
  constructor(paidUntil: Date) {
    this.paidUntil = paidUntil;
  }
  pay(until: Date, isGivenUp: boolean) {
    Object.assign(this, {
      has: this.wants,
      paidUntil: until,
      lateSince: null,
      isArriving: false,
      state: isGivenUp ? 'given up' : 'current',
    });
  }
  miss(at: Date) {
    this.lateSince ??= at;
    this.isArriving = false;
  }
  /** The price that they have, until when. */
  at(now: Date, isCanceled: boolean, periodEnd: Date): string | undefined {
    if (now < this.paidUntil && this.state !== 'ended') return this.has;
    if (this.state !== 'current') return undefined;
    if (this.lateSince === null) return isCanceled ? (now < periodEnd ? this.has : undefined) : this.has;
    const graceFrom = this.lateSince > this.paidUntil ? this.lateSince : this.paidUntil;
    return now < addDays(graceFrom, graceDays) ? this.has : undefined;
  }
}

/** A subscription at the stand-in, whose clock and state are its own. */
async function begin(isDebit: boolean) {
  const fixture = createFixture();
  const ends: () => void = () => undefined;
  const scenarios = createScenarios(
    fixture,
    async () => ends(),
    () => 'https://stripe.example',
  );
  for (const price of prices) fixture.prices.set(price.id, price);
  fixture.customers.set('cus', { id: 'cus', object: 'customer', balance: 0, email: null, livemode: false });
  const session = createSession(
    fixture,
    {
      mode: 'subscription',
      customer: 'cus',
      success_url: 'https://site.example',
      line_items: [{ price: 'pro month', quantity: 1 }],
    },
    false,
    'https://stripe.example',
  );
  fixture.sessions.set(session.id, session);
  await scenarios.pay(session.id, { isDebit });
  if (isDebit) await scenarios.concludeDebit(session.id, { isPaid: true });
  const subscription = [...fixture.subscriptions.values()][0];
  if (!subscription) throw new Error('no subscription');
  return { fixture, scenarios, subscription };
}

const date = (seconds: number) => new Date(seconds * 1_000);

async function live(isDebit: boolean, steps: Step[]) {
  const { fixture, scenarios, subscription } = await begin(isDebit);
  const { id } = subscription;
  const item = () => subscription.items.data[0] as (typeof subscription.items.data)[number];
  const periodEnd = () => date(item().current_period_end);
  const newest = () => fixture.invoices.get(subscription.latest_invoice ?? '');
  const member = new Member(periodEnd());
  const story: string[] = [];

  /** What the newest invoice has become. */
  function settle() {
    const invoice = newest();
    if (!invoice || invoice.status === 'draft') return;
    if (invoice.status === 'paid') member.pay(periodEnd(), subscription.status === 'canceled');
    else if (scenarios.invoicing.intentOf(invoice)?.status === 'processing') member.isArriving = true;
    else member.miss(date(invoice.created));
  }

  function compare() {
    const facts = toSubscription(subscription as unknown as Stripe.Subscription);
    const invoices = [...fixture.invoices.values()].flatMap(
      (invoice) => toInvoice(invoice as unknown as Stripe.Invoice) ?? [],
    );
    if (!facts) throw new Error('no facts');
    const stored = invoices.filter(({ status }) => ['paid', 'open', 'uncollectible'].includes(status));
    for (const days of [0, 3, 8, 20]) {
      const now = addDays(date(fixture.now()), days);
      // Without an event, a period that has ended says nothing new.
      if (days > 0 && now >= periodEnd() && now >= member.paidUntil && member.lateSince === null) continue;
      const grant = granted(
        {
          ...facts,
          pastDueSince: overdueSince(facts, invoices),
          isEndedByRefund: false,
          invoices: stored.map((invoice) => ({
            ...invoice,
            isPaid: invoice.status === 'paid',
            reversal: 'none',
          })),
        },
        graceDays,
        now,
      );
      const expected = member.at(now, subscription.cancel_at_period_end, periodEnd());
      expect(grant?.priceId, `${story.join(', ')}; ${days} days later`).toBe(expected);
      if (grant) expect(grant.until > now).toBe(true);
    }
  }

  async function wait(hours: number) {
    const target = fixture.now() + hours * 3_600;
    const isOver = () => ['canceled', 'incomplete_expired'].includes(subscription.status);
    while (!isOver() && item().current_period_end <= target) {
      const before = newest()?.id;
      await scenarios.advance({ minutes: Math.ceil((item().current_period_end - fixture.now()) / 60) });
      if (isOver()) member.state = 'ended';
      else if (newest()?.id !== before) settle();
    }
    if (target > fixture.now()) fixture.aheadBy += (target - fixture.now()) * 1_000;
  }

  async function take(next: Step) {
    const isCurrent = member.state === 'current' && subscription.status !== 'canceled';
    const invoice = newest();
    switch (next.do) {
      case 'wait':
        return wait(next.hours);
      case 'card':
        return scenarios.setCard('cus', next.pays ? 'ok' : 'declined');
      case 'change': {
        const price = prices[next.to];
        if (!price || !isCurrent || member.lateSince || member.isArriving || price.id === item().price.id)
          return;
        member.wants = price.id;
        await scenarios.changes.update(subscription, {
          items: [{ id: item().id, price: price.id }],
          proration_behavior: 'always_invoice',
        });
        return settle();
      }
      case 'pay the newest invoice':
        if (invoice?.status !== 'open') return;
        await scenarios.payInvoice(invoice.id);
        return settle();
      case 'fail the newest debit':
        if (!invoice || !member.isArriving) return;
        await scenarios.failDebit(invoice.id);
        return settle();
      case 'cancel':
        if (isCurrent) await scenarios.changes.update(subscription, { cancel_at_period_end: next.cancels });
        return;
      case 'give up':
        if (subscription.status !== 'past_due') return;
        await scenarios.giveUp(id, next.status);
        member.state = 'given up';
    }
  }

  compare();
  for (const next of steps) {
    story.push(JSON.stringify(next));
    await take(next);
    compare();
  }
}

test('a member has what they last paid for and its grace period, whatever happens to their subscription', async () => {
  await fc.assert(fc.asyncProperty(fc.boolean(), fc.array(step, { maxLength: 15 }), live), { numRuns: 800 });
});
