import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildMember } from '../harness/build.ts';
import { type BillingSite, createBillingSite } from './billing-site.ts';
import { newId, type StandInEvent, seconds } from './fixture.ts';
import { createOrders, inEveryOrder } from './orders.ts';
import { sign, webhookSecret } from './stand-in.ts';

type Orders = ReturnType<typeof createOrders>;

let shop: BillingSite;
let stateOf: Orders['stateOf'];
let keep: Orders['keep'];
let restore: Orders['restore'];
let undelivered: Orders['undelivered'];
beforeAll(async () => {
  shop = await createBillingSite();
  ({ stateOf, keep, restore, undelivered } = createOrders(shop));
});
afterAll(() => shop.stop());

describe('events', () => {
  test.each([
    { story: 'a subscription that ends unpaid', count: 720, tier: undefined, ends: true },
    { story: 'an unpaid one in its grace period', count: 120, tier: 'Pro', ends: false },
  ])('lead to one state in each of their $count orders: $story', { timeout: 300_000 }, async (story) => {
    const { scenarios } = shop.stripe;
    const { id, events } = await undelivered(async (subscription) => {
      await scenarios.renew(subscription, { isPaid: false });
      if (story.ends) await scenarios.end(subscription);
    });
    expect(new Set(events.map(({ type }) => type)).size).toBe(story.ends ? 6 : 5);
    const { covered } = await inEveryOrder(events, {
      tell: async (event) => expect((await shop.stripe.post(event)).status).toBe(200),
      keep,
      restore,
      describe: async () => JSON.stringify(await stateOf(id)),
    });
    expect(covered).toBe(story.count);
    expect(await shop.tierOf(id)).toBe(story.tier);
  });

  test('ten times in parallel have one effect each', async () => {
    const { id, events } = await undelivered((subscription) => shop.stripe.scenarios.renew(subscription));
    for (const event of events) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => shop.stripe.deliver(event)));
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    }
    expect((await stateOf(id)).subscriptions).toHaveLength(1);
    const kept = await shop.site.db.selectFrom('billing_events').select('id').execute();
    expect(kept.filter((row) => events.some((event) => event.id === row.id))).toHaveLength(events.length);
    const before = shop.stripe.requests.length;
    for (const event of events) await shop.stripe.post(event);
    expect(shop.stripe.requests.length).toBe(before);
  });

  test('that are late do not restore what has ended', async () => {
    const { scenarios } = shop.stripe;
    const { id, events } = await undelivered(() => Promise.resolve());
    for (const event of events) await shop.stripe.post(event);
    expect(await shop.tierOf(id)).toBe('Pro');
    const { subscriptions } = await stateOf(id);
    await scenarios.end(subscriptions[0]?.id ?? '');
    expect(await shop.tierOf(id)).toBeUndefined();
    const late = { ...(events[0] as StandInEvent), id: newId('evt') };
    await shop.stripe.post(late);
    expect(await shop.tierOf(id)).toBeUndefined();
  });

  test('that fail answer 5xx, stay in the ledger, and succeed when they are sent again', async () => {
    const { id, events } = await undelivered(() => Promise.resolve());
    const created = events.find(({ type }) => type === 'customer.subscription.created') as StandInEvent;
    shop.stripe.down(true);
    expect((await shop.stripe.post(created)).status).toBe(502);
    shop.stripe.down(false);
    const row = () => shop.site.services.billing.events.find(created.id);
    expect(await row()).toMatchObject({ processed_at: null, error: expect.stringContaining('provider') });
    expect((await shop.stripe.post(created)).status).toBe(200);
    expect(await row()).toMatchObject({ processed_at: expect.any(Date), error: null, attempts: 2 });
    expect(await shop.tierOf(id)).toBe('Pro');
  });
});

