import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildMember, buildPlaybook, buildTier } from '../harness/build.ts';
import { type BillingSite, createBillingSite } from './billing-site.ts';

let shop: BillingSite;
beforeAll(async () => {
  shop = await createBillingSite();
});
afterAll(() => shop.stop());

const plan = (tier: { access_level: number }, interval?: string) => ({
  type: 'subscription',
  tierId: tier.access_level,
  ...(interval ? { interval } : {}),
});

describe('a playbook', () => {
  test('is bought once, opens at once, and only for the buyer', async () => {
    const { site, stripe, playbook } = shop;
    const [buyer, other] = [await buildMember(site), await buildMember(site)];
    const read = (token: string) => site.api('GET', `/api/v1/playbooks/${playbook.slug}`, { token });
    expect((await read(buyer.token)).body.can).toMatchObject({ read: false, purchase: true });
    const intent = { type: 'playbook', playbookId: playbook.id };
    const { status, body } = await shop.checkout(buyer.token, intent);
    expect([status, Object.keys(body)]).toEqual([200, ['url']]);
    const session = stripe.fixture.sessions.get(shop.sessionOf(body.url));
    expect(session).toMatchObject({ amount_total: 1900, currency: 'usd', client_reference_id: buyer.id });
    await stripe.scenarios.pay(shop.sessionOf(body.url));
    expect((await read(buyer.token)).body.can).toMatchObject({ read: true, purchase: false });
    expect((await read(other.token)).body.can.read).toBe(false);
    expect((await shop.checkout(buyer.token, intent)).body.error).toBe('You already own this playbook');
  });

  test('closes after a full refund, not a partial one, and after a dispute; winning the dispute opens it again', async () => {
    const { site, stripe } = shop;
    const buyer = await buildMember(site);
    const playbook = await buildPlaybook(site, { tier_access: 2, is_purchasable: true, price: 900 });
    const { body } = await shop.checkout(buyer.token, { type: 'playbook', playbookId: playbook.id });
    await stripe.scenarios.pay(shop.sessionOf(body.url));
    const intent = stripe.fixture.sessions.get(shop.sessionOf(body.url))?.payment_intent;
    const charge =
      [...stripe.fixture.charges.values()].find((charge) => charge.payment_intent === intent)?.id ?? '';
    const canRead = async () =>
      (await site.api('GET', `/api/v1/playbooks/${playbook.slug}`, { token: buyer.token })).body.can.read;
    await stripe.scenarios.refund(charge, 400);
    expect(await canRead()).toBe(true);
    await stripe.scenarios.dispute(charge);
    expect(await canRead()).toBe(false);
    await stripe.scenarios.winDispute(charge);
    expect(await canRead()).toBe(true);
    await stripe.scenarios.refund(charge, 500);
    expect(await canRead()).toBe(false);
  });

  test('is not sold if it is not for sale, is a draft, or is open already', async () => {
    const { site } = shop;
    const { token } = await buildMember(site);
    const ask = async (values: Parameters<typeof buildPlaybook>[1]) => {
      const { id } = await buildPlaybook(site, {
        tier_access: 2,
        is_purchasable: true,
        price: 500,
        ...values,
      });
      return (await shop.checkout(token, { type: 'playbook', playbookId: id })).body.error;
    };
    expect(await ask({ is_purchasable: false })).toBe("This playbook isn't sold separately");
    expect(await ask({ price: 0 })).toBe("This playbook isn't sold separately");
    expect(await ask({ status: 'draft' })).toBe('Playbook not found');
    expect(await ask({ tier_access: 0 })).toBe('Your plan already includes this playbook');
  });
});

