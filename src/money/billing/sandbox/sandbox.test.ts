import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readEnv } from '#platform/env.server.ts';
import { buildAdmin, buildMember, buildPlaybook, buildTier } from '#tests/harness/build.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
  await buildTier(site, { name: 'Pro', price: 1200, access_level: 1, trial_days: 7 });
  await buildTier(site, { name: 'Studio', price: 2900, access_level: 2 });
});
afterAll(() => site.stop());

const start = (token: string, body: unknown) =>
  site.api('POST', '/functions/v1/create-checkout-session', { token, body });
const idOf = (url: string) => new URL(url).searchParams.get('id') ?? '';
const conclude = (token: string, url: string, outcome: string) =>
  site.api('POST', `/api/v1/sandbox/checkouts/${idOf(url)}`, { token, body: { outcome } });
const plan = async (token: string) => (await site.api('GET', '/api/v1/subscription', { token })).body;
const act = (token: string, action: string) =>
  site.api('POST', '/api/v1/sandbox/billing', { token, body: { action } });

test.each([
  ['x', 'Enter a whole number'],
  [[1], 'Enter a whole number'],
  [1.5, 'Enter a whole number'],
  [-1, 'Must be 0 or more'],
  [undefined, 'Required'],
])('the level %j is refused with what is expected', async (tierId, message) => {
  const { token } = await buildMember(site);
  const { status, body } = await start(token, { type: 'subscription', tierId });
  expect([status, body.error]).toEqual([422, `tierId: ${message}`]);
});

test('taxes and consent can be tried', async () => {
  const admin = await buildAdmin(site);
  const set = (body: object) => site.api('PUT', '/api/v1/admin/settings', { token: admin.token, body });
  await set({ tax: 'automatic', tax_behavior: 'exclusive', terms_consent: true });
  const { token, email } = await buildMember(site);
  const { body } = await start(token, { type: 'subscription', tierId: 2 });
  const shown = await site.api('GET', `/api/v1/sandbox/checkouts/${idOf(body.url)}`, { token });
  expect(shown.body).toMatchObject({
    amount: 2_900,
    tax: 580,
    is_tax_included: false,
    due: 3_480,
    terms_consent: true,
  });
  await conclude(token, body.url, 'pay');
  expect(await plan(token)).toMatchObject({ amount: 2_900, next_amount: 3_480 });
  await act(token, 'renew');
  const receipt = async () =>
    (await site.emails()).find((raw) => raw.includes(`To: ${email}`) && raw.includes('Receipt: Studio'));
  await expect.poll(receipt).toMatch(/\$5\.80[\s\S]*\$34\.80/);
  await set({ tax: 'off', terms_consent: false });
});

