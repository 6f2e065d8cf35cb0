import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildMember, buildTier } from '../harness/build.ts';
import { type BillingSite, createBillingSite } from './billing-site.ts';

let shop: BillingSite;
beforeAll(async () => {
  shop = await createBillingSite();
});
afterAll(() => shop.stop());

const plan = (tier: { access_level: number; id: string }) => ({
  type: 'subscription',
  tierId: tier.access_level,
  tier: tier.id,
});

/** A subscriber of a plan, and a member who opened its checkout and left. */
async function twoOfOnePlan() {
  const { site, stripe } = shop;
  const tier = await buildTier(site, { name: 'Shared', price: 600, access_level: 8 });
  const subscriber = await shop.subscriber(tier);
  const buyer = await buildMember(site);
  const { body } = await shop.checkout(buyer.token, plan(tier));
  const session = stripe.fixture.sessions.get(shop.sessionOf(body.url));
  if (!session) throw new Error('no session');
  await stripe.scenarios.expire(session);
  const price = stripe.fixture.subscriptions.get(subscriber.subscriptionId)?.items.data[0]?.price;
  if (!price) throw new Error('no price');
  return { tier, subscriber, buyer, session, price };
}

describe("customers and prices that the provider doesn't know", () => {
  test('a deleted customer is created again, and the price stays the same', async () => {
    const { stripe } = shop;
    const { tier, subscriber, buyer, session, price } = await twoOfOnePlan();
    stripe.fixture.customers.delete(session.customer);
    const { status, body } = await shop.checkout(buyer.token, plan(tier));
    expect(status).toBe(200);
    expect(stripe.fixture.sessions.get(shop.sessionOf(body.url))?.price).toBe(price.id);
    await stripe.scenarios.pay(shop.sessionOf(body.url));
    await stripe.scenarios.renew(subscriber.subscriptionId);
    expect([await shop.tierOf(buyer.id), await shop.tierOf(subscriber.id)]).toEqual(['Shared', 'Shared']);
  });

  test('a deleted customer is created again for the portal too, wherever this was noticed', async () => {
    const { site, stripe, pro } = shop;
    const { id, token } = await buildMember(site);
    const customerOf = async () => {
      const path = '/api/v1/subscription/portal';
      const { status, body } = await site.api('POST', path, { token });
      expect([status, body]).toEqual([200, { url: expect.stringContaining(`${stripe.url}/portal/cus_`) }]);
      return new URL(body.url).pathname.split('/').at(-1) ?? '';
    };
    const first = await customerOf();
    expect(await customerOf()).toBe(first);
    stripe.fixture.customers.delete(first);
    const second = await customerOf();
    expect(await customerOf()).toBe(second);
    expect(stripe.fixture.customers.has(second)).toBe(true);
    // A purchase has noticed the missing customer, but stopped before it created another.
    stripe.fixture.customers.delete(second);
    await site.db.deleteFrom('billing_customers').where('user_id', '=', id).execute();
    const third = await customerOf();
    const { body } = await shop.checkout(token, plan(pro));
    expect(stripe.fixture.sessions.get(shop.sessionOf(body.url))?.customer).toBe(third);
  });

  test('a missing price is replaced, and those who pay it keep their plan once it is known again', async () => {
    const { stripe } = shop;
    const { tier, subscriber, buyer, price } = await twoOfOnePlan();
    // As if the keys were of another account.
    stripe.fixture.prices.delete(price.id);
    const { status, body } = await shop.checkout(buyer.token, plan(tier));
    expect(status).toBe(200);
    stripe.fixture.prices.set(price.id, price);
    await stripe.scenarios.pay(shop.sessionOf(body.url));
    await stripe.scenarios.renew(subscriber.subscriptionId);
    expect([await shop.tierOf(buyer.id), await shop.tierOf(subscriber.id)]).toEqual(['Shared', 'Shared']);
    expect(await shop.plan(subscriber.token)).toMatchObject({ plan: 'Shared', status: 'active' });
  });

  test('a missing price is replaced in a change of plan too', async () => {
    const { site, stripe, pro } = shop;
    const { tier, price } = await twoOfOnePlan();
    const member = await shop.subscriber(pro);
    stripe.fixture.prices.delete(price.id);
    const path = `/api/v1/subscription/change?tier=${tier.id}&interval=month`;
    expect((await site.api('GET', path, { token: member.token })).status).toBe(200);
  });
});
