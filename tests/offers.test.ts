import { describe, expect, test } from 'vitest';
import { buildMember, buildOffer } from './harness/build.ts';
import { buildSold, buy, quote, refusal, statsOf, subscribe } from './harness/offers.ts';
import {
  act,
  admin,
  charges,
  conclude,
  type Member,
  plan,
  post,
  pro,
  site,
  start,
  studio,
  withPlansSite,
} from './harness/plans-site.ts';

withPlansSite();

// Discount codes as admins manage them and as members redeem them, in the sandbox.
describe('an offer in the admin area', () => {
  test('is stored in capitals, once for all spellings, and can be changed and deleted', async () => {
    const made = await admin('POST', '/offers', { code: ' spring-25 ', percent_off: 25 });
    expect([made.status, made.body]).toMatchObject([
      201,
      { code: 'SPRING-25', percent_off: 25, amount_off: null, max_per_member: 1, redemptions: 0, given: 0 },
    ]);
    expect(refusal(await admin('POST', '/offers', { code: 'Spring-25', percent_off: 5 }))).toEqual([
      422,
      'code: Another offer already uses this code.',
    ]);
    const path = `/offers/${made.body.id}`;
    const changed = await admin('PATCH', path, {
      amount_off: 500,
      percent_off: null,
      updated_at: made.body.updated_at,
    });
    expect(changed.body).toMatchObject({ amount_off: 500, percent_off: null });
    expect((await admin('PATCH', path, { is_active: false, updated_at: made.body.updated_at })).status).toBe(
      409,
    );
    expect((await admin('DELETE', path)).status).toBe(200);
    expect((await admin('DELETE', path)).status).toBe(404);
  });

  test('has a link to where it can be redeemed', async () => {
    const [first, second] = [await buildSold(), await buildSold()];
    const linkOf = async (scope: Parameters<typeof buildOffer>[1]) => {
      const { id } = await buildOffer(site, scope);
      return (await admin('GET', `/offers/${id}`)).body.link_path;
    };
    for (const applies_to of ['everything', 'plans'] as const)
      expect(await linkOf({ applies_to })).toBe('/pricing');
    expect(await linkOf({ applies_to: 'playbooks' })).toBeNull();
    const chosen = (tier_ids: string[], playbook_ids: string[]) =>
      linkOf({ applies_to: 'chosen', tier_ids, playbook_ids });
    expect(await chosen([pro.id], [first.id])).toBe('/pricing');
    expect(await chosen([], [first.id])).toBe(`/playbook/${first.slug}`);
    expect(await chosen([], [first.id, second.id])).toBeNull();
  });

  test("takes only values within their bounds that don't contradict each other", async () => {
    const good = { code: 'GOOD', percent_off: 10 };
    for (const bad of [
      { code: 'AB' },
      { code: 'WITH SPACE' },
      { code: 'X'.repeat(41) },
      { percent_off: 0 },
      { percent_off: 101 },
      { percent_off: 12.5 },
      { amount_off: 100 },
      { percent_off: null },
      { percent_off: null, amount_off: 0 },
      { duration: 'repeating' },
      { duration_months: 3 },
      { duration: 'repeating', duration_months: 37 },
      { applies_to: 'chosen' },
      { max_redemptions: 0 },
      { ends_at: 'tomorrow' },
      { other: 1 },
    ])
      expect([bad, (await admin('POST', '/offers', { ...good, ...bad })).status]).toEqual([bad, 422]);
    const { id } = await buildOffer(site);
    expect((await admin('PATCH', `/offers/${id}`, { amount_off: 100 })).status).toBe(422);
  });

  test("counts what was redeemed and given away, and can't be deleted once it was used", async () => {
    const offer = await buildOffer(site, { percent_off: 50 });
    const member = await buildMember(site);
    const { body } = await subscribe(member, offer.code);
    expect(await statsOf(offer.id)).toEqual({ redemptions: 0, held: 1, given: 0 });
    await conclude(member, body.url);
    expect(await statsOf(offer.id)).toEqual({ redemptions: 1, held: 0, given: 600 });
    expect((await admin('DELETE', `/offers/${offer.id}`)).status).toBe(409);
  });
});

