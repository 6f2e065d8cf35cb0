import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildMember, buildTier } from '../harness/build.ts';
import { type BillingSite, createBillingSite } from './billing-site.ts';
import { newId, seconds } from './fixture.ts';

let shop: BillingSite;
beforeAll(async () => {
  shop = await createBillingSite();
});
afterAll(() => shop.stop());

const patchTier = (id: string, body: object) =>
  shop.site.api('PATCH', `/api/v1/admin/tiers/${id}`, { token: shop.admin.token, body });
const runDue = () => shop.site.services.billing.reconcile.due();

test('a plan becomes free after the owner has confirmed it: its subscriptions end, and its members keep it', async () => {
  const { site, stripe } = shop;
  const tier = await buildTier(site, { name: 'Given', price: 800, access_level: 31 });
  const [first, second] = [await shop.subscriber(tier), await shop.subscriber(tier)];
  const refused = await patchTier(tier.id, { price: 0 });
  expect([refused.status, refused.body.code, refused.body.error]).toEqual([
    409,
    'has_subscribers',
    '2 members pay for this plan. Making it free cancels their subscriptions.',
  ]);
  expect((await patchTier(tier.id, { price: 900 })).status).toBe(200);
  const { body } = await patchTier(tier.id, { price: 0, cancel_subscriptions: true });
  expect(body).toMatchObject({ price: 0, subscriber_count: 2 });

  // Anything the provider can't do now is done by the next run.
  stripe.down(true);
  await runDue();
  stripe.down(false);
  expect(stripe.fixture.subscriptions.get(first.subscriptionId)?.status).toBe('active');
  await runDue();
  for (const { subscriptionId, token, id } of [first, second]) {
    expect(stripe.fixture.subscriptions.get(subscriptionId)?.status).toBe('canceled');
    expect(await shop.tierOf(id)).toBe('Given');
    expect(await shop.plan(token)).toMatchObject({ plan: 'Given', source: 'complimentary', status: null });
  }
  const emailsSent = async () =>
    (await site.emails()).filter((raw) => raw.includes('Given is free now')).length;
  await expect.poll(emailsSent).toBe(2);
});

