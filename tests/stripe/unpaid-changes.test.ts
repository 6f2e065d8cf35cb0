import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMember } from '../harness/build.ts';
import { type BillingSite, createBillingSite } from './billing-site.ts';

let shop: BillingSite;
let studioPrice = '';
beforeAll(async () => {
  shop = await createBillingSite();
  const { subscriptionId } = await shop.subscriber(shop.studio);
  studioPrice = at(subscriptionId).items.data[0]?.price.id ?? '';
});
afterAll(() => shop.stop());

const day = 86_400;

function at(subscriptionId: string) {
  const subscription = shop.stripe.fixture.subscriptions.get(subscriptionId);
  if (!subscription) throw new Error('no subscription');
  return subscription;
}
const itemOf = (subscriptionId: string) => {
  const [item] = at(subscriptionId).items.data;
  if (!item) throw new Error('no item');
  return item;
};
const inDays = (seconds: number, days: number) => new Date((seconds + days * day) * 1_000).toISOString();

/**
 * A member who paid for Pro some days ago, and then switched to Studio in the customer portal with a card that fails, or by a bank debit
 * that takes days.
 */
async function switched(
  paid: { daysAgo: number },
  change: { daysAgo: number },
  method: 'card' | 'sepa_debit' = 'card',
) {
  const { stripe, site, pro } = shop;
  // At Stripe a page to pay on is opened now.
  stripe.fixture.aheadBy = 0;
  const member = await buildMember(site);
  const { body } = await shop.checkout(member.token, { type: 'subscription', tierId: pro.access_level });
  stripe.fixture.aheadBy = -paid.daysAgo * day * 1_000;
  await stripe.scenarios.pay(shop.sessionOf(body.url));
  const id = stripe.fixture.sessions.get(shop.sessionOf(body.url))?.subscription ?? '';
  const { customer } = at(id);
  for (const card of stripe.fixture.cards.values())
    if (card.customer === customer) Object.assign(card, { type: method, behavior: 'declined' });
  await stripe.scenarios.advance({ days: paid.daysAgo - change.daysAgo });
  const paidUntil = itemOf(id).current_period_end;
  await stripe.scenarios.changes.update(at(id), {
    items: [{ id: itemOf(id).id, price: studioPrice }],
    proration_behavior: 'always_invoice',
  });
  return { ...member, subscriptionId: id, paidUntil };
}

/** Lets the time at Stripe pass until now. */
async function catchUp() {
  const { fixture, scenarios } = shop.stripe;
  await scenarios.advance({ minutes: Math.ceil(-fixture.aheadBy / 60_000) });
  fixture.aheadBy = 0;
}

const pay = async (subscriptionId: string) =>
  shop.stripe.scenarios.payInvoice(at(subscriptionId).latest_invoice ?? '');

const subjectsTo = async (email: string) =>
  (await shop.site.emails())
    .filter((raw) => raw.includes(`To: ${email}`))
    .map((raw) => /^Subject: (.*)$/m.exec(raw)?.[1]?.trim());

test('a change whose payment fails leaves the plan that was paid for, to its end and not longer', async () => {
  const { site } = shop;
  const member = await switched({ daysAgo: 20 }, { daysAgo: 10 });
  await catchUp();
  expect(await shop.plan(member.token)).toMatchObject({
    plan: 'Pro',
    paid_plan: { name: 'Studio' },
    status: 'past_due',
    amount: 2_900,
    kept_price: { amount: 1_200, interval: 'month' },
    grace_until: inDays(member.paidUntil, 0),
    payment_under_way: null,
  });
  const studio = { type: 'subscription', tierId: shop.studio.access_level };
  expect((await shop.checkout(member.token, studio)).body.error).toBe(
    'Your last payment failed. Update your payment method in Manage billing first.',
  );
  const told = async () =>
    (await site.emails()).find((raw) => raw.includes('Subject: Your payment for Studio failed'));
  await expect.poll(told).toContain('You keep Pro until');
  await pay(member.subscriptionId);
  expect(await shop.plan(member.token)).toMatchObject({ plan: 'Studio', status: 'active', kept_price: null });
});

