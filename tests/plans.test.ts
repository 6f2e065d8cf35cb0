import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAdmin, buildMember, buildPlaybook, buildPrompt, buildTier } from './harness/build.ts';
import { promptory } from './harness/command-line.ts';
import { appSecret, createTestSite, type TestSite } from './harness/site.ts';

// Plans as admins keep them, as visitors see them, and as members have them, paid in the sandbox or given.
let site: TestSite;
let adminToken: string;
let pro: { id: string };
let studio: { id: string };
beforeAll(async () => {
  site = await createTestSite();
  adminToken = (await buildAdmin(site)).token;
  await buildTier(site, { name: 'Free', access_level: 0, daily_copy_limit: 4 });
  pro = await buildTier(site, {
    name: 'Pro',
    price: 1_200,
    access_level: 1,
    trial_days: 7,
    daily_copy_limit: 40,
  });
  studio = await buildTier(site, {
    name: 'Studio',
    price: 2_900,
    access_level: 2,
    daily_copy_limit: 999_999,
  });
});
afterAll(() => site.stop());

type Member = Awaited<ReturnType<typeof buildMember>>;
const admin = (method: string, path: string, body?: unknown) =>
  site.api(method, `/api/v1/admin${path}`, { token: adminToken, ...(body === undefined ? {} : { body }) });
const plan = async ({ token }: Member) => (await site.api('GET', '/api/v1/subscription', { token })).body;
const start = ({ token }: Member, body: object) =>
  site.api('POST', '/functions/v1/create-checkout-session', { token, body });
const conclude = ({ token }: Member, url: string, outcome = 'pay') =>
  site.api('POST', `/api/v1/sandbox/checkouts/${new URL(url).searchParams.get('id')}`, {
    token,
    body: { outcome },
  });
const act = ({ token }: Member, action: string) =>
  site.api('POST', '/api/v1/sandbox/billing', { token, body: { action } });
const post = ({ token }: Member, path: string, body?: object) =>
  site.api('POST', `/api/v1/subscription/${path}`, { token, ...(body ? { body } : {}) });
/** A member who has just paid for a plan in the sandbox. */
async function subscriber(tierId: number, interval: 'month' | 'year' = 'month') {
  const member = await buildMember(site);
  const { body } = await start(member, { type: 'subscription', tierId, interval });
  expect((await conclude(member, body.url)).status).toBe(200);
  return member;
}
const requestOf = ({ proration_date, amount_due }: { proration_date: string; amount_due: number }) => ({
  interval: 'month',
  proration_date,
  amount_due,
});
const levels = async (member: Member) => {
  const readable = async (tier_access: number) => {
    const { slug } = await buildPrompt(site, { tier_access });
    return (await site.api('GET', `/api/v1/prompts/${slug}`, { token: member.token })).body.can.read;
  };
  return Promise.all([0, 1, 2].map(readable));
};
const command = (...args: string[]) =>
  promptory(
    {
      DATABASE_URL: site.database.connectionString,
      DATA_DIR: site.dataDir,
      APP_SECRET: appSecret,
      PUBLIC_URL: site.url,
    },
    ...args,
  );

describe('the list of plans', () => {
  test('is for everybody, by level, then price, with what a plan is and nothing about members', async () => {
    const { body } = await site.api('GET', '/api/v1/tiers');
    expect(body).toMatchObject({ total: 3, next_cursor: null });
    expect(body.items.map((tier: { name: string }) => tier.name)).toEqual(['Free', 'Pro', 'Studio']);
    expect(Object.keys(body.items[0]).sort()).toEqual([
      'access_level',
      'billing_interval',
      'daily_copy_limit',
      'featured',
      'features',
      'id',
      'name',
      'price',
      'trial_days',
    ]);
  });

  test('and the page of prices change at once with a plan', async () => {
    const page = async () => (await fetch(`${site.url}/pricing`)).text();
    expect(await page()).not.toContain('Platinum');
    const { body } = await admin('POST', '/tiers', {
      name: 'Platinum',
      price: 9_900,
      access_level: 5,
      features: ['A car'],
    });
    await expect.poll(page).toContain('A car');
    await admin('PATCH', `/tiers/${body.id}`, { name: 'Palladium' });
    await expect.poll(page).toContain('Palladium');
    await admin('DELETE', `/tiers/${body.id}`);
    await expect.poll(page).not.toContain('Palladium');
  });

  test('takes numbers within their bounds only', async () => {
    for (const bad of [
      { price: 100_000_000 },
      { daily_copy_limit: 1_000_000 },
      { daily_copy_limit: -1 },
      { access_level: 1_001 },
      { trial_days: 731 },
      { features: Array(31).fill('x') },
      { features: ['x'.repeat(201)] },
      { name: 'x'.repeat(101) },
      { featured: 'yes' },
      { billing_interval: 'yearly' },
    ])
      expect([bad, (await admin('POST', '/tiers', { name: 'Bad', ...bad })).status]).toEqual([bad, 422]);
    expect((await site.api('GET', '/api/v1/tiers')).body.total).toBe(3);
  });
});

