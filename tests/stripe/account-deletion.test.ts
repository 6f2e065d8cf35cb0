import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paymentRecordYears } from '#constants';
import { buildGift, buildMember } from '../harness/build.ts';
import { type BillingSite, createBillingSite } from './billing-site.ts';
import { newId } from './fixture.ts';
import { secretKey } from './stand-in.ts';

let shop: BillingSite;
beforeAll(async () => {
  shop = await createBillingSite({ PAYMENTS: 'off' });
});
afterAll(() => shop.stop());

/** A member with a plan and a playbook who has deleted their account. */
async function leaver() {
  const { site, stripe, playbook, pro } = shop;
  const member = await shop.subscriber(pro);
  const { body } = await shop.checkout(member.token, { type: 'playbook', playbookId: playbook.id });
  await stripe.scenarios.pay(shop.sessionOf(body.url));
  const charge = [...stripe.fixture.charges.values()].at(-1);
  const open = await shop.checkout((await buildMember(site)).token, { type: 'subscription', tierId: 2 });
  expect(open.status).toBe(200);
  const described = await site.api('GET', '/api/v1/profile/deletion', { token: member.token });
  const answer = await site.api('DELETE', '/api/v1/profile', {
    token: member.token,
    body: { password: member.password },
  });
  expect(answer.status).toBe(200);
  return { ...member, charge: charge?.id ?? '', intent: charge?.payment_intent, described: described.body };
}
const subscription = (id: string) =>
  shop.site.db.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirst();

test('a plan that is gone has no name in what an account takes with it', async () => {
  const { site } = shop;
  const { token, subscriptionId } = await shop.subscriber(shop.pro);
  const { tier_id, price_id } = (await subscription(subscriptionId)) ?? {};
  const set = (values: { tier_id?: string | null | undefined; price_id?: string | undefined }) =>
    site.db.updateTable('subscriptions').set(values).where('id', '=', subscriptionId).execute();
  await set({ tier_id: null, price_id: 'price_elsewhere' });
  const { body } = await site.api('GET', '/api/v1/profile/deletion', { token });
  await set({ tier_id, price_id });
  expect(body.subscriptions).toMatchObject([{ id: subscriptionId, name: null }]);
});

test('the member is told what is deleted with the account', async () => {
  const { described, subscriptionId } = await leaver();
  expect(described).toEqual({
    subscriptions: [
      {
        id: subscriptionId,
        name: 'Pro',
        amount: 1200,
        currency: 'usd',
        interval: 'month',
        is_trial: false,
        paid_until: expect.any(String),
        unused_amount: expect.any(Number),
      },
    ],
    gifts: [],
    playbooks: 1,
  });
  expect(described.subscriptions[0].unused_amount).toBeGreaterThan(1190);
  expect(described.subscriptions[0].unused_amount).toBeLessThanOrEqual(1200);
});

test('the records of payments stay without the person, and follow what still happens to the money', async () => {
  const { site, stripe } = shop;
  const { db } = site;
  const { id, email, subscriptionId, charge, intent } = await leaver();
  expect(await subscription(subscriptionId)).toMatchObject({
    user_id: null,
    status: 'canceled',
    amount: 1200,
    currency: 'usd',
  });
  const payment = () =>
    db
      .selectFrom('playbook_payments')
      .selectAll()
      .where('payment_intent_id', '=', intent ?? null)
      .executeTakeFirst();
  expect(await payment()).toMatchObject({ user_id: null, amount: 1900, currency: 'usd', is_refunded: false });
  const tables = ['billing_customers', 'checkouts', 'playbook_payments', 'subscriptions', 'billing_events'];
  for (const table of tables) {
    const { rows } = await sql<{
      text: string;
    }>`select row_to_json(record)::text as text from ${sql.table(table)} record`.execute(db);
    expect(rows.map(({ text }) => text).join(), table).not.toContain(id);
    expect(rows.map(({ text }) => text).join(), table).not.toContain(email);
  }
  await stripe.scenarios.refund(charge);
  expect(await payment()).toMatchObject({ user_id: null, is_refunded: true });
  expect(await site.services.billing.reconcile.all()).toEqual([]);
});

