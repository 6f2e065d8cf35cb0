import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatDay } from '#ui/format.ts';
import { buildGift, buildMember, buildTier } from '../harness/build.ts';
import { type BillingSite, createBillingSite } from './billing-site.ts';
import { newId } from './fixture.ts';

let shop: BillingSite;
beforeAll(async () => {
  shop = await createBillingSite();
});
afterAll(() => shop.stop());

/** The subjects of a member's emails, sorted. */
async function subjectsTo(email: string): Promise<string[]> {
  const emails = (await shop.site.emails()).filter((raw) => raw.includes(`To: ${email}`));
  return emails.map((raw) => /^Subject: (.*)$/m.exec(raw)?.[1]?.trim() ?? '').sort();
}

test('a purchase sends one receipt, however often its events arrive, and a refund one email', async () => {
  const { site, stripe, playbook } = shop;
  const { email, token } = await buildMember(site);
  const { body } = await shop.checkout(token, { type: 'playbook', playbookId: playbook.id });
  const first = stripe.events.length;
  await stripe.scenarios.pay(shop.sessionOf(body.url));
  for (const event of stripe.events.slice(first)) {
    await Promise.all(Array.from({ length: 5 }, () => stripe.post({ ...event, id: `${event.id}_again` })));
  }
  const charge = [...stripe.fixture.charges.keys()].at(-1) ?? '';
  await stripe.scenarios.refund(charge);
  const expected = [`Receipt: ${playbook.title}`, `Refund: ${playbook.title}`];
  await expect.poll(() => subjectsTo(email)).toEqual(expected);
  const [receipt] = (await site.emails()).filter((mail) => mail.includes(`Receipt: ${playbook.title}`));
  expect(receipt).toContain('$19.00');
  expect(receipt).not.toContain('List-Unsubscribe');
});

test('a subscription sends one email each for its start, a failed payment, each payment, a change and its end', async () => {
  const { site, stripe, pro, studio } = shop;
  const { email, token, subscriptionId } = await shop.subscriber(pro);
  await stripe.scenarios.renew(subscriptionId, { isPaid: false });
  await stripe.scenarios.settle(subscriptionId);
  const query = `tier=${studio.id}&interval=month`;
  const { body } = await site.api('GET', `/api/v1/subscription/change?${query}`, { token });
  const { proration_date, amount_due } = body;
  await site.api('POST', '/api/v1/subscription/change', {
    token,
    body: { tier: studio.id, interval: 'month', proration_date, amount_due },
  });
  await site.api('POST', '/api/v1/subscription/cancel', { token });
  await site.api('POST', '/api/v1/subscription/resume', { token });
  for (const event of stripe.events.slice(-6)) await stripe.post({ ...event, id: `${event.id}_again` });
  await stripe.scenarios.end(subscriptionId);
  await expect
    .poll(() => subjectsTo(email))
    .toEqual([
      'Receipt: Pro',
      'Receipt: Studio',
      'Your payment for Pro failed',
      'Your plan is now Studio',
      'Your subscription to Pro has started',
      'Your subscription to Studio has been canceled',
      'Your subscription to Studio has been resumed',
      'Your subscription to Studio has ended',
    ]);
});

/** The text of a member's newest email with this subject. */
const textOf = async (email: string, subject: string) =>
  (await shop.site.emails())
    .filter((raw) => raw.includes(`To: ${email}`) && raw.includes(`Subject: ${subject}`))
    .join()
    .replaceAll(/=\r?\n/g, '');

