import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BillingSite, createBillingSite } from './billing-site.ts';
import { createOrders, inEveryOrder } from './orders.ts';

let shop: BillingSite;
let studioPrice = '';
beforeAll(async () => {
  shop = await createBillingSite();
  const { subscriptionId } = await shop.subscriber(shop.studio);
  studioPrice = shop.stripe.fixture.subscriptions.get(subscriptionId)?.items.data[0]?.price.id ?? '';
});
afterAll(() => shop.stop());

const newestCharge = () => [...shop.stripe.fixture.charges.keys()].at(-1) ?? '';

/** Events at Stripe after a member has paid for Pro. */
const stories = {
  async 'an upgrade whose part is refunded'(id: string) {
    const { scenarios, fixture } = shop.stripe;
    const subscription = fixture.subscriptions.get(id);
    if (!subscription) throw new Error('no subscription');
    const item = subscription.items.data[0]?.id ?? '';
    // Half of the month is over.
    for (const line of subscription.items.data) line.current_period_start -= 15 * 86_400;
    await scenarios.changes.update(subscription, {
      items: [{ id: item, price: studioPrice }],
      proration_behavior: 'always_invoice',
    });
    await scenarios.refund(newestCharge());
  },
  async 'a dispute that is lost'() {
    await shop.stripe.scenarios.dispute(newestCharge());
    await shop.stripe.scenarios.loseDispute(newestCharge());
  },
  async 'a dispute that is won'() {
    await shop.stripe.scenarios.dispute(newestCharge());
    await shop.stripe.scenarios.winDispute(newestCharge());
  },
  async 'a refund that fails'() {
    await shop.stripe.scenarios.refund(newestCharge());
    await shop.stripe.scenarios.failRefund(newestCharge());
  },
};

test.each([
  { story: 'an upgrade whose part is refunded', count: 720, tier: 'Pro', status: 'active' },
  { story: 'a dispute that is lost', count: 120, tier: undefined, status: 'canceled' },
  { story: 'a dispute that is won', count: 120, tier: 'Pro', status: 'active' },
  { story: 'a refund that fails', count: 120, tier: 'Pro', status: 'active' },
] as const)(
  '$count orders of events lead to one state, at the provider too: $story',
  {
    timeout: 300_000,
  },
  async ({ story, count, tier, status }) => {
    const { fixture, post } = shop.stripe;
    const { stateOf, keep, restore, undelivered } = createOrders(shop);
    const { id, events, subscriptionId } = await undelivered(stories[story]);
    const { subscriptions } = fixture;
    const provided = () => {
      const subscription = subscriptions.get(subscriptionId);
      if (!subscription) throw new Error('no subscription');
      return subscription;
    };
    // The site's own changes at Stripe send no further events.
    shop.stripe.drop(true);
    const { covered, state } = await inEveryOrder(events, {
      tell: async (event) => expect((await post(event)).status).toBe(200),
      keep: async () => ({ rows: await keep(), subscription: structuredClone(provided()) }),
      async restore({ rows, subscription }) {
        await restore(rows);
        subscriptions.set(subscriptionId, structuredClone(subscription));
      },
      async describe() {
        const provider = [provided().status, provided().items.data[0]?.price.unit_amount];
        return JSON.stringify({ ...(await stateOf(id)), provider });
      },
    });
    shop.stripe.drop(false);
    expect(covered).toBe(count);
    expect(await shop.tierOf(id)).toBe(tier);
    expect(state).toContain(`"provider":["${status}",1200]`);
  },
);