test('a renewal that fails after it has the grace period of the plan that was paid for', async () => {
  const member = await switched({ daysAgo: 33 }, { daysAgo: 4 });
  await catchUp();
  const kept = { plan: 'Pro', status: 'past_due', grace_until: inDays(member.paidUntil, 7) };
  expect(await shop.plan(member.token)).toMatchObject(kept);
  expect(await shop.tierOf(member.id)).toBe('Pro');
  await expect
    .poll(async () =>
      (await subjectsTo(member.email)).filter((it) => it === 'Your payment for Studio failed'),
    )
    .toHaveLength(2);
  await pay(member.subscriptionId);
  expect(await shop.plan(member.token)).toMatchObject({ plan: 'Studio', status: 'active', kept_price: null });
});

test('while its debit and that of the renewal arrive, the plan that was paid for stays', async () => {
  const member = await switched({ daysAgo: 33 }, { daysAgo: 4 }, 'sepa_debit');
  await catchUp();
  expect(await shop.plan(member.token)).toMatchObject({
    plan: 'Pro',
    status: 'active',
    payment_under_way: { name: 'Studio' },
    kept_price: { amount: 1_200, interval: 'month' },
    next_amount: 2_900,
    next_payment_at: inDays(itemOf(member.subscriptionId).current_period_end, 0),
  });
  expect(await shop.tierOf(member.id)).toBe('Pro');
  const studio = { type: 'subscription', tierId: shop.studio.access_level };
  expect((await shop.checkout(member.token, studio)).body.error).toBe(
    'A payment for your plan is being processed. You can change your plan once it has arrived.',
  );
  await pay(member.subscriptionId);
  expect(await shop.plan(member.token)).toMatchObject({ plan: 'Studio', payment_under_way: null });
});

test('after the last attempt to collect, what was paid for stays to its end', async () => {
  const { scenarios } = shop.stripe;
  const unpaid = await switched({ daysAgo: 20 }, { daysAgo: 10 });
  await scenarios.giveUp(unpaid.subscriptionId, 'unpaid');
  const canceled = await switched({ daysAgo: 20 }, { daysAgo: 10 });
  await scenarios.giveUp(canceled.subscriptionId, 'canceled');
  await catchUp();
  expect(await shop.plan(unpaid.token)).toMatchObject({
    plan: 'Pro',
    status: 'unpaid',
    grace_until: inDays(unpaid.paidUntil, 0),
    kept_price: { amount: 1_200 },
  });
  expect(await shop.plan(canceled.token)).toMatchObject({
    plan: 'Pro',
    status: null,
    source: 'subscription',
    ends_at: inDays(canceled.paidUntil, 0),
  });
  await pay(canceled.subscriptionId);
  expect(await shop.plan(canceled.token)).toMatchObject({
    plan: 'Studio',
    status: null,
    ends_at: inDays(canceled.paidUntil, 0),
  });
  const answer = await shop.site.api('POST', '/api/v1/subscription/cancel', { token: unpaid.token });
  expect(answer.body).toMatchObject({ plan: 'Pro', status: 'unpaid', can: { cancel: false, resume: true } });
  expect(at(unpaid.subscriptionId)).toMatchObject({ status: 'unpaid', cancel_at_period_end: true });
});

test('a renewal that is given up leaves nothing, and canceling it ends it at once', async () => {
  const { scenarios } = shop.stripe;
  const member = await switched({ daysAgo: 33 }, { daysAgo: 4 });
  await catchUp();
  await scenarios.giveUp(member.subscriptionId, 'unpaid');
  expect(await shop.plan(member.token)).toMatchObject({ plan: 'Free', status: 'unpaid', grace_until: null });
  await shop.site.api('POST', '/api/v1/subscription/cancel', { token: member.token });
  expect(at(member.subscriptionId).status).toBe('canceled');
});
