import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMember, buildOffer } from '../harness/build.ts';
import { type BillingSite, createBillingSite } from './billing-site.ts';
import { newId, seconds } from './fixture.ts';

let shop: BillingSite;
beforeAll(async () => {
  shop = await createBillingSite();
});
afterAll(() => shop.stop());

const plan = (tier: { access_level: number }) => ({ type: 'subscription', tierId: tier.access_level });
const event = (type: string, id: string) => ({
  id: newId('evt'),
  object: 'event' as const,
  type,
  created: seconds(),
  livemode: false,
  api_version: 'x',
  data: { object: { id } },
});

test('a cancellation in the customer portal shows, can be undone, and ends with a change of plan', async () => {
  const { site, stripe, pro, studio } = shop;
  const { token, subscriptionId } = await shop.subscriber(pro);
  await stripe.scenarios.cancelInPortal(subscriptionId);
  expect(await shop.plan(token)).toMatchObject({
    can: { resume: true, cancel: false },
    next_payment_at: null,
  });
  const resumed = await site.api('POST', '/api/v1/subscription/resume', { token });
  expect(resumed.body).toMatchObject({ ends_at: null, can: { cancel: true } });
  await stripe.scenarios.cancelInPortal(subscriptionId);
  const query = `tier=${studio.id}&interval=month`;
  const { body } = await site.api('GET', `/api/v1/subscription/change?${query}`, { token });
  const { proration_date, amount_due, resumes } = body;
  expect(resumes).toBe(true);
  const change = { tier: studio.id, interval: 'month', proration_date, amount_due };
  const changed = await site.api('POST', '/api/v1/subscription/change', { token, body: change });
  expect(changed.body).toMatchObject({ plan: 'Studio', ends_at: null });
});

test('a cancellation in the customer portal is told by email like one on the site, and so is its end', async () => {
  const { site, stripe, pro } = shop;
  const { email, token, subscriptionId } = await shop.subscriber(pro);
  const subjects = async () =>
    (await site.emails())
      .filter((raw) => raw.includes(`To: ${email}`))
      .map((raw) => /^Subject: (.*)$/m.exec(raw)?.[1]?.trim());
  await stripe.scenarios.cancelInPortal(subscriptionId);
  await expect.poll(subjects).toContain('Your subscription to Pro has been canceled');
  await site.api('POST', '/api/v1/subscription/resume', { token });
  await expect.poll(subjects).toContain('Your subscription to Pro has been resumed');
});

test('the grace period is given once, however many periods stay unpaid', async () => {
  const { stripe, pro } = shop;
  const { id, subscriptionId } = await shop.subscriber(pro);
  await stripe.scenarios.renew(subscriptionId, { isPaid: false });
  await sql`update subscriptions set past_due_since = now() - interval '8 days' where id = ${subscriptionId}`.execute(
    shop.site.db,
  );
  await stripe.scenarios.renew(subscriptionId, { isPaid: false });
  expect(await shop.tierOf(id)).toBeUndefined();
  await stripe.scenarios.settle(subscriptionId);
  expect(await shop.tierOf(id)).toBe('Pro');
  await stripe.scenarios.renew(subscriptionId, { isPaid: false });
  expect(await shop.tierOf(id)).toBe('Pro');
});

test('the grace period of an invoice that Stripe sends to the member begins on the day it is due', async () => {
  const { stripe, pro } = shop;
  const { token, subscriptionId } = await shop.subscriber(pro);
  stripe.drop(true);
  await stripe.scenarios.renew(subscriptionId, { isPaid: false });
  stripe.drop(false);
  const due_date = seconds() - 2 * 86_400;
  const invoice = [...stripe.fixture.invoices.values()].at(-1);
  if (invoice) Object.assign(invoice, { attempted: false, due_date });
  await stripe.post(event('customer.subscription.updated', subscriptionId));
  expect(Date.parse((await shop.plan(token)).grace_until)).toBe((due_date + 7 * 86_400) * 1_000);
});

test('a refund that the site has not followed up yet keeps nobody from buying again', async () => {
  const { site, stripe, pro, admin } = shop;
  const settings = (cancel_refunded_plans: boolean) =>
    site.api('PUT', '/api/v1/admin/settings', { token: admin.token, body: { cancel_refunded_plans } });
  const { token, subscriptionId } = await shop.subscriber(pro);
  await settings(false);
  await stripe.scenarios.refund([...stripe.fixture.charges.keys()].at(-1) ?? '');
  await settings(true);
  expect(stripe.fixture.subscriptions.get(subscriptionId)?.status).toBe('active');
  expect((await shop.checkout(token, { type: 'subscription', tierId: 1 })).status).toBe(200);
  expect(stripe.fixture.subscriptions.get(subscriptionId)?.status).toBe('canceled');
});