describe('a code', () => {
  test('shows its prices to a visitor, ignoring case and spaces around the code', async () => {
    const { code } = await buildOffer(site, { percent_off: 15, duration: 'repeating', duration_months: 3 });
    const { status, body } = await quote({ code: ` ${code.toLowerCase()} ` });
    expect([status, body]).toMatchObject([
      200,
      { code, percent_off: 15, duration: 'repeating', duration_months: 3, playbook: null },
    ]);
    expect(body.plans).toEqual(
      expect.arrayContaining([
        { tier_id: pro.id, interval: 'month', amount: 1_200, due: 1_020 },
        { tier_id: pro.id, interval: 'year', amount: 11_520, due: 9_792 },
        { tier_id: studio.id, interval: 'month', amount: 2_900, due: 2_465 },
      ]),
    );
    expect(body.plans).toHaveLength(4);
  });

  test('that cannot be redeemed says why', async () => {
    const playbook = await buildSold();
    const member = await buildMember(site);
    const paused = await buildOffer(site, { is_active: false });
    const ended = await buildOffer(site, { ends_at: '2026-03-04T23:59:59.999Z' });
    const justEnded = await buildOffer(site, { ends_at: new Date(Date.now() - 1_000).toISOString() });
    const forPlans = await buildOffer(site, { applies_to: 'plans' });
    const forPlaybooks = await buildOffer(site, { applies_to: 'playbooks' });
    const small = await buildOffer(site, { amount_off: 1_180 });
    const cases = [
      [{ code: 'NOPE' }, 404, "This code isn't valid. Check the spelling."],
      [{ code: paused.code }, 409, "This code isn't active right now."],
      [{ code: ended.code }, 409, 'This code ended on Mar 4, 2026.'],
      [
        { code: forPlaybooks.code },
        409,
        "This code doesn't apply to plans. Enter it where you buy a playbook.",
      ],
      [{ code: forPlans.code, playbook: playbook.id }, 409, "This code doesn't apply to this playbook."],
    ] as const;
    for (const [body, status, message] of cases)
      expect(refusal(await quote(body, member))).toEqual([status, message]);
    expect(refusal(await subscribe(member, ended.code))).toEqual([409, 'This code ended on Mar 4, 2026.']);
    expect((await subscribe(member, justEnded.code)).status).toBe(409);
    expect(refusal(await buy(member, playbook, forPlans.code))).toEqual([
      409,
      "This code doesn't apply to this playbook.",
    ]);
    // Pro would cost 20 cents, less than a card can be charged. The other plans can be bought.
    const { body } = await quote({ code: small.code });
    expect(body.plans.map(({ tier_id }: { tier_id: string }) => tier_id)).not.toContain(undefined);
    expect(refusal(await subscribe(member, small.code))).toEqual([
      409,
      "This code can't be used here: it would leave less than $0.50 to pay.",
    ]);
  });

  test('is for chosen plans and playbooks only, if it says so', async () => {
    const [mine, other] = [await buildSold(), await buildSold()];
    const { code } = await buildOffer(site, {
      applies_to: 'chosen',
      tier_ids: [pro.id],
      playbook_ids: [mine.id],
    });
    const member = await buildMember(site);
    const { body } = await quote({ code });
    expect(new Set(body.plans.map(({ tier_id }: { tier_id: string }) => tier_id))).toEqual(new Set([pro.id]));
    expect((await quote({ code, playbook: mine.id }, member)).body.playbook).toEqual({
      amount: 1_900,
      due: 1_425,
    });
    expect((await quote({ code, playbook: other.id }, member)).status).toBe(409);
    expect((await subscribe(member, code, { tierId: 2 })).status).toBe(409);
    expect((await buy(member, mine, code)).status).toBe(200);
  });

  test('is still there after returning from the checkout without paying, like the period', async () => {
    const [member, playbook] = [await buildMember(site), await buildSold()];
    const { code } = await buildOffer(site);
    const left = async ({ body }: { body: { url: string } }) =>
      (await conclude(member, body.url, 'leave')).body.url.replace(site.url, '');
    expect(await left(await subscribe(member, code.toLowerCase()))).toBe(
      `/pricing?checkout=left&code=${code}`,
    );
    expect(await left(await buy(member, playbook, code))).toBe(`/playbook/${playbook.slug}?code=${code}`);
    expect(await left(await start(member, { type: 'subscription', tierId: 1 }))).toBe(
      '/pricing?checkout=left',
    );
    expect(await left(await start(member, { type: 'subscription', tierId: 1, interval: 'year' }))).toBe(
      '/pricing?checkout=left&interval=year',
    );
    expect(await left(await subscribe(member, code, { interval: 'year' }))).toBe(
      `/pricing?checkout=left&interval=year&code=${code}`,
    );
  });

  test('is for new subscriptions only, not for changes of plan', async () => {
    const offer = await buildOffer(site, { max_per_member: null });
    const member = await buildMember(site);
    await conclude(member, (await subscribe(member, offer.code)).body.url);
    expect(refusal(await subscribe(member, offer.code, { tierId: 2 }))).toEqual([
      409,
      'Codes are for new subscriptions, not for changes of plan.',
    ]);
    expect(refusal(await quote({ code: offer.code }, member))).toEqual([
      409,
      'Codes are for new subscriptions, not for changes of plan.',
    ]);
    const playbook = await buildSold();
    expect((await quote({ code: offer.code, playbook: playbook.id }, member)).status).toBe(200);
    expect((await start(member, { type: 'subscription', tierId: 2 })).body.url).toContain(
      '/subscription?change=',
    );
    await act(member, 'end');
    expect((await quote({ code: offer.code }, member)).status).toBe(200);
  });
});