describe('a plan', () => {
  test('is paid monthly, or yearly at 20 percent less', async () => {
    const { site, stripe, pro } = shop;
    for (const [interval, amount] of [
      ['month', 1200],
      ['year', 11520],
    ] as const) {
      const { token } = await buildMember(site);
      const { body } = await shop.checkout(token, plan(pro, interval));
      expect(stripe.fixture.sessions.get(shop.sessionOf(body.url))?.amount_total).toBe(amount);
      await stripe.scenarios.pay(shop.sessionOf(body.url));
      const view = await shop.plan(token);
      expect(view).toMatchObject({ plan: 'Pro', status: 'active', source: 'subscription', interval, amount });
      expect(view.billing_cycle).toBe(interval === 'year' ? 'Yearly' : 'Monthly');
      expect(view.can).toEqual({ cancel: true, resume: false, manage_billing: true });
    }
  });

  test('has one trial per member', async () => {
    const { site, stripe, studio } = shop;
    const { token } = await buildMember(site);
    expect((await shop.plan(token)).can_try).toBe(true);
    const first = await shop.checkout(token, plan(studio));
    expect(stripe.fixture.sessions.get(shop.sessionOf(first.body.url))?.trialDays).toBe(14);
    await stripe.scenarios.pay(shop.sessionOf(first.body.url));
    const view = await shop.plan(token);
    expect(view).toMatchObject({ plan: 'Studio', status: 'trialing', can_try: false });
    expect(Date.parse(view.trial_end)).toBeGreaterThan(Date.now() + 13 * 86_400_000);
    const [subscription] = [...stripe.fixture.subscriptions.values()].slice(-1);
    await stripe.scenarios.end(subscription?.id ?? '');
    expect((await shop.plan(token)).plan).toBe('Free');
    const second = await shop.checkout(token, plan(studio));
    expect(stripe.fixture.sessions.get(shop.sessionOf(second.body.url))?.trialDays).toBe(0);
  });

  test('keeps its original price when the owner raises it', async () => {
    const { site, stripe } = shop;
    const tier = await buildTier(site, { name: 'Growing', price: 500, access_level: 7 });
    const early = await shop.subscriber(tier);
    await site.db.updateTable('tiers').set({ price: 800 }).where('id', '=', tier.id).execute();
    const late = await shop.subscriber(tier);
    const amounts = [early, late].map(({ subscriptionId }) =>
      stripe.fixture.subscriptions.get(subscriptionId),
    );
    expect(amounts.map((subscription) => subscription?.items.data[0]?.price.unit_amount)).toEqual([500, 800]);
    await stripe.scenarios.renew(early.subscriptionId);
    expect([await shop.tierOf(early.id), await shop.tierOf(late.id)]).toEqual(['Growing', 'Growing']);
    expect((await shop.plan(early.token)).amount).toBe(500);
  });

  test('is refused with a reason if it makes no sense', async () => {
    const { site, free, pro } = shop;
    const { token } = await buildMember(site);
    const subscriber = await shop.subscriber(pro);
    const ask = async (who: string, body: unknown) => {
      const answer = await shop.checkout(who, body);
      return [answer.status, answer.body.error];
    };
    expect(await ask(token, plan(free))).toEqual([409, 'You are already on the free tier']);
    expect(await ask(token, plan({ access_level: 99 }))).toEqual([404, 'Tier not found']);
    expect(await ask(subscriber.token, plan(pro))).toEqual([409, 'You are already on this plan']);
    expect((await ask(token, { type: 'subscription' }))[0]).toBe(422);
    expect((await ask(token, { type: 'gift' }))[0]).toBe(422);
    expect((await shop.checkout('', plan(pro))).status).toBe(401);
  });

  test('of two with the same level is chosen by its id', async () => {
    const { site, stripe } = shop;
    const [low, high] = [
      await buildTier(site, { price: 300, access_level: 5 }),
      await buildTier(site, { price: 700, access_level: 5 }),
    ];
    const { token } = await buildMember(site);
    const named = await shop.checkout(token, { ...plan(high), tier: high.id });
    expect(stripe.fixture.sessions.get(shop.sessionOf(named.body.url))?.amount_total).toBe(700);
    const unnamed = await shop.checkout(token, plan(low));
    expect(stripe.fixture.sessions.get(shop.sessionOf(unnamed.body.url))?.amount_total).toBe(300);
  });
});

test('a member has one customer at the provider, promotion codes work, and the email address identifies nobody', async () => {
  const { site, stripe, pro, playbook } = shop;
  const member = await buildMember(site);
  const purchaseIntents = [plan(pro), { type: 'playbook', playbookId: playbook.id }, plan(pro, 'year')];
  const sessions = [];
  for (const intent of purchaseIntents) {
    const { body } = await shop.checkout(member.token, intent);
    sessions.push(stripe.fixture.sessions.get(shop.sessionOf(body.url)));
  }
  expect(new Set(sessions.map((session) => session?.customer)).size).toBe(1);
  expect(sessions.every((session) => session?.allow_promotion_codes)).toBe(true);
  expect(sessions.every((session) => session?.client_reference_id === member.id)).toBe(true);
  // Another customer with the same email address, for example of a shop on the same account. Its payments aren't the member's.
  const namesake = {
    id: 'cus_namesake',
    object: 'customer' as const,
    email: member.email,
    balance: 0,
    livemode: false,
  };
  stripe.fixture.customers.set(namesake.id, namesake);
  const other = await shop.subscriber(pro);
  const subscription = stripe.fixture.subscriptions.get(other.subscriptionId);
  if (!subscription) throw new Error('no subscription');
  stripe.fixture.subscriptions.set('sub_namesake', {
    ...subscription,
    id: 'sub_namesake',
    customer: namesake.id,
  });
  await stripe.scenarios.renew('sub_namesake');
  expect(await shop.tierOf(member.id)).toBeUndefined();
});

