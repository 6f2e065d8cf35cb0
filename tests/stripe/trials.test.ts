import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMember, buildTier } from '../harness/build.ts';
import { type BillingSite, createBillingSite } from './billing-site.ts';

let shop: BillingSite;
let tiers: { basic: Tier; plus: Tier; max: Tier };
type Tier = Awaited<ReturnType<typeof buildTier>>;

beforeAll(async () => {
  shop = await createBillingSite();
  const build = (name: string, price: number, trial_days: number, access_level: number) =>
    buildTier(shop.site, { name, price, trial_days, access_level });
  tiers = {
    basic: await build('Basic', 500, 30, 21),
    plus: await build('Plus', 900, 10, 22),
    max: await build('Max', 2000, 0, 23),
  };
});
afterAll(() => shop.stop());

const days = 86_400_000;
const at = (subscriptionId: string) => {
  const subscription = shop.stripe.fixture.subscriptions.get(subscriptionId);
  if (!subscription) throw new Error('no subscription');
  return subscription;
};
const start = (token: string, tier: Tier) =>
  shop.checkout(token, { type: 'subscription', tierId: tier.access_level, tier: tier.id });
const previewOf = async (token: string, tier: Tier) =>
  (await shop.site.api('GET', `/api/v1/subscription/change?tier=${tier.id}`, { token })).body;
async function changeTo(token: string, tier: Tier) {
  const { proration_date, amount_due } = await previewOf(token, tier);
  const body = { tier: tier.id, interval: 'month', proration_date, amount_due };
  return shop.site.api('POST', '/api/v1/subscription/change', { token, body });
}

/** A member, optionally with a given address, who pays for a plan. */
type Paid = { email?: string; fingerprint?: string; isDebit?: boolean };
async function subscriber(tier: Tier, { email, ...paid }: Paid = {}) {
  const { site, stripe } = shop;
  const member = await buildMember(site);
  if (email) await sql`update profiles set email = ${email} where id = ${member.id}`.execute(site.db);
  const { body } = await start(member.token, tier);
  const session = shop.sessionOf(body.url);
  const trialDays = stripe.fixture.sessions.get(session)?.trialDays;
  await stripe.scenarios.pay(session, paid);
  const subscriptionId = stripe.fixture.sessions.get(session)?.subscription ?? '';
  return { ...member, session, trialDays, subscriptionId };
}

test('a change to a dearer plan without a trial ends the trial, and says so before', async () => {
  const { token, subscriptionId } = await subscriber(tiers.basic);
  const preview = await previewOf(token, tiers.max);
  expect(preview).toMatchObject({ amount_due: 2000, ends_trial: true, trial_end: null });
  expect(Date.parse(preview.next_payment_at) - Date.now()).toBeGreaterThan(27 * days);
  expect((await changeTo(token, tiers.max)).body).toMatchObject({
    plan: 'Max',
    status: 'active',
    trial_end: null,
  });
  const invoice = shop.stripe.fixture.invoices.get(at(subscriptionId).latest_invoice ?? '');
  expect(invoice).toMatchObject({ status: 'paid', amount_paid: 2000 });
});

test('a dearer plan with a shorter trial is tried for as long as that, a cheaper one as before', async () => {
  const { token, subscriptionId } = await subscriber(tiers.basic);
  const created = at(subscriptionId).created;
  const preview = await previewOf(token, tiers.plus);
  expect(preview).toMatchObject({ amount_due: 0, ends_trial: false });
  expect(Date.parse(preview.trial_end)).toBe(created * 1_000 + 10 * days);
  await changeTo(token, tiers.plus);
  expect(at(subscriptionId)).toMatchObject({ status: 'trialing', trial_end: created + 10 * 86_400 });
  const back = await changeTo(token, tiers.basic);
  expect(back.body).toMatchObject({ plan: 'Basic', status: 'trialing' });
  expect(Date.parse(back.body.trial_end)).toBe(created * 1_000 + 10 * days);
});

test('a trial that would end with a declined payment goes on', async () => {
  const { token, subscriptionId } = await subscriber(tiers.basic);
  shop.stripe.scenarios.setCard(at(subscriptionId).customer, 'declined');
  expect((await changeTo(token, tiers.max)).status).toBe(402);
  expect(await shop.plan(token)).toMatchObject({ plan: 'Basic', status: 'trialing' });
  expect(at(subscriptionId).pending_update).toBeNull();
});