describe('with no keys', () => {
  test('a playbook is bought on the built-in page, through a signed event', async () => {
    const { token } = await buildMember(site);
    const playbook = await buildPlaybook(site, { tier_access: 2, is_purchasable: true, price: 1999 });
    const { body } = await start(token, { type: 'playbook', playbookId: playbook.id });
    expect(body.url.startsWith(`${site.url}/sandbox/checkout?id=`)).toBe(true);
    const shown = await site.api('GET', `/api/v1/sandbox/checkouts/${idOf(body.url)}`, { token });
    expect(shown.body).toEqual({
      name: playbook.title,
      amount: 1999,
      currency: 'usd',
      discount: null,
      tax: 0,
      is_tax_included: false,
      credit: 0,
      due: 1999,
      terms_consent: false,
      interval: null,
      trial_days: 0,
      status: 'open',
      cancel_url: `${site.url}/playbook/${playbook.slug}`,
    });
    expect((await conclude(token, body.url, 'decline')).status).toBe(402);
    const paid = await conclude(token, body.url, 'pay');
    expect(paid.body.url).toBe(`${site.url}/checkout?id=${idOf(body.url)}`);
    const read = () => site.api('GET', `/api/v1/playbooks/${playbook.slug}`, { token });
    expect((await read()).body.can.read).toBe(true);
    expect((await conclude(token, body.url, 'pay')).status).toBe(409);
    const events = await site.services.billing.events.list(10);
    expect(events.map(({ type, mode, outcome }) => [type, mode, outcome])).toContainEqual([
      'checkout.session.completed',
      'sandbox',
      'checkout complete',
    ]);
    await act(token, 'refund');
    expect((await read()).body.can.read).toBe(false);
  });

  test('no email says that a plan has ended because its account is deleted', async () => {
    const { token, email, password } = await buildMember(site);
    const { body } = await start(token, { type: 'subscription', tierId: 2 });
    await conclude(token, body.url, 'pay');
    const received = async () => (await site.emails()).filter((raw) => raw.includes(`To: ${email}`));
    await expect.poll(async () => (await received()).length).toBe(1);
    expect((await site.api('DELETE', '/api/v1/profile', { token, body: { password } })).status).toBe(200);
    // By the time a later one has arrived, one about the end would have, too.
    const other = await buildMember(site);
    const bought = await start(other.token, { type: 'subscription', tierId: 2 });
    await conclude(other.token, bought.body.url, 'pay');
    await expect
      .poll(async () => (await site.emails()).some((raw) => raw.includes(`To: ${other.email}`)))
      .toBe(true);
    expect(await received()).toHaveLength(1);
  });

  test('a member who pays for a plan is promised no trial of another', async () => {
    const { token } = await buildMember(site);
    expect(await plan(token)).toMatchObject({ can_try: true });
    const { body } = await start(token, { type: 'subscription', tierId: 2 });
    await conclude(token, body.url, 'pay');
    expect(await plan(token)).toMatchObject({ plan: 'Studio', can_try: false });
    await act(token, 'end');
    expect(await plan(token)).toMatchObject({ plan: 'Free', can_try: true });
  });

  test('a plan starts with its trial, is renewed, fails, is paid, changed, canceled and ended', async () => {
    const { token, email } = await buildMember(site);
    const { body } = await start(token, { type: 'subscription', tierId: 1 });
    await conclude(token, body.url, 'pay');
    expect(await plan(token)).toMatchObject({ plan: 'Pro', status: 'trialing', payments: 'sandbox' });
    await act(token, 'renew');
    expect(await plan(token)).toMatchObject({ plan: 'Pro', status: 'active' });
    await act(token, 'fail');
    expect(await plan(token)).toMatchObject({ plan: 'Pro', status: 'past_due' });
    await act(token, 'settle');
    const studio = await site.db
      .selectFrom('tiers')
      .select('id')
      .where('name', '=', 'Studio')
      .executeTakeFirst();
    const query = `tier=${studio?.id}&interval=year`;
    const preview = await site.api('GET', `/api/v1/subscription/change?${query}`, { token });
    expect(preview.body.amount_due).toBe(27_840 - 1_200);
    const { proration_date, amount_due } = preview.body;
    const change = { tier: studio?.id, interval: 'year', proration_date, amount_due };
    await site.api('POST', '/api/v1/subscription/change', { token, body: change });
    expect(await plan(token)).toMatchObject({ plan: 'Studio', billing_cycle: 'Yearly', amount: 27_840 });
    const receipt = async () =>
      (await site.emails()).find((raw) => raw.includes(`To: ${email}`) && raw.includes('Receipt: Studio'));
    await expect.poll(receipt).toContain('$266.40');
    expect(await receipt()).not.toContain('Tax');
    await site.api('POST', '/api/v1/subscription/cancel', { token });
    expect(await plan(token)).toMatchObject({ plan: 'Studio', can: { resume: true } });
    await act(token, 'end');
    expect(await plan(token)).toMatchObject({ plan: 'Free', status: null });
    const { body: portal } = await site.api('POST', '/api/v1/subscription/portal', { token });
    expect(portal.url).toBe(`${site.url}/sandbox/billing`);
  });

  test('a change to annual billing that must be confirmed is called that, not a change of plan', async () => {
    const { token, email } = await buildMember(site);
    const { body } = await start(token, { type: 'subscription', tierId: 2 });
    await conclude(token, body.url, 'pay');
    await act(token, 'ask');
    const { id: tier } = await site.db
      .selectFrom('tiers')
      .select('id')
      .where('name', '=', 'Studio')
      .executeTakeFirstOrThrow();
    const preview = await site.api('GET', `/api/v1/subscription/change?tier=${tier}&interval=year`, {
      token,
    });
    const { proration_date, amount_due } = preview.body;
    const json = { tier, interval: 'year', proration_date, amount_due };
    await site.api('POST', '/api/v1/subscription/change', { token, body: json });
    const asked = async () =>
      (await site.emails()).find(
        (raw) => raw.includes(`To: ${email}`) && raw.includes('Confirm your payment'),
      );
    await expect.poll(asked).toContain('Subject: Confirm your payment to switch to annual billing');
    expect((await asked())?.replace(/=?\r\n/g, ' ')).toContain('stay on monthly billing');
  });

  test('a card that requires confirmation holds back a change until then, and a renewal too', async () => {
    const { token } = await buildMember(site);
    const { body } = await start(token, { type: 'subscription', tierId: 1 });
    await conclude(token, body.url, 'pay');
    await act(token, 'renew');
    await act(token, 'ask');
    const studio = await site.db
      .selectFrom('tiers')
      .select('id')
      .where('name', '=', 'Studio')
      .executeTakeFirst();
    const change = async () => {
      const query = `tier=${studio?.id}&interval=month`;
      const preview = await site.api('GET', `/api/v1/subscription/change?${query}`, { token });
      const { proration_date, amount_due } = preview.body;
      const json = { tier: studio?.id, interval: 'month', proration_date, amount_due };
      return (await site.api('POST', '/api/v1/subscription/change', { token, body: json })).body;
    };
    const waiting = {
      plan: 'Pro',
      pending_change: { name: 'Studio' },
      action_url: `${site.url}/sandbox/billing`,
    };
    expect(await change()).toMatchObject(waiting);
    await act(token, 'expire');
    expect(await plan(token)).toMatchObject({ plan: 'Pro', pending_change: null, action_url: null });
    expect(await change()).toMatchObject(waiting);
    await act(token, 'confirm');
    expect(await plan(token)).toMatchObject({ plan: 'Studio', pending_change: null, action_url: null });
    await act(token, 'renew');
    expect(await plan(token)).toMatchObject({
      status: 'past_due',
      action_url: `${site.url}/sandbox/billing`,
    });
    await act(token, 'confirm');
    expect(await plan(token)).toMatchObject({ status: 'active', action_url: null });
    expect((await act(token, 'confirm')).status).toBe(409);
  });

  test('a change costs the same as at Stripe, which counts in whole seconds', async () => {
    const { token } = await buildMember(site);
    const [gold, black] = [
      await buildTier(site, { name: 'Gold', price: 60_000_001, access_level: 4, trial_days: 0 }),
      await buildTier(site, { name: 'Black', price: 99_999_999, access_level: 5, trial_days: 0 }),
    ];
    const { body } = await start(token, { type: 'subscription', tierId: 4, tier: gold.id });
    await conclude(token, body.url, 'pay');
    for (const milliseconds of [1, 499, 999]) {
      const from = Math.floor(Date.now() / 1_000) - 11 * 86_400;
      const to = from + 30 * 86_400;
      const time = (seconds: number) => new Date(seconds * 1_000 + milliseconds).toISOString();
      const period = { periodStart: time(from), periodEnd: time(to) };
      await sql`update sandbox_objects set data = data || ${JSON.stringify(period)}::jsonb
        where kind = 'subscription' and data ->> 'amount' = '60000001'`.execute(site.db);
      const query = `tier=${black.id}&interval=month`;
      const preview = await site.api('GET', `/api/v1/subscription/change?${query}`, { token });
      const share = (to - Date.parse(preview.body.proration_date) / 1_000) / (to - from);
      const [credit, charge] = [Math.round(-60_000_001 * share), Math.round(99_999_999 * share)];
      expect(preview.body.amount_due, `${milliseconds} ms`).toBe(credit + charge);
    }
  });

  test('a trial ends with a change to a more expensive plan without one', async () => {
    const { token } = await buildMember(site);
    const { body } = await start(token, { type: 'subscription', tierId: 1 });
    await conclude(token, body.url, 'pay');
    const max = await buildTier(site, { name: 'Max', price: 4900, access_level: 3, trial_days: 0 });
    const query = `tier=${max.id}&interval=month`;
    const preview = await site.api('GET', `/api/v1/subscription/change?${query}`, { token });
    expect(preview.body).toMatchObject({ amount_due: 4900, ends_trial: true });
    const { proration_date, amount_due } = preview.body;
    const json = { tier: max.id, interval: 'month', proration_date, amount_due };
    await site.api('POST', '/api/v1/subscription/change', { token, body: json });
    expect(await plan(token)).toMatchObject({ plan: 'Max', status: 'active', trial_end: null });
  });

  test('a checkout whose time is over is closed', async () => {
    const { token } = await buildMember(site);
    const { body } = await start(token, { type: 'subscription', tierId: 2 });
    await sql`update sandbox_objects set data = data || ${JSON.stringify({ expiresAt: new Date().toISOString() })}::jsonb
      where id = ${`cs_sandbox_${idOf(body.url)}`}`.execute(site.db);
    const shown = await site.api('GET', `/api/v1/sandbox/checkouts/${idOf(body.url)}`, { token });
    expect(shown.body).toMatchObject({ status: 'expired', cancel_url: `${site.url}/pricing?checkout=left` });
    expect((await conclude(token, body.url, 'pay')).status).toBe(409);
  });

  test("nobody can complete another member's checkout", async () => {
    const [owner, other] = [await buildMember(site), await buildMember(site)];
    const { body } = await start(owner.token, { type: 'subscription', tierId: 2 });
    expect((await conclude(other.token, body.url, 'pay')).status).toBe(404);
    expect((await plan(owner.token)).plan).toBe('Free');
  });
});