test('the end of a subscription names the plan that the member has then', async () => {
  const { site, stripe, pro, studio } = shop;
  const ended = 'Your subscription to Pro has ended';
  const withGift = await shop.subscriber(pro);
  await buildGift(site, pro, { redeemed_by: withGift.id, redeemed_at: new Date().toISOString() });
  // What was bought for practice, before the site went live, doesn't count.
  await sql`insert into subscriptions select (jsonb_populate_record(one, '{"id": "sub_practice", "mode": "sandbox"}')).*
    from subscriptions one where user_id = ${withGift.id}`.execute(site.db);
  const kept = await shop.subscriber(pro);
  await sql`update profiles set complimentary_tier_id = ${studio.id} where id = ${kept.id}`.execute(site.db);
  // A plan without a price is complimentary too.
  const free = await buildTier(site, { name: 'Team', price: 0, access_level: 9 });
  const onFree = await shop.subscriber(pro);
  await sql`update profiles set complimentary_tier_id = ${free.id} where id = ${onFree.id}`.execute(site.db);
  const without = await shop.subscriber(pro);
  for (const { subscriptionId } of [withGift, kept, onFree, without])
    await stripe.scenarios.end(subscriptionId);
  const { ends_at } = await shop.plan(withGift.token);
  for (const [{ email }, text] of [
    [withGift, `You now have Pro, until ${formatDay(ends_at)}.`],
    [kept, 'You now have Studio.'],
    [onFree, 'You now have Team.'],
    [without, 'You are now on the Free plan.'],
  ] as const)
    await expect.poll(() => textOf(email, ended)).toContain(text);
});

test('a plan on hold has not ended, and its end is told when it comes', async () => {
  const { stripe, pro } = shop;
  const { email, subscriptionId } = await shop.subscriber(pro);
  const subscription = stripe.fixture.subscriptions.get(subscriptionId);
  if (!subscription) throw new Error('no subscription');
  await stripe.scenarios.renew(subscriptionId, { isPaid: false });
  subscription.status = 'unpaid';
  const event = stripe.events.findLast(({ type }) => type === 'customer.subscription.updated');
  if (event) await stripe.post({ ...event, id: newId('evt') });
  const failed = 'Your payment for Pro failed';
  const before = [failed, failed, 'Your subscription to Pro has started'];
  await expect.poll(() => subjectsTo(email)).toEqual(before);
  expect(await textOf(email, failed)).toContain('Your plan is on hold because a payment failed.');
  await stripe.scenarios.end(subscriptionId);
  await expect
    .poll(() => subjectsTo(email))
    .toEqual([...before, 'Your subscription to Pro has ended'].sort());
});

test('a trial that is canceled was never charged, and the email does not say “again”', async () => {
  const { site, studio } = shop;
  const { email, token } = await shop.subscriber(studio);
  await site.api('POST', '/api/v1/subscription/cancel', { token });
  const text = () => textOf(email, 'Your subscription to Studio has been canceled');
  await expect.poll(text).toContain("You won't be charged.");
});

test('a late plan that is canceled, on the site or in the portal, is told like any other, and what may still be charged', async () => {
  const { site, stripe, pro } = shop;
  const { email, token, subscriptionId } = await shop.subscriber(pro);
  await stripe.scenarios.renew(subscriptionId, { isPaid: false });
  await site.api('POST', '/api/v1/subscription/cancel', { token });
  await site.api('POST', '/api/v1/subscription/resume', { token });
  await stripe.scenarios.cancelInPortal(subscriptionId);
  const [canceled, resumed] = [
    'Your subscription to Pro has been canceled',
    'Your subscription to Pro has been resumed',
  ];
  const told = ['Your payment for Pro failed', canceled, canceled, resumed];
  await expect.poll(() => subjectsTo(email)).toEqual([...told, 'Your subscription to Pro has started']);
  const { ends_at, grace_until, subscription_ends_at } = await shop.plan(token);
  expect(ends_at).toBe(grace_until);
  const text = await textOf(email, canceled);
  expect(text).toContain(
    `Your plan ends on ${formatDay(ends_at)}, or on ${formatDay(subscription_ends_at)} if the payment that is due is still collected.`,
  );
  expect(text).not.toContain("You won't be charged");
  expect(await textOf(email, resumed)).toContain('You resumed your plan, but your last payment failed.');
});

test('without a grace period, a failed payment puts the plan on hold, which its email says', async () => {
  const { site, stripe, pro, admin } = shop;
  const set = (days: number) =>
    site.api('PUT', '/api/v1/admin/settings', { token: admin.token, body: { past_due_grace_days: days } });
  const { email, subscriptionId } = await shop.subscriber(pro);
  const asked = await shop.subscriber(pro);
  await set(0);
  await stripe.scenarios.renew(subscriptionId, { isPaid: false });
  stripe.scenarios.setCard(
    stripe.fixture.subscriptions.get(asked.subscriptionId)?.customer ?? '',
    'authenticate',
  );
  await stripe.scenarios.renew(asked.subscriptionId);
  await set(7);
  const failed = () => textOf(email, 'Your payment for Pro failed');
  await expect.poll(failed).toContain('Your plan is on hold because a payment failed.');
  const confirm = () => textOf(asked.email, 'Confirm your payment for Pro');
  await expect.poll(confirm).toContain('Your plan is on hold until you do.');
});