test('an account that live keys would go on charging stays until it is canceled there', async () => {
  const { site, pro, admin } = shop;
  const { token, password, subscriptionId } = await shop.subscriber(pro);
  const remove = () => site.api('DELETE', '/api/v1/profile', { token, body: { password } });
  const setKey = async (stripe_secret_key: string | null) => {
    const body = { stripe_secret_key, confirm_losses: true };
    expect((await site.api('PUT', '/api/v1/admin/settings', { token: admin.token, body })).status).toBe(200);
  };
  await site.db.updateTable('subscriptions').set({ mode: 'live' }).where('id', '=', subscriptionId).execute();
  expect((await remove()).status).toBe(409);
  // While the site has no keys, Stripe goes on charging, too.
  await setKey(null);
  expect((await remove()).status).toBe(409);
  await setKey(secretKey);
  expect((await site.api('GET', '/api/v1/profile', { token })).status).toBe(200);
  await site.db
    .updateTable('subscriptions')
    .set({ status: 'canceled' })
    .where('id', '=', subscriptionId)
    .execute();
  expect((await remove()).status).toBe(200);
});

test('an account that stays keeps all of its plans', async () => {
  const { site, pro } = shop;
  const { token, password, subscriptionId } = await shop.subscriber(pro);
  const row = await subscription(subscriptionId);
  expect(row).toBeDefined();
  const live = { ...(row as NonNullable<typeof row>), id: newId('sub'), mode: 'live' as const };
  await site.db.insertInto('subscriptions').values(live).execute();
  const answer = await site.api('DELETE', '/api/v1/profile', { token, body: { password } });
  expect(answer.status).toBe(409);
  expect(await subscription(subscriptionId)).toMatchObject({
    status: 'active',
    is_ended_with_account: false,
  });
});

test('an account stays while a bank debit for its plan is on its way', async () => {
  const { site, stripe } = shop;
  const { token, password, subscription: at, invoiceId } = await shop.switchingByDebit();
  const remove = () => site.api('DELETE', '/api/v1/profile', { token, body: { password } });
  const described = async () =>
    (await site.api('GET', '/api/v1/profile/deletion', { token })).body.subscriptions[0];
  // Only Pro is paid for.
  expect(await described()).toMatchObject({ name: 'Pro', amount: 1200 });
  const refused = await remove();
  expect([refused.status, refused.body.error]).toEqual([
    409,
    'A payment of yours is still being processed. You can delete your account once it has arrived.',
  ]);
  expect(at.status).toBe('active');
  await stripe.scenarios.failDebit(invoiceId);
  const { name, paid_until, unused_amount } = await described();
  expect([name, Date.parse(paid_until)]).toEqual([
    'Pro',
    (at.items.data[0]?.current_period_end ?? 0) * 1_000,
  ]);
  expect(unused_amount).toBeGreaterThan(1190);
  expect((await remove()).status).toBe(200);
  expect(at.status).toBe('canceled');
});

test('what was refunded of a change is no part of what the remaining time is worth', async () => {
  const { site, stripe, pro, studio } = shop;
  const { token } = await shop.subscriber(pro);
  const path = '/api/v1/subscription/change';
  const { body } = await site.api('GET', `${path}?tier=${studio.id}&interval=month`, { token });
  const { proration_date, amount_due } = body;
  const change = { tier: studio.id, interval: 'month', proration_date, amount_due };
  expect((await site.api('POST', path, { token, body: change })).status).toBe(200);
  await stripe.scenarios.refund([...stripe.fixture.charges.keys()].at(-1) ?? '');
  const [left] = (await site.api('GET', '/api/v1/profile/deletion', { token })).body.subscriptions;
  expect(left).toMatchObject({ name: 'Pro', amount: 1200 });
  expect(left.unused_amount).toBeGreaterThan(1190);
  expect(left.unused_amount).toBeLessThanOrEqual(1200);
});

