import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildMember, buildPlaybook } from '../harness/build.ts';
import { type BillingSite, createBillingSite } from './billing-site.ts';

let shop: BillingSite;
beforeAll(async () => {
  shop = await createBillingSite();
});
afterAll(() => shop.stop());

/** A member who has paid for a playbook, and the charge. With `isSilent`, the site gets no events about it. */
async function buyer({ isSilent = false } = {}) {
  const { site, stripe } = shop;
  const { token } = await buildMember(site);
  const playbook = await buildPlaybook(site, { tier_access: 2, is_purchasable: true, price: 900 });
  const { body } = await shop.checkout(token, { type: 'playbook', playbookId: playbook.id });
  const session = shop.sessionOf(body.url);
  const before = stripe.events.length;
  stripe.drop(isSilent);
  await stripe.scenarios.pay(session);
  stripe.drop(false);
  const canRead = async () =>
    (await site.api('GET', `/api/v1/playbooks/${playbook.slug}`, { token })).body.can.read;
  const charge = [...stripe.fixture.charges.keys()].at(-1) ?? '';
  return { token, playbook, session, charge, canRead, events: () => stripe.events.slice(before) };
}

test('a plan is charged in the currency of the site, for the interval that was chosen', async () => {
  const { site, stripe, pro } = shop;
  for (const [interval, days] of [
    ['month', 31],
    ['year', 366],
  ] as const) {
    const { token } = await buildMember(site);
    const { body } = await shop.checkout(token, { type: 'subscription', tierId: pro.access_level, interval });
    const session = stripe.fixture.sessions.get(shop.sessionOf(body.url));
    expect(session?.currency).toBe('usd');
    await stripe.scenarios.pay(session?.id ?? '');
    const subscription = stripe.fixture.subscriptions.get(String(session?.subscription));
    const item = subscription?.items.data[0];
    expect(item?.price).toMatchObject({ currency: 'usd', recurring: { interval, interval_count: 1 } });
    const length = ((item?.current_period_end ?? 0) - (item?.current_period_start ?? 0)) / 86_400;
    expect(length).toBeGreaterThanOrEqual(days - 3);
    expect(length).toBeLessThanOrEqual(days);
    const plan = await shop.plan(token);
    expect(Date.parse(plan.next_payment_at)).toBe((item?.current_period_end ?? 0) * 1_000);
  }
});

test('a lost dispute keeps what it closed closed', async () => {
  const { stripe, pro } = shop;
  const { charge, canRead } = await buyer();
  await stripe.scenarios.dispute(charge);
  await stripe.scenarios.loseDispute(charge);
  expect(await canRead()).toBe(false);
  const member = await shop.subscriber(pro);
  const paid = [...stripe.fixture.charges.keys()].at(-1) ?? '';
  await stripe.scenarios.dispute(paid);
  await stripe.scenarios.loseDispute(paid);
  expect(await shop.tierOf(member.id)).toBeUndefined();
});

test('a refund whose event comes before that of the purchase closes it all the same', async () => {
  const { stripe } = shop;
  const { charge, canRead, events } = await buyer({ isSilent: true });
  stripe.drop(true);
  await stripe.scenarios.refund(charge);
  stripe.drop(false);
  for (const event of events().reverse()) expect((await stripe.post(event)).status).toBe(200);
  expect(await canRead()).toBe(false);
});

test('a refund that happens while the purchase is being read closes it all the same', async () => {
  const { stripe } = shop;
  const { charge, canRead, events } = await buyer({ isSilent: true });
  stripe.beforeAnswer(/^GET \/v1\/payment_intents\//, () => stripe.scenarios.refund(charge));
  for (const event of events()) expect((await stripe.post(event)).status).toBe(200);
  expect(await canRead()).toBe(false);
});

describe('an answer of the provider that a newer one has overtaken changes nothing', () => {
  test.each(['charge.refunded', 'checkout.session.completed'])(
    'after %s: the refund of a playbook has failed since',
    async (type) => {
      const { stripe } = shop;
      const { charge, canRead, events } = await buyer();
      await stripe.scenarios.refund(charge);
      expect(await canRead()).toBe(false);
      const event = events().find((sent) => sent.type === type);
      if (!event) throw new Error('no event');
      stripe.beforeAnswer(/^GET \/v1\/refunds/, () => stripe.scenarios.failRefund(charge));
      await stripe.post({ ...event, id: `${event.id}_again` });
      expect(await canRead()).toBe(true);
    },
  );

  test('the refund of a plan has failed since', async () => {
    const { stripe, pro } = shop;
    const { id } = await shop.subscriber(pro);
    const charge = [...stripe.fixture.charges.keys()].at(-1) ?? '';
    stripe.beforeAnswer(/^GET \/v1\/refunds/, () => stripe.scenarios.failRefund(charge));
    await stripe.scenarios.refund(charge);
    expect(await shop.tierOf(id)).toBe('Pro');
  });

  test('a plan has ended since', async () => {
    const { stripe, pro } = shop;
    const { id, subscriptionId } = await shop.subscriber(pro);
    const event = stripe.events.at(-1);
    if (!event) throw new Error('no event');
    const read = new RegExp(`^GET /v1/subscriptions/${subscriptionId}$`);
    stripe.beforeAnswer(read, () => stripe.scenarios.end(subscriptionId));
    await stripe.post({ ...event, id: `${event.id}_again` });
    expect(await shop.tierOf(id)).toBeUndefined();
  });
});

test('a purchase whose event comes late has the day on which it was paid', async () => {
  const { site, stripe } = shop;
  const { playbook, charge, events } = await buyer({ isSilent: true });
  const made = stripe.fixture.charges.get(charge);
  if (!made) throw new Error('no charge');
  made.created -= 3 * 86_400;
  for (const event of events()) expect((await stripe.post(event)).status).toBe(200);
  const payment = await site.db
    .selectFrom('playbook_payments')
    .select('created_at')
    .where('playbook_id', '=', playbook.id)
    .executeTakeFirstOrThrow();
  expect(payment.created_at).toEqual(new Date(made.created * 1_000));
});

// Last, because Stripe's clock stays ahead.
test('a change that is confirmed minutes after its price was shown costs what was shown', async () => {
  const { site, stripe, pro, studio } = shop;
  const { token, subscriptionId } = await shop.subscriber(pro);
  const query = `tier=${studio.id}&interval=month`;
  const { body } = await site.api('GET', `/api/v1/subscription/change?${query}`, { token });
  await stripe.scenarios.advance({ minutes: 55 });
  const { proration_date, amount_due } = body;
  const answer = await site.api('POST', '/api/v1/subscription/change', {
    token,
    body: { tier: studio.id, interval: 'month', proration_date, amount_due },
  });
  expect(answer.status).toBe(200);
  const invoice = stripe.fixture.subscriptions.get(subscriptionId)?.latest_invoice ?? '';
  expect(stripe.fixture.invoices.get(invoice)?.amount_paid).toBe(amount_due);
});