test('once keys are set, the sandbox and everything it granted are gone', async () => {
  const own = await createTestSite();
  const tier = await buildTier(own, { name: 'Pro', price: 1200, access_level: 1 });
  const [admin, member] = [await buildAdmin(own), await buildMember(own)];
  const token = member.token;
  const { body } = await own.api('POST', '/functions/v1/create-checkout-session', {
    token,
    body: { type: 'subscription', tierId: tier.access_level },
  });
  const pay = () =>
    own.api('POST', `/api/v1/sandbox/checkouts/${idOf(body.url)}`, { token, body: { outcome: 'pay' } });
  await pay();
  expect((await own.api('GET', '/api/v1/subscription', { token })).body.plan).toBe('Pro');
  const keys = { stripe_secret_key: 'sk_test_something_long', stripe_webhook_secret: 'whsec_something' };
  const set = (change: object) =>
    own.api('PUT', '/api/v1/admin/settings', { token: admin.token, body: change });
  expect((await set({ currency: 'eur' })).status).toBe(409);
  const settings = await own.api('GET', '/api/v1/admin/settings', { token: admin.token });
  expect(settings.body.payments).toMatchObject({ mode: 'sandbox', has_sales: true, has_live_sales: false });
  expect((await set(keys)).body.payments).toMatchObject({ mode: 'test', has_sales: false });
  expect((await set({ currency: 'eur' })).body.currency).toBe('eur');
  expect((await own.api('GET', '/api/v1/subscription', { token })).body).toMatchObject({
    plan: 'Free',
    payments: 'test',
    status: null,
  });
  expect((await pay()).status).toBe(404);
  await own.stop();
});