describe('a plan that becomes free while its subscriber has a higher one for some time', () => {
  const planOf = (method: string, id: string, body?: object) =>
    shop.site.api(method, `/api/v1/admin/members/${id}/plan`, {
      token: shop.admin.token,
      ...(body && { body }),
    });
  async function keptBehind() {
    const { site } = shop;
    const tier = await buildTier(site, { name: 'Kept', price: 800, access_level: 36 });
    const higher = await buildTier(site, { name: 'Lent', price: 1800, access_level: 37 });
    const member = await shop.subscriber(tier);
    const given = await planOf('PUT', member.id, { tier_id: higher.id, until: '2999-01-31T00:00:00Z' });
    expect(given.status).toBe(200);
    await patchTier(tier.id, { price: 0, cancel_subscriptions: true });
    await runDue();
    expect(shop.stripe.fixture.subscriptions.get(member.subscriptionId)?.status).toBe('canceled');
    expect(await shop.plan(member.token)).toMatchObject({ plan: 'Lent', source: 'complimentary' });
    return { member, higher };
  }
  const kept = { plan: 'Kept', source: 'complimentary', ends_at: null };

  test('is theirs when that time is over', async () => {
    const { member } = await keptBehind();
    await sql`update profiles set tier_until = now(), complimentary_until = now() where id = ${member.id}`.execute(
      shop.site.db,
    );
    await runDue();
    expect(await shop.plan(member.token)).toMatchObject(kept);
  });

  test('stays the higher one where another plan of theirs becomes free', async () => {
    const { site, stripe } = shop;
    const { member, higher } = await keptBehind();
    const lower = await buildTier(site, { name: 'Lower', price: 400, access_level: 35 });
    const { subscriptionId } = await shop.subscriber(lower);
    // Two plans at once, which no member should have.
    await sql`update subscriptions set user_id = ${member.id} where id = ${subscriptionId}`.execute(site.db);
    await patchTier(lower.id, { price: 0, cancel_subscriptions: true });
    await runDue();
    expect(stripe.fixture.subscriptions.get(subscriptionId)?.status).toBe('canceled');
    expect(await shop.plan(member.token)).toMatchObject({ plan: higher.name });
    await planOf('DELETE', member.id);
    expect(await shop.plan(member.token)).toMatchObject(kept);
  });

  test('is theirs when the other one is taken back, and is taken back itself after that', async () => {
    const { member } = await keptBehind();
    await planOf('DELETE', member.id);
    expect(await shop.plan(member.token)).toMatchObject(kept);
    await planOf('DELETE', member.id);
    expect(await shop.plan(member.token)).toMatchObject({ plan: 'Free', source: 'free' });
  });

  test('is not kept any more once they are given a plan without an end', async () => {
    const { member, higher } = await keptBehind();
    await planOf('PUT', member.id, { tier_id: higher.id, until: null });
    expect(await shop.plan(member.token)).toMatchObject({ plan: 'Lent', ends_at: null });
    await planOf('DELETE', member.id);
    expect(await shop.plan(member.token)).toMatchObject({ plan: 'Free', source: 'free' });
  });

  test('is not kept any more once a higher plan of theirs becomes free', async () => {
    const { site } = shop;
    const { member } = await keptBehind();
    const top = await buildTier(site, { name: 'Top', price: 2800, access_level: 38 });
    const { subscriptionId } = await shop.subscriber(top);
    await sql`update subscriptions set user_id = ${member.id} where id = ${subscriptionId}`.execute(site.db);
    await patchTier(top.id, { price: 0, cancel_subscriptions: true });
    await runDue();
    expect(await shop.plan(member.token)).toMatchObject({ plan: 'Top', ends_at: null });
    await planOf('DELETE', member.id);
    expect(await shop.plan(member.token)).toMatchObject({ plan: 'Free', source: 'free' });
  });

  test('is theirs when the other one is given for longer, or deleted', async () => {
    const { member, higher } = await keptBehind();
    await planOf('PUT', member.id, { tier_id: higher.id, until: '2999-02-28T00:00:00Z' });
    expect(await shop.plan(member.token)).toMatchObject({
      plan: 'Lent',
      ends_at: '2999-02-28T00:00:00.000Z',
    });
    const removed = await shop.site.api('DELETE', `/api/v1/admin/tiers/${higher.id}`, {
      token: shop.admin.token,
    });
    expect(removed.status).toBe(200);
    expect(await shop.plan(member.token)).toMatchObject(kept);
  });
});

describe('a plan that somebody is paying for right now', () => {
  const free = async (id: string) => {
    const { status, body } = await patchTier(id, { price: 0, cancel_subscriptions: true });
    return [status, body.error];
  };
  /** A member with an open checkout of a plan. */
  async function opened() {
    const tier = await buildTier(shop.site, { name: 'Wanted', price: 800, access_level: 33 });
    const buyer = await buildMember(shop.site);
    const body = { type: 'subscription', tierId: tier.access_level, tier: tier.id };
    const answer = await shop.checkout(buyer.token, body);
    const session = shop.stripe.fixture.sessions.get(shop.sessionOf(answer.body.url));
    if (!session) throw new Error('no session');
    return { tier, buyer, session };
  }
  const onItsWay = [
    409,
    'A payment for this is on its way, such as a bank debit. Try again once it has arrived or failed.',
  ];

  test('becomes free only once the page is closed, and stays for sale until then', async () => {
    const { tier, session } = await opened();
    expect(await free(tier.id)).toEqual([
      409,
      'A member is paying for this right now. Try again in an hour.',
    ]);
    expect((await patchTier(tier.id, { price: 900 })).status).toBe(200);
    await shop.stripe.scenarios.expire(session);
    expect(await free(tier.id)).toEqual([200, undefined]);
  });

  test('becomes free only once a bank debit has arrived or failed', async () => {
    const { tier, session } = await opened();
    session.status = 'complete';
    const event = { object: 'event' as const, created: seconds(), livemode: false, api_version: 'x' };
    const send = (type: string) =>
      shop.stripe.post({ ...event, id: newId('evt'), type, data: { object: { id: session.id } } });
    await send('checkout.session.completed');
    expect(await free(tier.id)).toEqual(onItsWay);
    await send('checkout.session.async_payment_failed');
    expect(await free(tier.id)).toEqual([200, undefined]);
  });

  test('neither becomes free nor is deleted while a change to it waits to be confirmed', async () => {
    const { site, stripe, pro } = shop;
    const tier = await buildTier(site, { name: 'Awaited', price: 3900, access_level: 34 });
    const { token, subscriptionId } = await shop.subscriber(pro);
    const subscription = stripe.fixture.subscriptions.get(subscriptionId);
    if (!subscription) throw new Error('no subscription');
    stripe.scenarios.setCard(subscription.customer, 'authenticate');
    const path = '/api/v1/subscription/change';
    const preview = await site.api('GET', `${path}?tier=${tier.id}`, { token });
    const { proration_date, amount_due } = preview.body;
    const body = { tier: tier.id, interval: 'month', proration_date, amount_due };
    const changed = await site.api('POST', path, { token, body });
    expect(changed.body.pending_change).toMatchObject({ name: 'Awaited' });
    const remove = async () => {
      const { token } = shop.admin;
      const { status, body } = await site.api('DELETE', `/api/v1/admin/tiers/${tier.id}`, { token });
      return [status, body.error];
    };
    expect(await free(tier.id)).toEqual(onItsWay);
    expect(await remove()).toEqual(onItsWay);
    await stripe.scenarios.discardPending(subscriptionId);
    expect(await free(tier.id)).toEqual([200, undefined]);
    expect(await remove()).toEqual([200, undefined]);
  });
});