describe('two tabs', () => {
  test('get the same page, which can be paid once', async () => {
    const { site, stripe, pro } = shop;
    const { token } = await buildMember(site);
    const answers = await Promise.all(Array.from({ length: 8 }, () => shop.checkout(token, plan(pro))));
    expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1);
    await stripe.scenarios.pay(shop.sessionOf(answers[0]?.body.url));
    expect((await shop.checkout(token, plan(pro))).status).toBe(409);
  });

  test('for different plans: the older page is closed, so that only one can be paid', async () => {
    const { site, stripe, pro, studio } = shop;
    const { token } = await buildMember(site);
    const first = await shop.checkout(token, plan(pro));
    const second = await shop.checkout(token, plan(studio));
    expect(stripe.fixture.sessions.get(shop.sessionOf(first.body.url))?.status).toBe('expired');
    expect(stripe.fixture.sessions.get(shop.sessionOf(second.body.url))?.status).toBe('open');
  });

  test('before and after a change of the trial: the older page is closed', async () => {
    const { site, stripe } = shop;
    const tier = await buildTier(site, { price: 900, access_level: 6, trial_days: 30 });
    const { token } = await buildMember(site);
    const sessionOf = async () => {
      const { body } = await shop.checkout(token, plan(tier));
      return stripe.fixture.sessions.get(shop.sessionOf(body.url));
    };
    const first = await sessionOf();
    await site.db.updateTable('tiers').set({ trial_days: 7 }).where('id', '=', tier.id).execute();
    const second = await sessionOf();
    expect([first?.status, first?.trialDays, second?.trialDays]).toEqual(['expired', 30, 7]);
  });

  test('after one has paid and before its event arrives: the other is told so', async () => {
    const { site, stripe, pro } = shop;
    const { token } = await buildMember(site);
    const { body } = await shop.checkout(token, plan(pro));
    stripe.drop(true);
    await stripe.scenarios.pay(shop.sessionOf(body.url));
    stripe.drop(false);
    const again = await shop.checkout(token, plan(pro));
    expect([again.status, again.body.error]).toEqual([409, 'You already paid for this in another tab.']);
    expect((await shop.plan(token)).plan).toBe('Pro');
  });
});

describe('the page after the checkout', () => {
  test('shows its state, even if no event ever arrives', async () => {
    const { site, stripe, playbook } = shop;
    const [buyer, stranger] = [await buildMember(site), await buildMember(site)];
    const { body } = await shop.checkout(buyer.token, { type: 'playbook', playbookId: playbook.id });
    const session = stripe.fixture.sessions.get(shop.sessionOf(body.url));
    const id = new URL(session?.success_url ?? '').searchParams.get('id');
    const ask = (token: string) => site.api('GET', `/api/v1/checkouts/${id}`, { token });
    expect((await ask(buyer.token)).body).toMatchObject({
      status: 'open',
      path: `/playbook/${playbook.slug}`,
    });
    expect((await ask(stranger.token)).status).toBe(404);
    stripe.drop(true);
    await stripe.scenarios.pay(shop.sessionOf(body.url));
    stripe.drop(false);
    expect((await ask(buyer.token)).body).toMatchObject({ status: 'complete', name: playbook.title });
    const opened = await site.api('GET', `/api/v1/playbooks/${playbook.slug}`, { token: buyer.token });
    expect(opened.body.can.read).toBe(true);
  });

  test('says so where the provider does not know it, or where it was opened in another mode', async () => {
    const { site, stripe, playbook } = shop;
    const open = async () => {
      const { token } = await buildMember(site);
      const { body } = await shop.checkout(token, { type: 'playbook', playbookId: playbook.id });
      const sessionId = shop.sessionOf(body.url);
      const id = stripe.fixture.sessions.get(sessionId)?.metadata?.checkout_id;
      return {
        sessionId,
        status: async () => (await site.api('GET', `/api/v1/checkouts/${id}`, { token })).status,
      };
    };
    const [unknown, other] = [await open(), await open()];
    stripe.fixture.sessions.delete(unknown.sessionId);
    await site.db
      .updateTable('checkouts')
      .set({ mode: 'live' })
      .where('session_id', '=', other.sessionId)
      .execute();
    expect([await unknown.status(), await other.status()]).toEqual([404, 404]);
  });
});