describe('nothing is granted', () => {
  const event = (type: string, object: { id: string }, more: object = {}): StandInEvent => ({
    id: newId('evt'),
    object: 'event',
    type,
    created: seconds(),
    livemode: false,
    api_version: 'x',
    data: { object },
    ...more,
  });
  const tiersGiven = async () => {
    const rows = await shop.site.db
      .selectFrom('profiles')
      .select('id')
      .where('tier_id', 'is not', null)
      .execute();
    return rows.length;
  };

  test('by 12 kinds of bad signature', async () => {
    const { events } = await undelivered(() => Promise.resolve());
    const body = JSON.stringify(events[0]);
    const now = seconds();
    const mac = (text: string, secret = webhookSecret, hash = 'sha256') =>
      createHmac(hash, secret).update(text).digest('hex');
    const good = mac(`${now}.${body}`);
    const bad: [string, string | undefined, string][] = [
      ['none', undefined, body],
      ['an empty one', '', body],
      ['no scheme', good, body],
      ['another secret', sign(body, { secret: 'whsec_other' }), body],
      ['the API key as secret', sign(body, { secret: 'sk_test_standin' }), body],
      ['another body', sign(`${body} `), body],
      ['a body changed by one character', sign(body), body.replace('"livemode":false', '"livemode": false')],
      ['too old', sign(body, { at: now - 301 }), body],
      ['from the future', sign(body, { at: now + 600 }), body],
      ['a new timestamp over an old signature', `t=${now},v1=${mac(`${now - 1000}.${body}`)}`, body],
      ['an old scheme', `t=${now},v0=${good}`, body],
      ['another hash', `t=${now},v1=${mac(`${now}.${body}`, webhookSecret, 'sha512')}`, body],
      ['cut short', `t=${now},v1=${good.slice(0, -1)}`, body],
      ['no timestamp', `v1=${good}`, body],
    ];
    const before = await tiersGiven();
    for (const [name, header, text] of bad) {
      const headers: Record<string, string> = header === undefined ? {} : { 'stripe-signature': header };
      const answer = await shop.site.api('POST', '/functions/v1/stripe-webhook', { body: text, headers });
      expect([name, answer.status, answer.body.code]).toEqual([name, 400, 'invalid_signature']);
    }
    expect(await tiersGiven()).toBe(before);
    const headers = { 'stripe-signature': `t=${now},v1=${'0'.repeat(64)},v1=${good}` };
    expect((await shop.site.api('POST', '/functions/v1/stripe-webhook', { body, headers })).status).toBe(200);
  });

  test('by customers, prices, sessions and accounts that are not ours', async () => {
    const { fixture, post } = shop.stripe;
    const member = await shop.subscriber(shop.pro);
    const ours = fixture.subscriptions.get(member.subscriptionId);
    if (!ours) throw new Error('no subscription');
    const item = ours.items.data[0];
    if (!item) throw new Error('no item');
    const foreignPrice = { ...item.price, id: 'price_foreign' };
    const withPrice = { ...ours.items, data: [{ ...item, price: foreignPrice }] };
    fixture.subscriptions.set('sub_foreign', { ...ours, id: 'sub_foreign', customer: 'cus_foreign' });
    fixture.subscriptions.set('sub_price', { ...ours, id: 'sub_price', items: withPrice });
    const stranger = await buildMember(shop.site);
    const session = [...fixture.sessions.values()].at(-1);
    if (!session) throw new Error('no session');
    fixture.sessions.set('cs_stolen', { ...session, id: 'cs_stolen', client_reference_id: stranger.id });
    fixture.sessions.set('cs_linked', {
      ...session,
      id: 'cs_linked',
      metadata: {},
      client_reference_id: stranger.id,
    });
    const before = await tiersGiven();
    for (const sent of [
      event('customer.subscription.created', { id: 'sub_foreign' }),
      event('customer.subscription.created', { id: 'sub_price' }),
      event('customer.subscription.created', { id: 'sub_unknown' }),
      event('checkout.session.completed', { id: 'cs_stolen' }),
      event('checkout.session.completed', { id: 'cs_linked' }),
      event('checkout.session.completed', { id: 'cs_unknown' }),
      event('invoice.paid', { id: 'in_unknown' }),
      event('charge.refunded', { id: 'ch_unknown' }),
      event('customer.subscription.created', { id: member.subscriptionId }, { account: 'acct_other' }),
      event('customer.subscription.created', { id: member.subscriptionId }, { livemode: true }),
      event('product.created', { id: 'prod_x' }),
    ]) {
      expect((await post(sent)).status).toBe(200);
      const kept = await shop.site.services.billing.events.find(sent.id);
      expect(kept?.outcome).toMatch(/^ignored: /);
    }
    expect(await tiersGiven()).toBe(before);
    expect(await shop.tierOf(stranger.id)).toBeUndefined();
  });

  test('by a subscription that was moved to a price that is not ours', async () => {
    const { fixture, post } = shop.stripe;
    const member = await shop.subscriber(shop.pro);
    const item = fixture.subscriptions.get(member.subscriptionId)?.items.data[0];
    if (item) item.price = { ...item.price, id: 'price_elsewhere' };
    await post(event('customer.subscription.updated', { id: member.subscriptionId }));
    expect(await shop.tierOf(member.id)).toBeUndefined();
  });
});

