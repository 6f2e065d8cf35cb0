import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { buildAdmin, buildGift, buildMember, buildTier } from './harness/build.ts';
import {
  act,
  admin,
  conclude,
  levels,
  type Member,
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

// Gift codes as admins create them and as members redeem them.
const look = (code: string, member?: Member) =>
  site.api('GET', `/api/v1/gifts/${code}`, member ? { token: member.token } : {});
const redeem = ({ token }: Member, code: string) =>
  site.api('POST', `/api/v1/gifts/${code}/redeem`, { token });
const refusal = ({ status, body }: { status: number; body: { error: string } }) => [status, body.error];
const emailsTo = async ({ email }: Member) => (await site.emails()).filter((text) => text.includes(email));
/** Ends a gift: it expired a moment ago, and the job of this minute has run. */
async function endGift(code: string) {
  const past = new Date(Date.now() - 1).toISOString();
  await site.db.updateTable('gifts').set({ ends_at: past }).where('code', '=', code).execute();
  await sql`update profiles set tier_until = ${past} where id = (select redeemed_by from gifts where code = ${code})`.execute(
    site.db,
  );
  await site.services.billing.reconcile.due();
}
const daysUntil = (time: string) => (Date.parse(time) - Date.now()) / 86_400_000;

test.each([1, 2, 3])('three gift codes that one member redeems at once are all redeemed (%i)', async () => {
  const member = await buildMember(site);
  const gifts = await Promise.all([1, 2, 3].map(() => buildGift(site, pro)));
  const answers = await Promise.all(gifts.map(({ code }) => redeem(member, code)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
});

describe('an unredeemed gift', () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

  test('is reported to the admins once, before it ends or after a month', async () => {
    await sql`update gifts set reminded_at = now()`.execute(site.db);
    const boss = await buildAdmin(site);
    const silent = await buildAdmin(site);
    await sql`update profiles set email_notifications = (id = ${boss.id}) where role = 'admin'`.execute(
      site.db,
    );
    const ending = await buildGift(site, pro, {
      redeem_by: inDays(6),
      created_at: inDays(-20),
      note: 'For Ada',
    });
    const endless = await buildGift(site, studio, { days: 10, created_at: inDays(-31) });
    const redeemer = await buildMember(site);
    const others = [
      await buildGift(site, pro, { redeem_by: inDays(8), created_at: inDays(-90) }),
      // Valid for ten days, of which more than a third is left.
      await buildGift(site, pro, { redeem_by: inDays(4), created_at: inDays(-6) }),
      await buildGift(site, pro, { redeem_by: inDays(-1), created_at: inDays(-40) }),
      await buildGift(site, pro, { created_at: inDays(-29) }),
      await buildGift(site, pro, { created_at: inDays(-60), revoked_at: inDays(-1) }),
      await buildGift(site, pro, {
        created_at: inDays(-60),
        redeemed_at: inDays(-1),
        redeemed_by: redeemer.id,
      }),
    ];
    // Two processes while one of the gifts is locked, and another an hour later.
    const held = Promise.withResolvers<void>();
    const holding = Promise.withResolvers<void>();
    const holds = site.db.transaction().execute(async (transaction) => {
      await sql`select from gifts where code = ${endless.code} for update`.execute(transaction);
      holding.resolve();
      await held.promise;
    });
    await holding.promise;
    const both = Promise.all([site.services.giftReminders(), site.services.giftReminders()]);
    const waiting = async () => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(site.db);
      return rows[0]?.count;
    };
    await expect.poll(waiting).toBe(2);
    held.resolve();
    await Promise.all([holds, both]);
    await site.services.giftReminders();
    await expect.poll(() => emailsTo(boss)).toHaveLength(1);
    const email = (await emailsTo(boss)).join().replaceAll('=\r\n', '');
    expect(email).toContain("Subject: 2 gift codes haven't been redeemed");
    expect(email).toContain('/admin/offers');
    expect(email).toMatch(/^List-Unsubscribe:/m);
    for (const part of [ending.code, 'For Ada', 'Pro for 1 month', endless.code, 'Studio for 10 days'])
      expect(email).toContain(part);
    for (const { code } of others) expect(email).not.toContain(code);
    expect(await emailsTo(silent)).toEqual([]);
  });
});

describe('a gift', () => {
  test('tells a visitor what it gives, however its code is typed, and nothing about the member who redeemed it', async () => {
    const gift = await buildGift(site, pro, { months: 3, note: 'for Ada' });
    const typed = gift.code.toLowerCase().replaceAll('-', ' ');
    const { status, body } = await look(encodeURIComponent(typed));
    expect([status, body]).toEqual([
      200,
      {
        code: gift.code,
        plan: 'Pro',
        features: [],
        months: 3,
        days: null,
        redeem_by: null,
        status: 'open',
        starts: null,
        current_plan: null,
        ends_at: null,
        has_ended: false,
        paid_plan: null,
        is_paying: false,
      },
    ]);
    expect((await look('AAAA-AAAA-AAAA')).status).toBe(404);
  });

  test('gives its tier at once, says until when, in an email too, and ends exactly then', async () => {
    const gift = await buildGift(site, studio, { months: null, days: 10 });
    const member = await buildMember(site);
    expect((await look(gift.code, member)).body).toMatchObject({ starts: 'now', current_plan: null });
    const { status, body } = await redeem(member, gift.code);
    expect([status, body]).toMatchObject([200, { status: 'yours' }]);
    expect(daysUntil(body.ends_at)).toBeCloseTo(10, 3);
    expect(await levels(member)).toEqual([true, true, true]);
    expect(await plan(member)).toMatchObject({
      plan: 'Studio',
      source: 'gift',
      ends_at: body.ends_at,
      daily_copy_limit: 999_999,
      gifts: [{ plan: 'Studio', months: null, days: 10, ends_at: body.ends_at }],
      can: { cancel: false, resume: false, manage_billing: false },
    });
    const row = await site.db
      .selectFrom('profiles')
      .select('tier_until')
      .where('id', '=', member.id)
      .executeTakeFirst();
    expect(row?.tier_until?.toISOString()).toBe(body.ends_at);
    await expect
      .poll(async () =>
        (await emailsTo(member)).some((email) => email.includes('Your gift: Studio for 10 days')),
      )
      .toBe(true);
    await endGift(gift.code);
    expect(await levels(member)).toEqual([true, false, false]);
    expect(await plan(member)).toMatchObject({ plan: 'Free', gifts: [] });
    expect((await look(gift.code, member)).body.status).toBe('yours');
  });

  test('is for one person: of ten concurrent requests, one gets it, and no later one', async () => {
    const gift = await buildGift(site, pro);
    const members = await Promise.all(Array.from({ length: 10 }, () => buildMember(site)));
    const answers = await Promise.all(members.map((member) => redeem(member, gift.code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(answers.find(({ status }) => status === 409)?.body.error).toBe(
      'This gift has already been redeemed.',
    );
    const plans = await Promise.all(members.map(plan));
    expect(plans.filter(({ plan: name }) => name === 'Pro')).toHaveLength(1);
    const winner = members[answers.findIndex(({ status }) => status === 200)] as Member;
    expect(refusal(await redeem(winner, gift.code))).toEqual([409, 'You already redeemed this gift.']);
    expect((await look(gift.code)).body).toMatchObject({ status: 'taken', ends_at: null });
  });

  test('that was revoked or has expired says so', async () => {
    const member = await buildMember(site);
    const late = await buildGift(site, pro, { redeem_by: new Date(Date.now() - 1_000).toISOString() });
    const revoked = await buildGift(site, pro, { revoked_at: new Date().toISOString() });
    expect(refusal(await redeem(member, late.code))).toEqual([409, "This gift wasn't redeemed in time."]);
    expect(refusal(await redeem(member, revoked.code))).toEqual([409, 'This gift is no longer available.']);
    expect((await look(late.code)).body.status).toBe('expired');
  });
});

describe('a gift beside another plan', () => {
  test('of the same tier waits unused until the subscription ends', async () => {
    const member = await subscriber(1);
    const gift = await buildGift(site, pro, { months: null, days: 30 });
    expect((await look(gift.code, member)).body).toMatchObject({
      starts: 'later',
      current_plan: 'Pro',
      is_paying: true,
    });
    expect((await redeem(member, gift.code)).body).toMatchObject({ status: 'yours', ends_at: null });
    expect(await plan(member)).toMatchObject({
      source: 'subscription',
      gifts: [{ plan: 'Pro', days: 30, ends_at: null }],
    });
    const page = await admin('GET', `/members/${member.id}`);
    expect(page.body.plan).toMatchObject({ name: 'Pro', gifts: [{ plan: 'Pro', days: 30, ends_at: null }] });
    await act(member, 'end');
    const after = await plan(member);
    expect(after).toMatchObject({ plan: 'Pro', source: 'gift', status: null });
    expect(daysUntil(after.ends_at)).toBeCloseTo(30, 3);
  });

  test('of a higher tier starts at once; afterward the subscription applies again', async () => {
    const member = await subscriber(1);
    const gift = await buildGift(site, studio);
    expect((await look(gift.code, member)).body).toMatchObject({ starts: 'now', is_paying: true });
    // After canceling, the member isn't paying anymore.
    await post(member, 'cancel');
    expect((await look(gift.code, member)).body).toMatchObject({ current_plan: 'Pro', is_paying: false });
    await post(member, 'resume');
    const now = new Date().toISOString();
    // Nor for a subscription that the provider no longer knows, that was moved to a product other than this plan, that ends on a date
    // set in the customer portal, or that was for practice.
    for (const values of [
      { missing_since: now },
      { tier_id: null },
      { cancel_at: now },
      { mode: 'test' as const },
    ]) {
      const subscription = site.db.updateTable('subscriptions').where('user_id', '=', member.id);
      await subscription.set(values).execute();
      expect((await look(gift.code, member)).body).toMatchObject({ current_plan: 'Pro', is_paying: false });
      await subscription
        .set({ missing_since: null, tier_id: pro.id, cancel_at: null, mode: 'sandbox' })
        .execute();
    }
    await redeem(member, gift.code);
    expect(await plan(member)).toMatchObject({
      plan: 'Studio',
      source: 'gift',
      status: 'trialing',
      paid_plan: { tier_id: pro.id, name: 'Pro' },
    });
    await expect
      .poll(async () => (await emailsTo(member)).join().replaceAll(/=\r?\n/g, ''))
      .toContain('It ends automatically. Your subscription continues and is still charged.');
    await endGift(gift.code);
    expect(await plan(member)).toMatchObject({ plan: 'Pro', source: 'subscription' });
  });

  test('also shows the plan that is paid for, below a free or overdue one', async () => {
    const top = await buildTier(site, { name: 'Top', price: 4_900, access_level: 5 });
    const team = await buildTier(site, { name: 'Team', price: 0, access_level: 4 });
    const [low, high] = [await buildGift(site, pro), await buildGift(site, top)];
    const give = ({ id }: Member, tier: { id: string }) =>
      admin('PUT', `/members/${id}/plan`, { tier_id: tier.id, until: null });
    const paying = await subscriber(1);
    await give(paying, studio);
    const both = { current_plan: 'Studio', paid_plan: 'Pro', is_paying: true };
    expect((await look(high.code, paying)).body).toMatchObject({ ...both, starts: 'now' });
    expect((await look(low.code, paying)).body).toMatchObject({ ...both, starts: 'later' });
    // A plan without payments that is above the gift.
    const unpaid = await buildMember(site);
    await give(unpaid, team);
    const free = { current_plan: 'Team', paid_plan: null, is_paying: false };
    expect((await look(low.code, unpaid)).body).toMatchObject({ ...free, starts: 'later' });
    expect((await look(high.code, unpaid)).body).toMatchObject({ ...free, starts: 'now' });
    expect((await redeem(unpaid, low.code)).body).toMatchObject({ ...free, ends_at: null });
    // An overdue payment will be charged again, even after it stops granting access.
    const late = await subscriber(1);
    await act(late, 'fail');
    await admin('PUT', '/settings', { past_due_grace_days: 0 });
    expect((await look(high.code, late)).body).toMatchObject({
      starts: 'now',
      current_plan: null,
      paid_plan: 'Pro',
      is_paying: true,
    });
    await admin('PUT', '/settings', { past_due_grace_days: 7 });
  });

  test('makes the site ask before its member buys a lower plan, or one that pauses the gift', async () => {
    const member = await buildMember(site);
    const gift = await buildGift(site, studio, { months: null, days: 30 });
    await redeem(member, gift.code);
    await site.db
      .updateTable('gifts')
      .set({ ends_at: '2099-05-01T12:00:00Z' })
      .where('id', '=', gift.id)
      .execute();
    const lower = { type: 'subscription', tierId: 1 };
    const same = { type: 'subscription', tierId: 2 };
    const answers = [await start(member, lower), await start(member, same)];
    expect(answers.map(({ body }) => body.code)).toEqual(Array(2).fill('has_complimentary_plan'));
    expect(answers.map(refusal)).toEqual([
      [409, 'You have Studio as a gift until May 1, 2099, so Pro adds nothing before then.'],
      [
        409,
        'You have Studio as a gift until May 1, 2099. If you subscribe now, the rest of the gift waits until your subscription ends.',
      ],
    ]);
    const asked = await site.api('POST', '/functions/v1/create-checkout-session', {
      token: member.token,
      headers: { 'promptory-language': 'de' },
      body: lower,
    });
    expect(asked.body.error).toBe(
      'Du hast Studio bis 01.05.2099 als Geschenk, deshalb bringt Pro dir bis dahin nichts dazu.', // cspell:disable-line
    );
    const { body } = await start(member, { ...lower, despite_complimentary: true });
    await conclude(member, body.url);
    expect(await plan(member)).toMatchObject({ plan: 'Studio', source: 'gift', status: 'trialing' });
  });

  test('causes no question before a higher plan, or once it has ended or was revoked', async () => {
    const lower = await buildMember(site);
    await redeem(lower, (await buildGift(site, pro)).code);
    expect((await start(lower, { type: 'subscription', tierId: 2 })).status).toBe(200);
    for (const change of [
      { ends_at: new Date(Date.now() - 1).toISOString() },
      { revoked_at: new Date().toISOString() },
    ]) {
      const member = await buildMember(site);
      const gift = await buildGift(site, studio);
      await redeem(member, gift.code);
      await site.db.updateTable('gifts').set(change).where('id', '=', gift.id).execute();
      expect((await look(gift.code, member)).body.has_ended).toBe('ends_at' in change);
      expect((await start(member, { type: 'subscription', tierId: 1 })).status).toBe(200);
    }
  });

  test('pauses while the member pays for more, then continues with the remaining time', async () => {
    const member = await buildMember(site);
    const gift = await buildGift(site, pro, { months: null, days: 30 });
    await redeem(member, gift.code);
    // Ten days have passed.
    await sql`update gifts set ends_at = ends_at - interval '10 days' where id = ${gift.id}`.execute(site.db);
    const { body } = await start(member, { type: 'subscription', tierId: 2 });
    await conclude(member, body.url);
    expect(await plan(member)).toMatchObject({
      plan: 'Studio',
      source: 'subscription',
      gifts: [{ plan: 'Pro', months: null, days: 20, ends_at: null }],
    });
    await post(member, 'cancel');
    await act(member, 'renew');
    const after = await plan(member);
    expect(after).toMatchObject({ plan: 'Pro', source: 'gift' });
    expect(daysUntil(after.ends_at)).toBeCloseTo(20, 3);
  });

  test('of the same tier follows the first one', async () => {
    const member = await buildMember(site);
    const [first, second] = [
      await buildGift(site, pro),
      await buildGift(site, pro, { months: null, days: 5 }),
    ];
    await redeem(member, first.code);
    await redeem(member, second.code);
    expect(
      (await plan(member)).gifts.map(({ ends_at }: { ends_at: string | null }) => ends_at === null),
    ).toEqual([false, true]);
    await endGift(first.code);
    const after = await plan(member);
    expect(after.gifts).toHaveLength(1);
    expect(daysUntil(after.ends_at)).toBeCloseTo(5, 3);
  });
});

test('the comparison of payments restores the plan of a member who only has a gift', async () => {
  const member = await buildMember(site);
  const { code } = await buildGift(site, pro);
  await redeem(member, code);
  // Simulates the result of a crash or a restored backup.
  await sql`update profiles set tier_id = null, tier_until = null where id = ${member.id}`.execute(site.db);
  expect(await levels(member)).toEqual([true, false, false]);
  expect(await site.services.billing.reconcile.all()).toContain(`${member.email} had the wrong tier`);
  expect(await levels(member)).toEqual([true, true, false]);
});

test('a gift is in the data export, and survives its member as a record without the person', async () => {
  const gift = await buildGift(site, pro, { note: 'kept record' });
  const member = await buildMember(site);
  await redeem(member, gift.code);
  const { body } = await site.api('GET', '/api/v1/profile/export', { token: member.token });
  expect(body.gifts).toMatchObject([{ plan: 'Pro', months: 1 }]);
  const before = Date.now();
  await site.api('DELETE', '/api/v1/profile', { token: member.token, body: { password: member.password } });
  const { body: list } = await admin('GET', '/offers/gifts?q=kept record');
  expect(list.items[0]).toMatchObject({ redeemed_by: null, status: 'over' });
  expect(list.items[0].redeemed_at).not.toBeNull();
  // It ended with the account.
  const end = Date.parse(list.items[0].ends_at);
  expect([end >= before, end <= Date.now()]).toEqual([true, true]);
});