describe('a plan that somebody pays for', () => {
  test('cannot be deleted while it runs, or while a checkout for it is open; then it can', async () => {
    const { id } = await buildTier(site, { name: 'Short', price: 500, access_level: 3 });
    const waiting = await buildMember(site);
    await start(waiting, { type: 'subscription', tierId: 3 });
    expect((await admin('DELETE', `/tiers/${id}`)).status).toBe(409);
    const member = await subscriber(3);
    await site.db
      .updateTable('checkouts')
      .set({ status: 'expired' })
      .where('user_id', '=', waiting.id)
      .execute();
    const refused = await admin('DELETE', `/tiers/${id}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
    await act(member, 'end');
    expect((await admin('DELETE', `/tiers/${id}`)).status).toBe(200);
    expect((await plan(member)).plan).toBe('Free');
  });

  test('keeps its price for those who have it; new ones pay the new one', async () => {
    const tier = await buildTier(site, { name: 'Rising', price: 700, access_level: 4 });
    const early = await subscriber(4);
    await admin('PATCH', `/tiers/${tier.id}`, { price: 800 });
    const late = await subscriber(4);
    expect([(await plan(early)).amount, (await plan(late)).amount]).toEqual([700, 800]);
    expect((await plan(early)).plan).toBe('Rising');
  });
});

describe('a member’s plan', () => {
  test('is free before anything is paid', async () => {
    const member = await buildMember(site);
    expect(await plan(member)).toMatchObject({
      plan: 'Free',
      source: 'free',
      status: null,
      interval: null,
      amount: null,
      tier_id: null,
      can_try: true,
      daily_copy_limit: 4,
      copies_left: 4,
      billing_cycle: 'Monthly',
      payments: 'sandbox',
      can: { cancel: false, resume: false, manage_billing: false },
    });
    expect(await levels(member)).toEqual([true, false, false]);
  });

  test('begins with a trial once; whoever had one pays at once the next time', async () => {
    const member = await subscriber(1);
    const first = await plan(member);
    expect(first).toMatchObject({
      plan: 'Pro',
      source: 'subscription',
      status: 'trialing',
      amount: 1_200,
      can_try: false,
    });
    expect(Date.parse(first.trial_end) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    expect(first.next_payment_at).toBe(first.trial_end);
    expect(await levels(member)).toEqual([true, true, false]);
    await act(member, 'end');
    const { body } = await start(member, { type: 'subscription', tierId: 1 });
    await conclude(member, body.url);
    expect(await plan(member)).toMatchObject({
      plan: 'Pro',
      status: 'active',
      trial_end: null,
      can_try: false,
    });
  });

  test('of a year costs twelve months less a fifth', async () => {
    const member = await subscriber(2, 'year');
    const { amount, billing_cycle, price, interval, next_payment_at } = await plan(member);
    expect([amount, billing_cycle, price, interval]).toEqual([27_840, 'Yearly', 2_900, 'year']);
    expect(Date.parse(next_payment_at) - Date.now()).toBeGreaterThan(364 * 86_400_000);
    expect(await plan(member)).toMatchObject({ daily_copy_limit: 999_999, copies_left: null });
  });

  test('that is canceled stays open to its end and says when that is; resumed, it goes on', async () => {
    const member = await subscriber(2);
    const before = await plan(member);
    const canceled = (await post(member, 'cancel')).body;
    expect(canceled).toMatchObject({
      plan: 'Studio',
      status: 'active',
      next_payment_at: null,
      ends_at: before.next_payment_at,
      can: { cancel: false, resume: true, manage_billing: true },
    });
    expect(await levels(member)).toEqual([true, true, true]);
    const resumed = (await post(member, 'resume')).body;
    expect(resumed).toMatchObject({
      next_payment_at: before.next_payment_at,
      ends_at: null,
      can: { cancel: true, resume: false },
    });
    await post(member, 'cancel');
    await act(member, 'renew');
    expect(await plan(member)).toMatchObject({ plan: 'Free', status: null });
    expect(await levels(member)).toEqual([true, false, false]);
  });

  test('whose payment has failed stays open for the grace period, and says until when', async () => {
    const member = await subscriber(2);
    await act(member, 'fail');
    const failed = await plan(member);
    expect(failed).toMatchObject({
      plan: 'Studio',
      status: 'past_due',
      next_payment_at: null,
      can: { cancel: true },
    });
    const days = (Date.parse(failed.grace_until) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThanOrEqual(7);
    expect(await levels(member)).toEqual([true, true, true]);
    await admin('PUT', '/settings', { past_due_grace_days: 0 });
    expect(await plan(member)).toMatchObject({ plan: 'Free', status: 'past_due' });
    expect(await levels(member)).toEqual([true, false, false]);
    await admin('PUT', '/settings', { past_due_grace_days: 7 });
    expect((await plan(member)).plan).toBe('Studio');
    await act(member, 'settle');
    expect(await plan(member)).toMatchObject({ status: 'active', grace_until: null });
    expect((await act(member, 'settle')).status).toBe(409);
  });

  test('whose money went back is closed until what it paid for is over, and takes no more money', async () => {
    const member = await subscriber(2);
    const { next_payment_at } = await plan(member);
    await act(member, 'refund');
    const returned = await plan(member);
    expect(returned.plan).toBe('Free');
    expect(Object.values(returned)).toContain(next_payment_at);
    const change = await site.api('GET', `/api/v1/subscription/change?tier=${pro.id}`, {
      token: member.token,
    });
    expect(change.status).toBe(409);
    expect((await start(member, { type: 'subscription', tierId: 1 })).status).toBe(409);
  });

  test('is changed at the price that was shown, and at no other', async () => {
    const member = await subscriber(2);
    const preview = (
      await site.api('GET', `/api/v1/subscription/change?tier=${pro.id}&interval=month`, {
        token: member.token,
      })
    ).body;
    expect(preview).toMatchObject({ tier: { name: 'Pro' }, amount: 1_200, amount_due: 0 });
    expect(preview.credit).toBeGreaterThan(1_600);
    expect(preview.credit).toBeLessThanOrEqual(1_700);
    // Half of the period is used up.
    const half = new Date(Date.now() + 15.5 * 86_400_000).toISOString();
    const setEnd = (periodEnd: string) =>
      site.pool.query(
        "update sandbox_objects set data = data || $1::jsonb where kind = 'subscription' and data ->> 'customerId' = $2",
        [
          JSON.stringify({ periodEnd, periodStart: new Date(Date.now() - 15.5 * 86_400_000).toISOString() }),
          `cus_sandbox_${member.id}`,
        ],
      );
    await setEnd(half);
    const later = await site.api('GET', `/api/v1/subscription/change?tier=${pro.id}`, {
      token: member.token,
    });
    expect(Math.abs(later.body.credit - 850)).toBeLessThanOrEqual(2);
    const request = { ...requestOf(later.body), tier: pro.id };
    const { proration_date } = request;
    for (const wrong of [
      { ...request, amount_due: 1 },
      { ...request, amount_due: -1_700 },
      { ...request, proration_date: new Date(Date.parse(proration_date) - 2 * 3_600_000).toISOString() },
      { ...request, tier: studio.id },
    ])
      expect((await post(member, 'change', wrong)).status).toBe(409);
    expect((await plan(member)).plan).toBe('Studio');
    expect((await post(member, 'change', request)).body).toMatchObject({ plan: 'Pro', amount: 1_200 });
    expect((await post(member, 'change', { ...request, tier: crypto.randomUUID() })).status).toBe(404);
    expect((await post(member, 'change', { ...request, interval: 'day' })).status).toBe(422);
  });

  test('that does not run can be neither changed, canceled nor resumed', async () => {
    const member = await buildMember(site);
    for (const path of ['cancel', 'resume']) expect((await post(member, path)).status).toBe(409);
    const preview = await site.api('GET', `/api/v1/subscription/change?tier=${pro.id}`, {
      token: member.token,
    });
    expect([preview.status, preview.body.code]).toEqual([409, 'conflict']);
  });

  test('is bought once: a second checkout is the same page, and a running plan leads to its change', async () => {
    const member = await buildMember(site);
    const first = (await start(member, { type: 'subscription', tierId: 2 })).body.url;
    expect((await start(member, { type: 'subscription', tierId: 2 })).body.url).toBe(first);
    const other = (await start(member, { type: 'subscription', tierId: 1 })).body.url;
    expect(other).not.toBe(first);
    expect((await conclude(member, first)).status).toBe(409);
    await conclude(member, other);
    expect((await start(member, { type: 'subscription', tierId: 1 })).status).toBe(409);
    const change = await start(member, { type: 'subscription', tierId: 2, interval: 'year' });
    expect(change.body.url).toBe(`${site.url}/subscription?change=${studio.id}&interval=year`);
  });

  test('is not offered on a page that is about to close', async () => {
    const member = await buildMember(site);
    const request = { type: 'subscription', tierId: 2 };
    const first = (await start(member, request)).body.url;
    await site.db
      .updateTable('checkouts')
      .set({ expires_at: new Date(Date.now() + 60_000).toISOString() })
      .where('user_id', '=', member.id)
      .execute();
    const second = (await start(member, request)).body.url;
    expect(second).not.toBe(first);
    expect((await conclude(member, first)).status).toBe(409);
    expect((await conclude(member, second)).status).toBe(200);
  });

  test('goes on by itself when its period is over, and ends by itself where it was canceled', async () => {
    const [going, ending] = [await subscriber(1), await subscriber(2)];
    await post(ending, 'cancel');
    const past = { periodStart: '2026-01-01T00:00:00.000Z', periodEnd: '2026-02-01T00:00:00.000Z' };
    for (const member of [going, ending])
      await site.pool.query(
        "update sandbox_objects set data = data || $1::jsonb where kind = 'subscription' and data ->> 'customerId' = $2",
        [JSON.stringify(past), `cus_sandbox_${member.id}`],
      );
    await site.services.billing.reconcile.all();
    const gone = await plan(going);
    expect(gone).toMatchObject({ plan: 'Pro', status: 'active', trial_end: null });
    expect(Date.parse(gone.next_payment_at)).toBeGreaterThan(Date.now());
    expect(await plan(ending)).toMatchObject({ plan: 'Free', status: null, tier_id: null });
    expect(await site.services.billing.reconcile.all()).toEqual([]);
  });

  test('costs nothing where the checkout is left or declined', async () => {
    const member = await buildMember(site);
    const { url } = (await start(member, { type: 'subscription', tierId: 2 })).body;
    expect((await conclude(member, url, 'decline')).body.code).toBe('payment_declined');
    expect((await conclude(member, url, 'leave')).body.url).toBe(`${site.url}/pricing`);
    expect(await plan(member)).toMatchObject({ plan: 'Free', status: null });
    expect(
      (
        await site.api('GET', `/api/v1/checkouts/${new URL(url).searchParams.get('id')}`, {
          token: member.token,
        })
      ).body,
    ).toEqual({
      status: 'open',
      name: 'Studio',
      path: '/subscription',
    });
  });
});

describe('a plan that is given', () => {
  test('counts at once and to its end, beside what is paid for: the higher one holds', async () => {
    const member = await buildMember(site);
    const given = await command(
      'member',
      'tier',
      member.email.toUpperCase(),
      'studio',
      '--until',
      '2999-01-31',
    );
    expect([given.code, given.stderr]).toEqual([0, '']);
    expect(await plan(member)).toMatchObject({
      plan: 'Studio',
      source: 'complimentary',
      status: null,
      ends_at: '2999-01-31T00:00:00.000Z',
    });
    const { body } = await start(member, { type: 'subscription', tierId: 1 });
    await conclude(member, body.url);
    expect(await plan(member)).toMatchObject({
      plan: 'Studio',
      source: 'complimentary',
      status: 'trialing',
      amount: 1_200,
    });
    expect((await command('member', 'tier', member.email, 'none')).code).toBe(0);
    expect(await plan(member)).toMatchObject({ plan: 'Pro', source: 'subscription' });
  });

  test('is over when its time is, without anybody’s doing', async () => {
    const member = await buildMember(site);
    await command('member', 'tier', member.email, 'Pro', '--until', '2999-01-31');
    expect(await levels(member)).toEqual([true, true, false]);
    const past = new Date(Date.now() - 1_000);
    await site.db
      .updateTable('profiles')
      .set({ tier_until: past, complimentary_until: past })
      .where('id', '=', member.id)
      .execute();
    expect(await plan(member)).toMatchObject({ plan: 'Free', source: 'free' });
    expect(await levels(member)).toEqual([true, false, false]);
    await site.services.billing.reconcile.due();
    const row = await site.db
      .selectFrom('profiles')
      .select('tier_id')
      .where('id', '=', member.id)
      .executeTakeFirst();
    expect(row).toEqual({ tier_id: null });
  });

  test('is refused for no tier, for a name that two have, and for a day that is over', async () => {
    const member = await buildMember(site);
    const twins = [
      await buildTier(site, { name: 'Twin', access_level: 6 }),
      await buildTier(site, { name: 'TWIN', access_level: 7 }),
    ];
    for (const args of [
      [member.email, 'Nothing'],
      [member.email, 'Twin'],
      [member.email, 'Pro', '--until', '2020-01-01'],
    ]) {
      const answer = await command('member', 'tier', ...args);
      expect([args.join(' '), answer.code]).toEqual([args.join(' '), 1]);
      expect(answer.stderr).not.toContain('    at ');
    }
    expect((await plan(member)).plan).toBe('Free');
    expect((await command('member', 'tier', member.email, twins[1]?.id ?? '')).code).toBe(0);
    expect((await plan(member)).plan).toBe('TWIN');
  });
});

describe('a playbook on its own', () => {
  test('is bought once, by those who cannot read it yet, and stays bought whatever the plan', async () => {
    const playbook = await buildPlaybook(site, { tier_access: 2, is_purchasable: true, price: 1_900 });
    const member = await buildMember(site);
    const request = { type: 'playbook', playbookId: playbook.id };
    const { body } = await start(member, request);
    expect((await start(member, request)).body.url).toBe(body.url);
    await conclude(member, body.url);
    expect((await start(member, request)).status).toBe(409);
    const read = async (who: Member) =>
      (await site.api('GET', `/api/v1/playbooks/${playbook.slug}`, { token: who.token })).body.can.read;
    expect(await read(member)).toBe(true);
    const rich = await subscriber(2);
    expect((await start(rich, request)).status).toBe(409);
    expect((await admin('DELETE', `/playbooks/${playbook.id}`)).status).toBe(409);
    await act(member, 'dispute');
    expect(await read(member)).toBe(false);
  });

  test('that is not for sale, a draft, or nowhere cannot be bought', async () => {
    const member = await buildMember(site);
    const draft = await buildPlaybook(site, {
      status: 'draft',
      tier_access: 2,
      is_purchasable: true,
      price: 1_900,
    });
    const free = await buildPlaybook(site, { tier_access: 2, is_purchasable: true, price: 0 });
    const closed = await buildPlaybook(site, { tier_access: 2, is_purchasable: false, price: 1_900 });
    for (const [playbookId, status] of [
      [draft.id, 404],
      [crypto.randomUUID(), 404],
      [free.id, 409],
      [closed.id, 409],
      ['no id', 422],
    ] as const)
      expect([status, (await start(member, { type: 'playbook', playbookId })).status]).toEqual([
        status,
        status,
      ]);
    for (const body of [
      {},
      { type: 'gift' },
      { type: 'subscription' },
      { type: 'subscription', tierId: 1, interval: 'day' },
    ])
      expect((await start(member, body)).status).toBe(422);
    expect((await start(member, { type: 'subscription', tierId: 0 })).status).toBe(409);
    expect((await start(member, { type: 'subscription', tierId: 999 })).status).toBe(404);
  });
});
