import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildMember, buildPlaybook, buildSuspendedAdmin, buildTier } from '../harness/build.ts';
import { type BillingSite, createBillingSite } from './billing-site.ts';
import { newId, seconds } from './fixture.ts';

let shop: BillingSite;
beforeAll(async () => {
  shop = await createBillingSite();
});
afterAll(() => shop.stop());

const plan = (tier: { access_level: number }) => ({ type: 'subscription', tierId: tier.access_level });
const send = async (type: string, object: { id: string; charge?: string }) => {
  const common = { object: 'event' as const, created: seconds(), livemode: false, api_version: 'x' };
  const event = { id: newId('evt'), type, data: { object }, ...common };
  expect((await shop.stripe.post(event)).status).toBe(200);
  return event.id;
};
const warnings = async () =>
  (await shop.site.api('GET', '/api/v1/admin/billing-warnings', { token: shop.admin.token })).body;
const post = (token: string, path: string) =>
  shop.site.api('POST', `/api/v1/subscription/${path}`, { token });

describe('two current subscriptions of one member', () => {
  /** A member with two plans, which shouldn't happen. */
  async function doubled() {
    const { fixture } = shop.stripe;
    const studio = await shop.subscriber(shop.studio);
    const price = fixture.subscriptions.get(studio.subscriptionId)?.items.data[0]?.price;
    const member = await shop.subscriber(shop.pro);
    const first = fixture.subscriptions.get(member.subscriptionId);
    if (!first || !price) throw new Error('no subscription');
    const second = structuredClone(first);
    second.id = newId('sub');
    second.created += 10;
    for (const item of second.items.data) Object.assign(item, { id: newId('si'), price });
    fixture.subscriptions.set(second.id, second);
    await send('customer.subscription.created', { id: second.id });
    return { member, first, second };
  }

  test('are told to the member and the owner, by email once, on /admin and by the comparison', async () => {
    await buildSuspendedAdmin(shop.site);
    const { member, first, second } = await doubled();
    await send('customer.subscription.updated', { id: second.id });
    const view = await shop.plan(member.token);
    expect(view.duplicates).toMatchObject([
      { id: second.id, plan: 'Studio', amount: 2900, interval: 'month', ends_at: null },
      { id: first.id, plan: 'Pro', amount: 1200, interval: 'month', ends_at: null },
    ]);
    const told = async () =>
      (await shop.site.emails()).filter((email) => email.includes(`${member.email} has 2 subscriptions`));
    // The site's first admin, and the admin of this test.
    await expect.poll(async () => (await told()).length).toBe(2);
    expect((await told()).join()).toContain(second.id);
    expect((await warnings()).duplicates).toContainEqual({
      email: member.email,
      subscriptions: [
        { id: first.id, name: 'Pro', amount: 1200, currency: 'usd', interval: 'month' },
        { id: second.id, name: 'Studio', amount: 2900, currency: 'usd', interval: 'month' },
      ],
    });
    expect((await shop.site.services.billing.reconcile.all()).join('\n')).toContain(
      `${member.email} has 2 current subscriptions: ${first.id} (Pro, $12.00 per month), ${second.id} (Studio, $29.00 per month)`,
    );
  });

  test('are all canceled at once, and only one of them is resumed', async () => {
    const { member, first, second } = await doubled();
    const canceled = (await post(member.token, 'cancel')).body;
    expect([first.cancel_at_period_end, second.cancel_at_period_end]).toEqual([true, true]);
    expect(canceled.can).toMatchObject({ cancel: false, resume: true });
    for (const duplicate of canceled.duplicates) expect(duplicate.next_payment_at).toBeNull();
    await post(member.token, 'resume');
    expect([first.cancel_at_period_end, second.cancel_at_period_end]).toEqual([true, false]);
  });
});