describe('a current plan', () => {
  test('is changed at the price that was shown, and never becomes two plans', async () => {
    const { site, stripe, pro, studio } = shop;
    const member = await shop.subscriber(pro);
    const { body } = await shop.checkout(member.token, plan(studio));
    expect(body.url).toBe(`${site.url}/subscription?change=${studio.id}&interval=month`);
    const query = `tier=${studio.id}&interval=month`;
    const preview = await site.api('GET', `/api/v1/subscription/change?${query}`, { token: member.token });
    expect(preview.body).toMatchObject({ amount: 2900, credit: 0, tier: { name: 'Studio' } });
    expect(preview.body.amount_due).toBeGreaterThan(1600);
    expect(preview.body.amount_due).toBeLessThanOrEqual(1700);
    expect((await shop.plan(member.token)).plan).toBe('Pro');
    const { proration_date, amount_due } = preview.body;
    const change = (values: object) =>
      site.api('POST', '/api/v1/subscription/change', {
        token: member.token,
        body: { tier: studio.id, interval: 'month', proration_date, amount_due, ...values },
      });
    expect((await change({ amount_due: amount_due - 1 })).status).toBe(409);
    expect((await shop.plan(member.token)).plan).toBe('Pro');
    expect((await change({})).body).toMatchObject({ plan: 'Studio', status: 'active' });
    const running = [...stripe.fixture.subscriptions.values()].filter(
      (subscription) => subscription.id === member.subscriptionId,
    );
    expect(running).toHaveLength(1);
    const back = await site.api('GET', `/api/v1/subscription/change?tier=${pro.id}`, { token: member.token });
    expect(back.body.amount_due).toBe(0);
    expect(back.body.credit).toBeGreaterThan(1600);
  });

  test('stays the same if the card is declined', async () => {
    const { site, stripe, pro, studio } = shop;
    const member = await shop.subscriber(pro);
    stripe.scenarios.setCard(
      stripe.fixture.subscriptions.get(member.subscriptionId)?.customer ?? '',
      'declined',
    );
    const query = `tier=${studio.id}&interval=year`;
    const preview = await site.api('GET', `/api/v1/subscription/change?${query}`, { token: member.token });
    const { proration_date, amount_due } = preview.body;
    const body = { tier: studio.id, interval: 'year', proration_date, amount_due };
    const answer = await site.api('POST', '/api/v1/subscription/change', { token: member.token, body });
    expect([answer.status, answer.body.code]).toEqual([402, 'payment_declined']);
    expect((await shop.plan(member.token)).plan).toBe('Pro');
  });

  test('ends with the paid period when it is canceled, and continues when it is resumed', async () => {
    const { site, stripe, pro } = shop;
    const { token, id, subscriptionId } = await shop.subscriber(pro);
    const post = (what: string) => site.api('POST', `/api/v1/subscription/${what}`, { token });
    const canceled = (await post('cancel')).body;
    expect(canceled).toMatchObject({
      plan: 'Pro',
      next_payment_at: null,
      can: { cancel: false, resume: true },
    });
    expect(canceled.ends_at).toBe((await shop.plan(token)).ends_at);
    expect((await post('resume')).body).toMatchObject({
      ends_at: null,
      can: { cancel: true, resume: false },
    });
    await post('cancel');
    await stripe.scenarios.renew(subscriptionId);
    expect(await shop.tierOf(id)).toBeUndefined();
    expect((await shop.plan(token)).plan).toBe('Free');
    expect((await post('cancel')).status).toBe(409);
  });

  test('leads to the customer portal', async () => {
    const { site, stripe, pro } = shop;
    const { token } = await shop.subscriber(pro);
    const { body } = await site.api('POST', '/api/v1/subscription/portal', { token });
    expect(body.url.startsWith(`${stripe.url}/portal/cus_`)).toBe(true);
  });

  test('leads there also once the address has changed since an attempt that was lost', async () => {
    const { site } = shop;
    const { id, token } = await buildMember(site);
    const open = () => site.api('POST', '/api/v1/subscription/portal', { token });
    expect((await open()).status).toBe(200);
    // As if the process had ended before it could store the customer.
    await site.db.deleteFrom('billing_customers').where('user_id', '=', id).execute();
    await site.db
      .updateTable('profiles')
      .set({ email: `new-${id}@example.com` })
      .where('id', '=', id)
      .execute();
    expect((await open()).status).toBe(200);
  });

  test('is canceled at the provider when its member deletes their account', async () => {
    const { site, stripe, pro } = shop;
    const member = await shop.subscriber(pro);
    const remove = () =>
      site.api('DELETE', '/api/v1/profile', { token: member.token, body: { password: member.password } });
    stripe.down(true);
    expect((await remove()).status).toBe(502);
    stripe.down(false);
    expect(stripe.fixture.subscriptions.get(member.subscriptionId)?.status).toBe('active');
    expect((await remove()).status).toBe(200);
    expect(stripe.fixture.subscriptions.get(member.subscriptionId)?.status).toBe('canceled');
  });
});

test('a provider that is down answers 502, and the next attempt works', async () => {
  const { site, stripe, pro } = shop;
  const { token } = await buildMember(site);
  stripe.down(true);
  const away = await shop.checkout(token, plan(pro));
  stripe.down(false);
  expect([away.status, away.body.code]).toEqual([502, 'payments_unreachable']);
  expect((await shop.checkout(token, plan(pro))).status).toBe(200);
});