test('members who have unsubscribed still get receipts and emails about failed payments', async () => {
  const { site, stripe, pro } = shop;
  const { email, token, subscriptionId } = await shop.subscriber(pro);
  await site.api('PATCH', '/api/v1/profile', { token, body: { email_notifications: false } });
  await site.api('POST', '/api/v1/subscription/cancel', { token });
  await site.api('POST', '/api/v1/subscription/resume', { token });
  await stripe.scenarios.renew(subscriptionId, { isPaid: false });
  await expect
    .poll(() => subjectsTo(email))
    .toEqual(['Your payment for Pro failed', 'Your subscription to Pro has started']);
});

describe('a plan whose first event comes late', () => {
  /** A member who has paid for a plan, without events to the site. */
  async function silent() {
    const { stripe, pro } = shop;
    const member = await buildMember(shop.site);
    const { body } = await shop.checkout(member.token, { type: 'subscription', tierId: pro.access_level });
    const sessionId = shop.sessionOf(body.url);
    stripe.drop(true);
    await stripe.scenarios.pay(sessionId);
    const subscription = stripe.fixture.subscriptions.get(
      stripe.fixture.sessions.get(sessionId)?.subscription ?? '',
    );
    if (!subscription) throw new Error('no subscription');
    return { ...member, subscription };
  }
  async function tell() {
    const { stripe } = shop;
    stripe.drop(false);
    const event = stripe.events.findLast(({ type }) => type.startsWith('customer.subscription.'));
    if (event) expect((await stripe.post(event)).status).toBe(200);
  }

  test('has a receipt for each payment, also where it has ended by then', async () => {
    const { email, subscription } = await silent();
    await shop.stripe.scenarios.end(subscription.id);
    await tell();
    await expect.poll(() => subjectsTo(email)).toEqual(['Receipt: Pro']);
    expect(await textOf(email, 'Receipt: Pro')).toContain('$12.00');
  });

  test('has a receipt for each payment, also where it was changed by then', async () => {
    const { stripe, studio } = shop;
    await shop.subscriber(studio);
    const price = [...stripe.fixture.prices.values()].find(({ product }) => product.endsWith(studio.id));
    const { email, subscription } = await silent();
    await stripe.scenarios.changes.update(subscription, {
      items: [{ id: subscription.items.data[0]?.id, price: price?.id }],
      proration_behavior: 'always_invoice',
    });
    await tell();
    await expect
      .poll(() => subjectsTo(email))
      .toEqual(['Receipt: Pro', 'Your subscription to Studio has started']);
    expect(await textOf(email, 'Receipt: Pro')).toContain('$12.00');
    expect(await textOf(email, 'Your subscription to Studio has started')).toContain('$17.00');
  });
});