describe('a subscription that the provider no longer knows', () => {
  const forget = (id: string) => shop.stripe.fixture.subscriptions.delete(id);

  test('ends after its period and the grace period, and blocks nothing from then on', async () => {
    const { site, pro, studio } = shop;
    const { reconcile } = site.services.billing;
    const member = await shop.subscriber(pro);
    forget(member.subscriptionId);
    const found = `subscription ${member.subscriptionId} is unknown to the provider and ends at `;
    expect((await reconcile.all()).join('\n')).toContain(found);
    expect((await reconcile.all()).join('\n')).not.toContain(found);
    expect((await warnings()).missing).toBe(1);
    expect(await shop.tierOf(member.id)).toBe('Pro');
    const view = await shop.plan(member.token);
    expect(view).toMatchObject({ is_missing: true, next_payment_at: null, can: { cancel: false } });
    expect(Date.parse(view.ends_at) - Date.now()).toBeGreaterThan(34 * 86_400_000);
    const reason = /no longer knows your subscription, so you won't be charged again/;
    for (const answer of [
      await shop.checkout(member.token, plan(studio)),
      await site.api('GET', `/api/v1/subscription/change?tier=${studio.id}`, { token: member.token }),
      await post(member.token, 'cancel'),
    ])
      expect([answer.status, answer.body.error]).toEqual([409, expect.stringMatching(reason)]);

    await sql`update subscriptions set current_period_end = now() - interval '6 days 23 hours' where id = ${member.subscriptionId}`.execute(
      site.db,
    );
    await reconcile.due();
    expect((await shop.plan(member.token)).status).toBe('active');
    await sql`update subscriptions set current_period_end = now() - interval '7 days 1 minute' where id = ${member.subscriptionId}`.execute(
      site.db,
    );
    await reconcile.due();
    expect(await shop.plan(member.token)).toMatchObject({ plan: 'Free', status: null, is_missing: false });
    expect((await warnings()).missing).toBe(0);
    const { status, body } = await shop.checkout(member.token, plan(studio));
    expect(status).toBe(200);
    await shop.stripe.scenarios.pay(shop.sessionOf(body.url));
    expect(await shop.tierOf(member.id)).toBe('Studio');
  });

  test('of which a payment is missing ends with the grace period, though its year has just begun', async () => {
    const { site, pro, stripe } = shop;
    const { reconcile } = site.services.billing;
    const member = await shop.subscriber(pro, 'year');
    await stripe.scenarios.renew(member.subscriptionId, { isPaid: false });
    const { grace_until } = await shop.plan(member.token);
    forget(member.subscriptionId);
    expect((await reconcile.all()).join('\n')).toContain(
      `subscription ${member.subscriptionId} is unknown to the provider and ends at ${grace_until}`,
    );
    expect(await shop.plan(member.token)).toMatchObject({
      plan: 'Pro',
      status: 'past_due',
      is_missing: true,
      ends_at: grace_until,
    });
    const setSince = (time: string) =>
      sql`update subscriptions set past_due_since = now() - ${time}::interval where id = ${member.subscriptionId}`.execute(
        site.db,
      );
    await setSince('6 days 23 hours');
    await reconcile.due();
    expect((await shop.plan(member.token)).status).toBe('past_due');
    await setSince('7 days 1 minute');
    await reconcile.due();
    expect(await shop.plan(member.token)).toMatchObject({ plan: 'Free', status: null, is_missing: false });
    expect((await shop.checkout(member.token, plan(pro))).status).toBe(200);
  });

  test('and that gave nothing any more blocks nothing', async () => {
    const { site, pro, stripe } = shop;
    const member = await shop.subscriber(pro, 'year');
    await stripe.scenarios.renew(member.subscriptionId, { isPaid: false });
    await stripe.scenarios.giveUp(member.subscriptionId, 'unpaid');
    expect(await shop.plan(member.token)).toMatchObject({
      plan: 'Free',
      status: 'unpaid',
      can: { cancel: true },
    });
    forget(member.subscriptionId);
    expect((await site.services.billing.reconcile.all()).join('\n')).toContain(
      `subscription ${member.subscriptionId} is unknown to the provider and has ended`,
    );
    expect((await shop.checkout(member.token, plan(pro))).status).toBe(200);
  });

  test('ranks below a known one', async () => {
    const [known, missing] = [await shop.subscriber(shop.pro), await shop.subscriber(shop.pro)];
    const path = '/api/v1/admin/figures/summary';
    const paying = async () => (await shop.site.api('GET', path, { token: shop.admin.token })).body.paying;
    const before = await paying();
    forget(missing.subscriptionId);
    await send('customer.subscription.updated', { id: missing.subscriptionId });
    // It will never be charged again.
    expect(await paying()).toBe(before - 1);
    // A second, newer subscription of the same member.
    await sql`update subscriptions set user_id = ${known.id}, created_at = created_at + interval '1 minute'
      where id = ${missing.subscriptionId}`.execute(shop.site.db);
    const { body } = await post(known.token, 'cancel');
    expect(body.can).toMatchObject({ cancel: false, resume: true });
    expect(shop.stripe.fixture.subscriptions.get(known.subscriptionId)?.cancel_at_period_end).toBe(true);
  });

  test('is not asked to end where its plan becomes free', async () => {
    const { site, stripe, admin } = shop;
    const tier = await buildTier(site, { price: 700, access_level: 41 });
    const member = await shop.subscriber(tier);
    forget(member.subscriptionId);
    await send('customer.subscription.updated', { id: member.subscriptionId });
    const body = { price: 0, cancel_subscriptions: true };
    await site.api('PATCH', `/api/v1/admin/tiers/${tier.id}`, { token: admin.token, body });
    const asked = stripe.requests.length;
    expect((await site.services.billing.reconcile.all()).join('\n')).not.toContain('not ended');
    expect(stripe.requests.slice(asked).filter((request) => request.startsWith('DELETE'))).toEqual([]);
  });

  test('goes on as before once the provider knows it again, as after the right keys are back', async () => {
    const member = await shop.subscriber(shop.pro);
    const remembered = shop.stripe.fixture.subscriptions.get(member.subscriptionId);
    if (!remembered) throw new Error('no subscription');
    forget(member.subscriptionId);
    await send('customer.subscription.updated', { id: member.subscriptionId });
    expect((await shop.plan(member.token)).is_missing).toBe(true);
    shop.stripe.fixture.subscriptions.set(member.subscriptionId, remembered);
    // The subscription is back unchanged, without an event.
    const { reconcile } = shop.site.services.billing;
    const found = `subscription ${member.subscriptionId}: known no, at the provider yes`;
    expect(await reconcile.all()).toContain(found);
    expect(await reconcile.all()).not.toContain(found);
    expect(await shop.plan(member.token)).toMatchObject({
      is_missing: false,
      next_payment_at: expect.any(String),
      can: { cancel: true },
    });
    expect((await post(member.token, 'cancel')).status).toBe(200);
  });
});

