import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BillingSite, createBillingSite } from './billing-site.ts';
import { newId, type StandInEvent } from './fixture.ts';

let shop: BillingSite;
beforeAll(async () => {
  shop = await createBillingSite();
});
afterAll(() => shop.stop());

/** A member on Pro whose subscription got another item (first in the list) and a second seat from the owner. */
async function withOtherItem() {
  const member = await shop.subscriber(shop.pro);
  const { fixture, post, events } = shop.stripe;
  const items = fixture.subscriptions.get(member.subscriptionId)?.items.data ?? [];
  const [own] = items;
  if (!own) throw new Error('no item');
  own.quantity = 2;
  const price = { ...own.price, id: newId('price'), product: 'prod_coaching', unit_amount: 9_900 };
  fixture.prices.set(price.id, price);
  items.unshift({ ...own, id: newId('si'), price, quantity: 1 });
  await post({
    ...(events.at(-1) as StandInEvent),
    id: newId('evt'),
    type: 'customer.subscription.updated',
    data: { object: { id: member.subscriptionId } },
  });
  return member;
}

test('items that are not ours are left alone, and the plan of two is shown and changed as two', async () => {
  const { site, stripe, studio } = shop;
  const { token, subscriptionId } = await withOtherItem();
  expect(await shop.plan(token)).toMatchObject({
    plan: 'Pro',
    amount: 2_400,
    quantity: 2,
    lower_amount: null,
  });
  // The price for two is unchanged.
  const same = await shop.checkout(token, { type: 'subscription', tierId: shop.pro.access_level });
  expect([same.status, same.body.error]).toEqual([409, 'You are already on this plan']);
  const query = `tier=${studio.id}&interval=month`;
  const { body } = await site.api('GET', `/api/v1/subscription/change?${query}`, { token });
  expect(body).toMatchObject({ amount: 5_800 });
  expect(body.amount_due).toBeGreaterThan(3_300);
  expect(body.amount_due).toBeLessThanOrEqual(3_400);
  const { proration_date, amount_due } = body;
  const change = { tier: studio.id, interval: 'month', proration_date, amount_due };
  const changed = await site.api('POST', '/api/v1/subscription/change', { token, body: change });
  expect(changed.body).toMatchObject({ plan: 'Studio', amount: 5_800, quantity: 2 });
  const items = stripe.fixture.subscriptions.get(subscriptionId)?.items.data ?? [];
  expect(items.map(({ price, quantity }) => [price.unit_amount, quantity])).toEqual([
    [9_900, 1],
    [2_900, 2],
  ]);
  expect(
    (await site.services.billing.reconcile.all()).filter((line) => line.includes(subscriptionId)),
  ).toEqual([]);
});

test('a refund of an invoice that charges other items too closes the plan', async () => {
  const { stripe } = shop;
  const member = await withOtherItem();
  // The first month is over.
  for (const { period } of [...stripe.fixture.invoices.values()].at(-1)?.lines.data ?? []) {
    period.start -= 40 * 86_400;
    period.end -= 40 * 86_400;
  }
  await stripe.scenarios.renew(member.subscriptionId);
  expect(await shop.tierOf(member.id)).toBe('Pro');
  await stripe.scenarios.refund([...stripe.fixture.charges.keys()].at(-1) ?? '');
  expect(await shop.tierOf(member.id)).toBeUndefined();
});