describe('a plan bought with a code', () => {
  const bought = async (values: Parameters<typeof buildOffer>[1], request: object = {}) => {
    const member = await buildMember(site);
    const { code } = await buildOffer(site, values);
    await conclude(member, (await subscribe(member, code, request)).body.url);
    return member;
  };

  test('costs less for some months, starts at once, and says what the next payment is', async () => {
    const member = await bought({ percent_off: 25, duration: 'repeating', duration_months: 3 });
    const first = await plan(member);
    expect(first).toMatchObject({
      status: 'active',
      trial_end: null,
      amount: 1_200,
      next_amount: 900,
      discount: { percent_off: 25, amount_off: null },
    });
    for (let month = 1; month <= 4; month += 1) await act(member, 'renew');
    expect(await charges(member)).toEqual([900, 900, 900, 1_200, 1_200]);
    expect(await plan(member)).toMatchObject({ discount: null, next_amount: 1_200 });
  });

  test('costs less once', async () => {
    const member = await bought({ amount_off: 500, duration: 'once' });
    expect(await plan(member)).toMatchObject({ discount: null, next_amount: 1_200 });
    await act(member, 'renew');
    expect(await charges(member)).toEqual([700, 1_200]);
  });

  test('costs less permanently', async () => {
    const member = await bought({ percent_off: 15, duration: 'forever' });
    expect(await plan(member)).toMatchObject({
      next_amount: 1_020,
      discount: { percent_off: 15, until: null },
    });
    await act(member, 'renew');
    expect(await charges(member)).toEqual([1_020, 1_020]);
  });

  test('by the year costs less for every year that begins in those months', async () => {
    const member = await bought(
      { percent_off: 50, duration: 'repeating', duration_months: 13 },
      { interval: 'year' },
    );
    for (let year = 1; year <= 2; year += 1) await act(member, 'renew');
    expect(await charges(member)).toEqual([5_760, 5_760, 11_520]);
  });

  test('can be free permanently', async () => {
    const member = await bought({ percent_off: 100, duration: 'forever' });
    expect(await plan(member)).toMatchObject({ plan: 'Pro', status: 'active', next_amount: 0 });
    for (const action of ['cancel', 'resume']) await post(member, action);
    const emails = async () => (await site.emails()).filter((raw) => raw.includes(`To: ${member.email}`));
    await expect.poll(async () => (await emails()).length).toBe(3);
    const all = (await emails()).map((raw) => raw.replaceAll('=\r\n', '')).join();
    expect(all).toMatch(/Renews: \w+ \d+, \d+, at no charge/);
    expect(all).toContain("You won't be charged.");
    expect(all).toMatch(/You resumed your plan\. It renews on \w+ \d+, \d+ at no charge\./);
    expect(all).not.toMatch(/payment|charged again/i);
  });

  test('keeps its discount after a change of plan only if the code covers that plan', async () => {
    const everywhere = await bought({ percent_off: 50, applies_to: 'plans', duration: 'forever' });
    const proOnly = await bought({
      percent_off: 50,
      applies_to: 'chosen',
      tier_ids: [pro.id],
      duration: 'forever',
    });
    const change = async (member: Member) => {
      const { body } = await site.api('GET', `/api/v1/subscription/change?tier=${studio.id}`, {
        token: member.token,
      });
      const { proration_date, amount_due } = body;
      await post(member, 'change', { tier: studio.id, interval: 'month', proration_date, amount_due });
      return [amount_due, (await plan(member)).next_amount];
    };
    expect(await change(everywhere)).toEqual([850, 1_450]);
    expect(await change(proOnly)).toEqual([2_300, 2_900]);
  });
});

describe('a playbook bought with a code', () => {
  test('costs less, and the receipt says what was paid', async () => {
    const [member, playbook] = [await buildMember(site), await buildSold()];
    const { code } = await buildOffer(site, { percent_off: 25, duration: 'forever' });
    await conclude(member, (await buy(member, playbook, code)).body.url);
    const payment = await site.db
      .selectFrom('playbook_payments')
      .select('amount')
      .where('user_id', '=', member.id)
      .executeTakeFirst();
    expect(payment?.amount).toBe(1_425);
    await expect
      .poll(async () => (await site.emails()).filter((email) => email.includes(member.email)).join())
      .toContain('Paid: $14.25');
  });

  test('can be free, and is then owned without a payment', async () => {
    const [member, playbook] = [await buildMember(site), await buildSold()];
    const { code } = await buildOffer(site, { amount_off: 5_000 });
    expect((await quote({ code, playbook: playbook.id }, member)).body.playbook).toEqual({
      amount: 1_900,
      due: 0,
    });
    await conclude(member, (await buy(member, playbook, code)).body.url);
    const { body } = await site.api('GET', `/api/v1/playbooks/${playbook.slug}`, { token: member.token });
    expect(body.can.read).toBe(true);
    expect(await charges(member)).toEqual([]);
  });
});