test('it is only on by default if nobody else can reach the site', () => {
  const payments = (environment: Record<string, string>) => readEnv(environment).PAYMENTS;
  expect(payments({})).toBe('sandbox');
  expect(payments({ PUBLIC_URL: 'http://localhost:8080' })).toBe('sandbox');
  expect(payments({ PUBLIC_URL: 'https://prompts.example.com' })).toBe('off');
  expect(payments({ HOST: 'localhost' })).toBe('sandbox');
  expect(payments({ HOST: '::1' })).toBe('sandbox');
  for (const HOST of ['0.0.0.0', '::', '192.168.1.20', 'prompts.example.com']) {
    expect(payments({ HOST })).toBe('off');
    expect(payments({ HOST, PAYMENTS: 'sandbox' })).toBe('sandbox');
  }
  expect(payments({ TRUST_PROXY: 'true' })).toBe('off');
  expect(payments({ NODE_ENV: 'production' })).toBe('off');
  expect(payments({ NODE_ENV: 'production', PAYMENTS: 'sandbox' })).toBe('sandbox');
  expect(payments({ PAYMENTS: 'off' })).toBe('off');
  expect(() => payments({ PAYMENTS: 'live' })).toThrow('PAYMENTS');
});

test('without it and without keys, payments are off', async () => {
  const own = await createTestSite({ environment: { PAYMENTS: 'off' } });
  await buildTier(own, { price: 1200, access_level: 1 });
  const { token } = await buildMember(own);
  const body = { type: 'subscription', tierId: 1 };
  const answer = await own.api('POST', '/functions/v1/create-checkout-session', { token, body });
  expect([answer.status, answer.body.code]).toEqual([503, 'payments_off']);
  expect((await own.api('POST', '/functions/v1/stripe-webhook', { body: {} })).status).toBe(503);
  await own.stop();
});