test.each(['unpaid', 'paused'] as const)('a subscription that is %s is canceled at once', async (status) => {
  const { fixture, scenarios } = shop.stripe;
  const member = await shop.subscriber(shop.pro);
  await scenarios.renew(member.subscriptionId, { isPaid: false });
  await scenarios.giveUp(member.subscriptionId, 'unpaid');
  const subscription = fixture.subscriptions.get(member.subscriptionId);
  if (subscription) subscription.status = status;
  await send('customer.subscription.updated', { id: member.subscriptionId });
  expect((await shop.plan(member.token)).can.cancel).toBe(true);
  for (const tier of [shop.pro, shop.studio])
    expect((await shop.checkout(member.token, plan(tier))).body.error).toMatch(/^Your last payment failed\./);
  const { body } = await post(member.token, 'cancel');
  expect(body).toMatchObject({ plan: 'Free', status: null, can: { cancel: false } });
  expect((await shop.checkout(member.token, plan(shop.pro))).status).toBe(200);
});

test('a subscription that has been paid since it was on hold keeps its paid period when it is canceled', async () => {
  const member = await shop.subscriber(shop.pro);
  const { stripe } = shop;
  await stripe.scenarios.renew(member.subscriptionId, { isPaid: false });
  await stripe.scenarios.giveUp(member.subscriptionId, 'unpaid');
  // The event about this hasn't arrived.
  stripe.drop(true);
  await stripe.scenarios.settle(member.subscriptionId);
  stripe.drop(false);
  const { body } = await post(member.token, 'cancel');
  expect(body).toMatchObject({ plan: 'Pro', status: 'active', can: { resume: true } });
});