test('a subscription that turns up for a deleted account is canceled before it is charged again', async () => {
  const { site, stripe } = shop;
  const { subscriptionId } = await leaver();
  const ended = stripe.fixture.subscriptions.get(subscriptionId);
  if (!ended) throw new Error('no subscription');
  const late = { ...structuredClone(ended), id: newId('sub'), status: 'active' as const };
  stripe.fixture.subscriptions.set(late.id, late);
  expect((await site.services.billing.reconcile.all()).join()).toContain(late.id);
  expect(stripe.fixture.subscriptions.get(late.id)?.status).toBe('canceled');
  expect(await subscription(late.id)).toMatchObject({ user_id: null, status: 'canceled' });
});

test('the records are deleted once bookkeeping needs them no longer, and those of members never', async () => {
  const { site, pro } = shop;
  const { subscriptionId } = await leaver();
  const member = await shop.subscriber(pro);
  const { forgetOldRecords } = site.services.billing;
  const customers = () => site.db.selectFrom('billing_customers').selectAll().execute();
  const leaverOf = (customer: { user_id: string | null }) => customer.user_id === null;
  const age = (days: number) => sql`now() - make_interval(years => ${paymentRecordYears}, days => ${days})`;
  const moveTo = async (days: number) => {
    await sql`update subscriptions set current_period_end = ${age(days)}`.execute(site.db);
    for (const table of ['checkouts', 'playbook_payments', 'billing_customers'])
      await sql`update ${sql.table(table)} set created_at = ${age(days)}`.execute(site.db);
  };
  await moveTo(-1);
  await sql`update billing_customers set email = 'left@example.com' where user_id is null`.execute(site.db);
  await forgetOldRecords();
  expect(await subscription(subscriptionId)).toBeDefined();
  expect((await customers()).filter(leaverOf).map(({ email }) => email)).not.toContain('left@example.com');
  expect((await customers()).find(({ user_id }) => user_id === member.id)?.email).toBe(member.email);
  // A customer is kept as long as the last of their records, even if the customer itself is older.
  const known = (await customers()).filter(leaverOf).length;
  await sql`update billing_customers set created_at = ${age(1)}`.execute(site.db);
  await forgetOldRecords();
  expect((await customers()).filter(leaverOf)).not.toHaveLength(0);
  expect((await customers()).filter(leaverOf).length).toBeLessThanOrEqual(known);
  await moveTo(1);
  await forgetOldRecords();
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    select user_id from subscriptions union all select user_id from checkouts union all select user_id from playbook_payments
    union all select user_id from billing_customers) record where user_id is null`.execute(site.db);
  expect(rows[0]?.count).toBe(0);
  expect(await subscription(member.subscriptionId)).toMatchObject({ user_id: member.id });
});

test('the member is told which gifts are lost with the account', async () => {
  const { site, pro } = shop;
  const { id, token } = await buildMember(site);
  const ends_at = new Date(Date.now() + 86_400_000);
  const redeemed = { redeemed_by: id, redeemed_at: new Date() };
  const running = await buildGift(site, pro, { ...redeemed, ends_at });
  const waiting = await buildGift(site, pro, redeemed);
  await buildGift(site, pro, { ...redeemed, ends_at: new Date(Date.now() - 1) });
  await buildGift(site, pro, { ...redeemed, ends_at, revoked_at: new Date() });
  await buildGift(site, pro);
  const { body } = await site.api('GET', '/api/v1/profile/deletion', { token });
  expect(body.gifts).toEqual([
    { id: running.id, plan: 'Pro', ends_at: ends_at.toISOString() },
    { id: waiting.id, plan: 'Pro', ends_at: null },
  ]);
});