test('renamed plans and changed addresses reach the provider, later if it is away', async () => {
  const { site, stripe } = shop;
  const tier = await buildTier(site, { name: 'Before', price: 700, access_level: 32 });
  const { id, subscriptionId } = await shop.subscriber(tier);
  const customer = stripe.fixture.subscriptions.get(subscriptionId)?.customer ?? '';
  await patchTier(tier.id, { name: 'After' });
  await sql`update profiles set email = 'new-address@example.com' where id = ${id}`.execute(site.db);
  stripe.down(true);
  await runDue();
  stripe.down(false);
  await runDue();
  const product = [...stripe.fixture.products.values()].find(({ id: product }) => product.endsWith(tier.id));
  expect(product?.name).toBe('After');
  expect(stripe.fixture.customers.get(customer)?.email).toBe('new-address@example.com');
  const before = stripe.requests.length;
  await runDue();
  expect(stripe.requests.slice(before).filter((request) => request.startsWith('POST'))).toEqual([]);
});

describe('a member with a complimentary plan', () => {
  async function given(until: string | null) {
    const member = await buildMember(shop.site);
    await sql`update profiles set complimentary_tier_id = ${shop.studio.id}, complimentary_until = ${until} where id = ${member.id}`.execute(
      shop.site.db,
    );
    const ask = (tier: { access_level: number; id: string }, more = {}) =>
      shop.checkout(member.token, {
        type: 'subscription',
        tierId: tier.access_level,
        tier: tier.id,
        ...more,
      });
    return { ...member, ask };
  }

  test('is told before they buy a lower or an equal one, and may buy it all the same', async () => {
    const { pro, studio } = shop;
    const { ask } = await given('2099-05-01T00:00:00Z');
    const lower = await ask(pro);
    expect([lower.status, lower.body.code]).toEqual([409, 'has_complimentary_plan']);
    expect(lower.body.error).toBe(
      'You have Studio for free until May 1, 2099, so Pro adds nothing before then.',
    );
    expect((await ask(studio)).body.code).toBe('has_complimentary_plan');
    expect((await ask(pro, { despite_complimentary: true })).status).toBe(200);
    const forever = await given(null);
    expect((await forever.ask(pro)).body.error).toBe('You have Studio for free, so Pro adds nothing.');
  });

  test('is asked nothing for a higher one, or once theirs has run out', async () => {
    const higher = await buildTier(shop.site, { name: 'Higher', price: 5000, access_level: 40 });
    expect((await (await given(null)).ask(higher)).status).toBe(200);
    expect((await (await given('2020-01-01T00:00:00Z')).ask(shop.pro)).status).toBe(200);
  });
});