test('payments of members do not wait for a mailing whose list is being written', async () => {
  const { site, stripe, pro } = shop;
  const { id, token, subscriptionId } = await shop.subscriber(pro);
  // Locks the member's row like a list that is being prepared.
  const list = await site.pool.connect();
  try {
    await list.query('begin');
    await list.query('select from profiles where id = $1 for key share', [id]);
    await stripe.scenarios.renew(subscriptionId, { isPaid: false });
    expect(await shop.plan(token)).toMatchObject({ status: 'past_due' });
  } finally {
    await list.query('rollback');
    list.release();
  }
});

test('a delayed payment is waited for, not made twice; after it fails the member can pay again', async () => {
  const { site, stripe, playbook } = shop;
  const { token } = await buildMember(site);
  const intent = { type: 'playbook', playbookId: playbook.id };
  const { body } = await shop.checkout(token, intent);
  const session = stripe.fixture.sessions.get(shop.sessionOf(body.url));
  if (!session) throw new Error('no session');
  session.status = 'complete';
  await stripe.post(event('checkout.session.completed', session.id));
  expect((await shop.checkout(token, intent)).body.error).toBe(
    'Your payment is being processed. You get access as soon as it arrives.',
  );
  await stripe.post(event('checkout.session.async_payment_failed', session.id));
  expect((await shop.checkout(token, intent)).status).toBe(200);
});

test('what the provider no longer knows is created again', async () => {
  const { site, stripe, pro } = shop;
  const { token } = await buildMember(site);
  await shop.checkout(token, plan(pro));
  await shop.checkout(token, { ...plan(pro), interval: 'year' });
  stripe.fixture.customers.clear();
  stripe.fixture.prices.clear();
  const { status, body } = await shop.checkout(token, plan(pro));
  expect(status).toBe(200);
  await stripe.scenarios.pay(shop.sessionOf(body.url));
  expect((await shop.plan(token)).plan).toBe('Pro');
});

test('the comparison closes checkouts whose page never opened, once their time is over', async () => {
  const { site, pro } = shop;
  const claim = async (minutes: number) => {
    const { id: user_id } = await buildMember(site);
    const { id } = await site.db
      .insertInto('checkouts')
      .values({
        mode: 'test',
        kind: 'subscription',
        interval: 'month',
        amount: 1_200,
        tier_id: pro.id,
        user_id,
        expires_at: new Date(Date.now() + minutes * 60_000).toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const [over, opening] = [await claim(-1), await claim(30)];
  await site.services.billing.reconcile.all();
  const rows = await site.db
    .selectFrom('checkouts')
    .select(['id', 'status'])
    .where('id', 'in', [over, opening])
    .execute();
  expect(Object.fromEntries(rows.map(({ id, status }) => [id, status]))).toEqual({
    [over]: 'expired',
    [opening]: 'open',
  });
});

test('the comparison gives back what a checkout held that the provider no longer knows, once its page is closed for a day', async () => {
  const { site, stripe, pro } = shop;
  const offer = await buildOffer(site, { max_redemptions: 1 });
  const redeem = async () => {
    const { token } = await buildMember(site);
    return shop.checkout(token, { ...plan(pro), code: offer.code });
  };
  const sessionId = shop.sessionOf((await redeem()).body.url);
  // As if the keys were of another account.
  stripe.fixture.sessions.delete(sessionId);
  const closed = async (hours: number) => {
    const expires_at = new Date(Date.now() - hours * 3_600_000).toISOString();
    const { db, services } = site;
    await db.updateTable('checkouts').set({ expires_at }).where('session_id', '=', sessionId).execute();
    await services.billing.reconcile.all();
  };
  await closed(23);
  expect((await redeem()).body.error).toBe('This code has been used up.');
  await closed(25);
  expect((await redeem()).status).toBe(200);
});

test('nothing can be paid for an account, a plan or a playbook that is being deleted', async () => {
  const { site, stripe, admin, pro, playbook } = shop;
  const member = await buildMember(site);
  const { body } = await shop.checkout(member.token, plan(pro));
  await shop.checkout(member.token, { type: 'playbook', playbookId: playbook.id });
  for (const path of [`tiers/${pro.id}`, `playbooks/${playbook.id}`]) {
    const { status } = await site.api('DELETE', `/api/v1/admin/${path}`, { token: admin.token });
    expect([path, status]).toEqual([path, 409]);
  }
  await site.api('DELETE', '/api/v1/profile', { token: member.token, body: { password: member.password } });
  expect(stripe.fixture.sessions.get(shop.sessionOf(body.url))?.status).toBe('expired');
});