describe('a payment that takes days', () => {
  /** A member whose bank debit is being processed, an hour after the checkout expired. */
  async function underWay(body: object) {
    const { site, stripe } = shop;
    const member = await buildMember(site);
    const { body: answer } = await shop.checkout(member.token, body);
    const session = stripe.fixture.sessions.get(shop.sessionOf(answer.url));
    if (!session) throw new Error('no session');
    session.status = 'complete';
    await send('checkout.session.completed', { id: session.id });
    await site.db
      .updateTable('checkouts')
      .set({ expires_at: new Date(Date.now() - 5 * 86_400_000).toISOString() })
      .where('session_id', '=', session.id)
      .execute();
    return { ...member, session, checkoutId: session.metadata?.checkout_id ?? '' };
  }
  const remove = async (path: string) => {
    const { token } = shop.admin;
    const { status, body } = await shop.site.api('DELETE', `/api/v1/admin/${path}`, { token });
    return [status, body.error];
  };
  const refusal = [409, expect.stringMatching(/^A payment for this is on its way/)];

  test('keeps its playbook from being deleted, and opens it when it arrives', async () => {
    const { site, stripe } = shop;
    const playbook = await buildPlaybook(site, { tier_access: 2, is_purchasable: true, price: 900 });
    const buyer = await underWay({ type: 'playbook', playbookId: playbook.id });
    expect(await remove(`playbooks/${playbook.id}`)).toEqual(refusal);
    await site.services.billing.reconcile.all();
    expect(await remove(`playbooks/${playbook.id}`)).toEqual(refusal);
    const state = await site.api('GET', `/api/v1/checkouts/${buyer.checkoutId}`, { token: buyer.token });
    expect(state.body.status).toBe('processing');
    const account = await site.api('DELETE', '/api/v1/profile', {
      token: buyer.token,
      body: { password: buyer.password },
    });
    expect([account.status, account.body.error]).toEqual([
      409,
      'A payment of yours is still being processed. You can delete your account once it has arrived.',
    ]);
    // The playbook was unpublished in between, but a buyer still gets access.
    await site.db.updateTable('playbooks').set({ status: 'draft' }).where('id', '=', playbook.id).execute();
    buyer.session.payment_status = 'paid';
    const { customer, amount_total, currency, livemode } = buyer.session;
    const intent = stripe.scenarios.invoicing.addIntent(
      customer,
      amount_total ?? 0,
      currency ?? '',
      livemode,
    );
    stripe.scenarios.invoicing.succeed(intent);
    buyer.session.payment_intent = intent.id;
    await send('checkout.session.async_payment_succeeded', { id: buyer.session.id });
    const opened = await site.api('GET', `/api/v1/playbooks/${playbook.slug}`, { token: buyer.token });
    expect(opened.body.can.read).toBe(true);
  });

  test('keeps its plan from being deleted until it has failed', async () => {
    const tier = await buildTier(shop.site, { name: 'Debit', price: 700, access_level: 9 });
    const { session } = await underWay(plan(tier));
    expect(await remove(`tiers/${tier.id}`)).toEqual(refusal);
    await send('checkout.session.async_payment_failed', { id: session.id });
    // Resending the earlier event starts nothing again.
    await send('checkout.session.completed', { id: session.id });
    expect(await remove(`tiers/${tier.id}`)).toEqual([200, undefined]);
  });

  test('blocks nothing forever if the event of its failure never comes', async () => {
    const { site, stripe } = shop;
    const playbook = await buildPlaybook(site, { tier_access: 2, is_purchasable: true, price: 900 });
    const intent = { type: 'playbook', playbookId: playbook.id };
    const { token, session } = await underWay(intent);
    expect((await shop.checkout(token, intent)).status).toBe(409);
    const { customer, amount_total, currency, livemode } = session;
    const { invoicing } = stripe.scenarios;
    const payment = invoicing.addIntent(customer, amount_total ?? 0, currency ?? '', livemode);
    invoicing.fail(payment, 'debit_not_authorized', 'The bank account has no money.');
    session.payment_intent = payment.id;
    await site.services.billing.reconcile.all();
    expect((await shop.checkout(token, intent)).status).toBe(200);
  });

  test.each(['incomplete_expired', 'past_due'])(
    'and is for a plan blocks nothing either: its subscription is %s',
    async (status) => {
      const { site, stripe } = shop;
      const tier = await buildTier(site, { name: `Debit ${status}`, price: 700, access_level: 9 });
      const { token, session } = await underWay(plan(tier));
      expect((await shop.checkout(token, plan(tier))).status).toBe(409);
      const { subscriptionId } = await shop.subscriber(tier);
      const model = stripe.fixture.subscriptions.get(subscriptionId);
      if (!model) throw new Error('no subscription');
      const begun = { ...model, id: `sub_debit_${status}`, status, customer: session.customer };
      stripe.fixture.subscriptions.set(begun.id, begun as typeof model);
      // Its first invoice was never paid.
      const [invoice] = [...stripe.fixture.invoices.values()].slice(-1);
      if (!invoice) throw new Error('no invoice');
      const unpaid = structuredClone({
        ...invoice,
        id: `in_debit_${status}`,
        status: 'open' as const,
        amount_paid: 0,
      });
      unpaid.parent.subscription_details.subscription = begun.id;
      stripe.fixture.invoices.set(unpaid.id, unpaid);
      session.subscription = begun.id;
      const lines = await site.services.billing.reconcile.all();
      expect(lines.join()).not.toContain(session.id);
      expect(await shop.plan(token)).toMatchObject({ plan: 'Free', grace_until: null });
      const state = await site.api('GET', `/api/v1/checkouts/${session.metadata?.checkout_id}`, { token });
      expect(state.body.status).toBe('expired');
      if (status === 'incomplete_expired') expect((await shop.checkout(token, plan(tier))).status).toBe(200);
    },
  );

  test('and a page that was just opened: deleting and buying at the same moment leaves nothing to pay for in vain', async () => {
    const { site, stripe } = shop;
    const buyer = await buildMember(site);
    for (let round = 0; round < 20; round += 1) {
      const { id } = await buildPlaybook(site, { tier_access: 2, is_purchasable: true, price: 900 });
      const [bought, removed] = await Promise.all([
        shop.checkout(buyer.token, { type: 'playbook', playbookId: id }),
        remove(`playbooks/${id}`),
      ]);
      expect([
        [200, 409],
        [404, 200],
      ]).toContainEqual([bought.status, removed[0]]);
      if (bought.status === 200)
        expect(stripe.fixture.sessions.get(shop.sessionOf(bought.body.url))?.status).toBe('open');
    }
  });
});

test('a subscription stays its member’s although they have another customer meanwhile', async () => {
  const { db } = shop.site;
  const member = await shop.subscriber(shop.pro);
  // As after a change to another account's keys, with a purchase there.
  await db
    .updateTable('billing_customers')
    .set({ id: newId('cus') })
    .where('user_id', '=', member.id)
    .execute();
  await shop.stripe.scenarios.renew(member.subscriptionId, { isPaid: false });
  expect((await shop.plan(member.token)).status).toBe('past_due');
  shop.stripe.drop(true);
  await shop.stripe.scenarios.settle(member.subscriptionId);
  shop.stripe.drop(false);
  const differences = await shop.site.services.billing.reconcile.all();
  expect(differences.join()).toContain(member.subscriptionId);
  expect((await shop.plan(member.token)).status).toBe('active');
});