describe('a plan that is paid by a bank debit', () => {
  /** A member whose debit is being processed. Stripe considers the subscription active. */
  async function underWay() {
    const { site, stripe, pro } = shop;
    const member = await buildMember(site);
    const { body } = await shop.checkout(member.token, { type: 'subscription', tierId: pro.access_level });
    const sessionId = shop.sessionOf(body.url);
    await stripe.scenarios.pay(sessionId, { isDebit: true });
    const subscriptionId = stripe.fixture.sessions.get(sessionId)?.subscription ?? '';
    expect(stripe.fixture.subscriptions.get(subscriptionId)?.status).toBe('active');
    expect(await shop.tierOf(member.id)).toBeUndefined();
    return { ...member, sessionId, subscriptionId };
  }
  const textTo = async (email: string) =>
    (await shop.site.emails())
      .filter((raw) => raw.includes(`To: ${email}`))
      .join()
      .replaceAll(/=\r?\n/g, '');

  test('shows in the view of the plan, and is not sold again meanwhile', async () => {
    const { pro, studio } = shop;
    const { token, sessionId } = await underWay();
    const payment_under_way = { tier_id: pro.id, name: 'Pro' };
    expect(await shop.plan(token)).toMatchObject({ plan: 'Free', payment_under_way });
    for (const { access_level } of [pro, studio]) {
      const { status, body } = await shop.checkout(token, { type: 'subscription', tierId: access_level });
      expect([status, body.error]).toEqual([
        409,
        'Your payment is being processed. You get access as soon as it arrives.',
      ]);
    }
    const change = () => shop.site.api('GET', `/api/v1/subscription/change?tier=${studio.id}`, { token });
    expect((await change()).body.error).toBe(
      'Your payment is being processed. You get access as soon as it arrives.',
    );
    await shop.stripe.scenarios.concludeDebit(sessionId, { isPaid: true });
    expect(await shop.plan(token)).toMatchObject({ plan: 'Pro', payment_under_way: null });
    expect((await change()).status).toBe(200);
  });

  test('has started once the money has arrived, which one email says', async () => {
    const { id, email, sessionId } = await underWay();
    await shop.stripe.scenarios.concludeDebit(sessionId, { isPaid: true });
    expect(await shop.tierOf(id)).toBe('Pro');
    await expect.poll(() => subjectsTo(email)).toEqual(['Your subscription to Pro has started']);
    expect(await textTo(email)).toContain('$12.00');
  });

  test('has not started when the debit fails, and starts with a later payment', async () => {
    const { id, email, sessionId, subscriptionId } = await underWay();
    await shop.stripe.scenarios.concludeDebit(sessionId, { isPaid: false });
    const failed = 'Your payment for Pro failed';
    await expect.poll(() => subjectsTo(email)).toEqual([failed]);
    const text = await textTo(email);
    expect(text).toContain("Your plan hasn't started");
    expect(text).not.toContain('stays active');
    await shop.stripe.scenarios.settle(subscriptionId);
    expect(await shop.tierOf(id)).toBe('Pro');
    await expect.poll(() => subjectsTo(email)).toEqual([failed, 'Your subscription to Pro has started']);
  });

  test('and ends before the money has arrived never started', async () => {
    const { email, token, subscriptionId } = await underWay();
    await shop.site.api('POST', '/api/v1/subscription/cancel', { token });
    await shop.stripe.scenarios.end(subscriptionId);
    await expect
      .poll(() => subjectsTo(email))
      .toEqual(['Your subscription to Pro has been canceled', 'Your subscription to Pro has ended']);
    const text = await textTo(email);
    expect(text).toContain('Its first payment never arrived');
    expect(text).not.toContain('stays active until');
  });
});

// cspell:disable
test('emails about payments come in the language of each reader', async () => {
  const { site, stripe, pro, playbook } = shop;
  const { email, token, subscriptionId } = await shop.subscriber(pro);
  await site.api('PATCH', '/api/v1/profile', { token, body: { locale: 'de' } });
  await stripe.scenarios.renew(subscriptionId, { isPaid: true });
  await stripe.scenarios.end(subscriptionId);
  const { body } = await shop.checkout(token, { type: 'playbook', playbookId: playbook.id });
  await stripe.scenarios.pay(shop.sessionOf(body.url));
  await stripe.scenarios.refund([...stripe.fixture.charges.keys()].at(-1) ?? '');
  await expect
    .poll(() => subjectsTo(email))
    .toEqual([
      `Beleg: ${playbook.title}`,
      'Beleg: Pro',
      'Dein Abo Pro ist zu Ende',
      `Erstattung: ${playbook.title}`,
      'Your subscription to Pro has started',
    ]);
  const texts = async () => (await site.emails()).map((raw) => raw.replaceAll(/=\r?\n/g, ''));
  const receipt = (await texts()).find((raw) => raw.includes('Beleg: Pro')) ?? '';
  for (const word of ['Zeitraum', 'Bezahlt', '12,00', 'Dein Abo:']) expect(receipt).toContain(word);
  // The admin is told about the same refund in their own language.
  const isForAdmin = (raw: string) =>
    raw.includes(`Subject: Refund: ${playbook.title}`) && raw.includes(email);
  await expect.poll(async () => (await texts()).some(isForAdmin)).toBe(true);
});