test('an address has one trial, also after its account was deleted, and however it is written', async () => {
  const first = await subscriber(tiers.plus, { email: 'one.trial@gmail.com' });
  expect(first.trialDays).toBe(10);
  const body = { password: first.password };
  const { token } = first;
  expect((await shop.site.api('DELETE', '/api/v1/profile', { token, body })).status).toBe(200);
  const again = await subscriber(tiers.plus, { email: 'OneTrial+2@googlemail.com' });
  expect(again.trialDays).toBe(0);
  expect((await shop.plan(again.token)).can_try).toBe(false);
  const { rows } = await sql<{ content: string }>`select trial_uses::text as content from trial_uses`.execute(
    shop.site.db,
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every(({ content }) => !content.includes('trial@') && !content.includes('sub_'))).toBe(true);
});

test('a card has one trial: a second one ends at once, nothing is charged, and the member is told', async () => {
  const { site, stripe } = shop;
  const first = await subscriber(tiers.plus, { fingerprint: 'card_of_two' });
  expect(await shop.tierOf(first.id)).toBe('Plus');
  const second = await subscriber(tiers.plus, { fingerprint: 'card_of_two' });
  expect(second.trialDays).toBe(10);
  expect(at(second.subscriptionId).status).toBe('canceled');
  expect(await shop.tierOf(second.id)).toBeUndefined();
  expect(await shop.plan(second.token)).toMatchObject({ plan: 'Free', trial_refused: true, can_try: false });
  const id = new URL(stripe.fixture.sessions.get(second.session)?.success_url ?? '').searchParams.get('id');
  const state = await site.api('GET', `/api/v1/checkouts/${id}`, { token: second.token });
  expect(state.body).toMatchObject({ status: 'complete', is_trial_refused: true });
  const emailsSent = async () =>
    (await site.emails()).some(
      (raw) => raw.includes(second.email) && raw.includes("Your Plus trial couldn't start"),
    );
  await expect.poll(emailsSent).toBe(true);
  expect(at(first.subscriptionId).status).toBe('trialing');

  const { body } = await start(second.token, tiers.plus);
  await stripe.scenarios.pay(shop.sessionOf(body.url), { fingerprint: 'card_of_two' });
  expect(await shop.plan(second.token)).toMatchObject({
    plan: 'Plus',
    status: 'active',
    trial_refused: false,
  });
});

test('a bank account has one trial, as a card has', async () => {
  const account = { fingerprint: 'account_of_two', isDebit: true };
  const first = await subscriber(tiers.plus, account);
  const second = await subscriber(tiers.plus, account);
  expect([at(first.subscriptionId).status, at(second.subscriptionId).status]).toEqual([
    'trialing',
    'canceled',
  ]);
  expect(await shop.plan(second.token)).toMatchObject({ plan: 'Free', trial_refused: true, can_try: false });
});

test("free time that the owner gives at the provider is nobody's second trial", async () => {
  const { stripe } = shop;
  const card = { fingerprint: 'card_of_a_family' };
  await subscriber(tiers.plus, card);
  const { email } = await subscriber(tiers.plus);
  const paying = await subscriber(tiers.plus, { ...card, email });
  const subscription = at(paying.subscriptionId);
  expect([paying.trialDays, subscription.status]).toEqual([0, 'active']);
  Object.assign(subscription, { status: 'trialing', trial_end: Math.floor(Date.now() / 1_000) + 86_400 });
  for (const round of [1, 2]) {
    const event = stripe.events.at(-1);
    if (event) await stripe.post({ ...event, id: `${event.id}_${round}` });
    expect(at(paying.subscriptionId).status).toBe('trialing');
  }
});

test('what was tried with other payment keys leaves the trial as it is', async () => {
  const { db } = shop.site;
  const member = await subscriber(tiers.basic);
  await db
    .updateTable('subscriptions')
    .set({ status: 'canceled' })
    .where('id', '=', member.subscriptionId)
    .execute();
  expect((await shop.plan(member.token)).can_try).toBe(false);
  await db
    .updateTable('subscriptions')
    .set({ mode: 'live' })
    .where('id', '=', member.subscriptionId)
    .execute();
  await sql`update trial_uses set mode = 'live'`.execute(db);
  expect((await shop.plan(member.token)).can_try).toBe(true);
});

test('events of a trial that come again do not end it', async () => {
  const { stripe } = shop;
  const before = stripe.events.length;
  const { id } = await subscriber(tiers.plus, { fingerprint: 'card_of_one' });
  const events = stripe.events.slice(before);
  for (const event of [...events, ...events.reverse()])
    await stripe.post({ ...event, id: `${event.id}_again` });
  await sql`delete from subscriptions where user_id = ${id}`.execute(shop.site.db);
  for (const event of events) await stripe.post({ ...event, id: `${event.id}_later` });
  expect(await shop.tierOf(id)).toBe('Plus');
});
