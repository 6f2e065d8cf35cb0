import { describe, expect, test } from 'vitest';
import { buildMember, buildTier } from './harness/build.ts';
import {
  act,
  admin,
  conclude,
  levels,
  plan,
  post,
  pro,
  site,
  start,
  studio,
  subscriber,
  withPlansSite,
} from './harness/plans-site.ts';

withPlansSite();

// Plans as admins manage them, as visitors see them, and as members pay for them in the sandbox.
const requestOf = ({ proration_date, amount_due }: { proration_date: string; amount_due: number }) => ({
  interval: 'month',
  proration_date,
  amount_due,
});

describe('the list of plans', () => {
  test('is for everybody, by level, then price, without anything about members', async () => {
    const { body } = await site.api('GET', '/api/v1/tiers');
    expect(body).toMatchObject({ total: 3, next_cursor: null });
    expect(body.items.map((tier: { name: string }) => tier.name)).toEqual(['Free', 'Pro', 'Studio']);
    expect(Object.keys(body.items[0]).sort()).toEqual([
      'access_level',
      'billing_interval',
      'daily_copy_limit',
      'daily_run_limit',
      'featured',
      'features',
      'id',
      'name',
      'price',
      'reading_counts',
      'shows_first_lines',
      'trial_days',
    ]);
  });

  test('and the pricing page change at once with a plan', async () => {
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

  test('is billed monthly, and may say so', async () => {
    const monthly = { billing_interval: 'monthly' };
    const { status, body } = await admin('POST', '/tiers', { name: 'Silver', ...monthly });
    expect([status, body]).toMatchObject([201, monthly]);
    const changed = await admin('PATCH', `/tiers/${body.id}`, { price: 100, ...monthly });
    expect([changed.status, changed.body]).toMatchObject([200, { price: 100, ...monthly }]);
    expect((await admin('PATCH', `/tiers/${body.id}`, { billing_interval: 'yearly' })).status).toBe(422);
    await admin('DELETE', `/tiers/${body.id}`);
  });

  test('accepts only numbers within their limits', async () => {
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

describe('a plan that someone pays for', () => {
  test("can't be deleted while it is active or being bought, but afterward", async () => {
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

  test('keeps its price for current members; new ones pay the new price', async () => {
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

  test('begins with a trial once; the next time it is charged at once', async () => {
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

  test('that is canceled stays active until its end and says when that is; it can be resumed', async () => {
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

  test('whose payment has failed stays active for the grace period, and says until when', async () => {
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
    expect((await post(member, 'cancel')).body.can).toMatchObject({ cancel: false, resume: true });
    expect((await post(member, 'resume')).body.can).toMatchObject({ cancel: true, resume: false });
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

  test('that is refunded has ended, charges nothing more, and can be bought again', async () => {
    const member = await subscriber(2);
    await act(member, 'refund');
    expect(await plan(member)).toMatchObject({
      plan: 'Free',
      status: null,
      next_payment_at: null,
      reversal: { reason: 'refunded', plan: 'Studio' },
    });
    const { body } = await start(member, { type: 'subscription', tierId: 1 });
    await conclude(member, body.url);
    expect(await plan(member)).toMatchObject({ plan: 'Pro', reversal: null });
  });

  test('that is disputed is on hold until the dispute is won or lost', async () => {
    const [winner, loser] = [await subscriber(2), await subscriber(2)];
    for (const member of [winner, loser]) {
      expect((await act(member, 'win_dispute')).status).toBe(409);
      await act(member, 'dispute');
      expect(await plan(member)).toMatchObject({
        plan: 'Free',
        status: 'active',
        reversal: { reason: 'disputed' },
      });
      const change = await site.api('GET', `/api/v1/subscription/change?tier=${pro.id}`, {
        token: member.token,
      });
      expect(change.status).toBe(409);
    }
    await act(winner, 'win_dispute');
    expect(await plan(winner)).toMatchObject({ plan: 'Studio', status: 'active', reversal: null });
    await act(loser, 'lose_dispute');
    expect(await plan(loser)).toMatchObject({ plan: 'Free', status: null });
  });

  test('whose upgrade is refunded is the earlier one again; a refund that fails gives it back', async () => {
    const member = await subscriber(1);
    await act(member, 'renew');
    const { body } = await site.api('GET', `/api/v1/subscription/change?tier=${studio.id}`, {
      token: member.token,
    });
    await post(member, 'change', { ...requestOf(body), tier: studio.id });
    expect((await plan(member)).plan).toBe('Studio');
    await act(member, 'refund');
    expect(await plan(member)).toMatchObject({ plan: 'Pro', status: 'active', amount: 1_200 });
    await act(member, 'refund');
    expect(await plan(member)).toMatchObject({ plan: 'Free', status: null });
    // The refunds of the upgrade and of the month.
    for (let refunds = 0; refunds < 2; refunds += 1) await act(member, 'fail_refund');
    expect(await plan(member)).toMatchObject({ plan: 'Pro', status: null });
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
    const dated = (seconds: number) => ({
      ...request,
      proration_date: new Date(Date.parse(request.proration_date) + seconds * 1_000).toISOString(),
    });
    for (const wrong of [
      { ...request, amount_due: 1 },
      { ...request, amount_due: -1_700 },
      { ...request, tier: studio.id },
      // Offered too long ago, dated in the future, and a time that was never offered.
      ...[-7_200, -601, 30, 1_800, -0.5].map(dated),
    ])
      expect((await post(member, 'change', wrong)).status).toBe(409);
    expect((await plan(member)).plan).toBe('Studio');
    expect((await post(member, 'change', request)).body).toMatchObject({ plan: 'Pro', amount: 1_200 });
    expect((await post(member, 'change', { ...request, tier: crypto.randomUUID() })).status).toBe(404);
    expect((await post(member, 'change', { ...request, interval: 'day' })).status).toBe(422);
  });

  test("that isn't active can't be changed, canceled or resumed", async () => {
    const member = await buildMember(site);
    for (const path of ['cancel', 'resume']) expect((await post(member, path)).status).toBe(409);
    const preview = await site.api('GET', `/api/v1/subscription/change?tier=${pro.id}`, {
      token: member.token,
    });
    expect([preview.status, preview.body.code]).toEqual([409, 'conflict']);
  });

  test('is bought once: a second checkout is the same page, and a current plan leads to changing it', async () => {
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

  test('renews by itself after its period, and ends by itself if it was canceled', async () => {
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

  test('costs nothing if the checkout is abandoned or declined', async () => {
    const member = await buildMember(site);
    const { url } = (await start(member, { type: 'subscription', tierId: 2 })).body;
    expect((await conclude(member, url, 'decline')).body.code).toBe('payment_declined');
    expect((await conclude(member, url, 'leave')).body.url).toBe(`${site.url}/pricing?checkout=left`);
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
      is_trial_refused: false,
    });
  });
});