describe('time', () => {
  const setGrace = (days: number) =>
    shop.site.api('PUT', '/api/v1/admin/settings', {
      token: shop.admin.token,
      body: { past_due_grace_days: days },
    });

  test('after a failed payment access stays for the grace period of the settings, and not longer', async () => {
    const { scenarios } = shop.stripe;
    const member = await shop.subscriber(shop.pro);
    await scenarios.renew(member.subscriptionId, { isPaid: false });
    expect(await shop.tierOf(member.id)).toBe('Pro');
    const view = await shop.plan(member.token);
    expect(view).toMatchObject({ status: 'past_due', next_payment_at: null });
    expect(Date.parse(view.grace_until) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    expect((await setGrace(0)).body.past_due_grace_days).toBe(0);
    expect(await shop.tierOf(member.id)).toBeUndefined();
    await setGrace(7);
    expect(await shop.tierOf(member.id)).toBe('Pro');
    await sql`update subscriptions set past_due_since = now() - interval '8 days' where id = ${member.subscriptionId}`.execute(
      shop.site.db,
    );
    await shop.stripe.post({
      ...(shop.stripe.events.at(-1) as StandInEvent),
      id: newId('evt'),
      type: 'customer.subscription.updated',
      data: { object: { id: member.subscriptionId } },
    });
    expect(await shop.tierOf(member.id)).toBeUndefined();
    await scenarios.settle(member.subscriptionId);
    expect(await shop.tierOf(member.id)).toBe('Pro');
  });

  test.each(['past_due', 'unpaid'])('a plan that is %s is paid before it is changed', async (status) => {
    const member = await shop.subscriber(shop.pro);
    await shop.site.db
      .updateTable('subscriptions')
      .set({ status })
      .where('id', '=', member.subscriptionId)
      .execute();
    const request = { type: 'subscription', tierId: shop.studio.access_level };
    const { status: answered, body } = await shop.checkout(member.token, request);
    expect([answered, body.error]).toEqual([409, expect.stringContaining('payment')]);
  });

  test('access ends on time, without any event', async () => {
    const member = await shop.subscriber(shop.pro);
    await sql`update profiles set tier_until = now() - interval '1 second' where id = ${member.id}`.execute(
      shop.site.db,
    );
    expect(await shop.tierOf(member.id)).toBeUndefined();
    const profile = await shop.site.api('GET', '/api/v1/profile', { token: member.token });
    expect(profile.body.tier_name).toBeNull();
    await shop.site.services.billing.reconcile.due();
    expect(await shop.tierOf(member.id)).toBe('Pro');
  });
});
