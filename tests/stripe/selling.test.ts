import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { currencies } from '#platform/text/currencies.ts';
import { formatMoney } from '#ui/format.ts';
import { buildMember, buildOffer, buildPlaybook, buildTier } from '../harness/build.ts';
import { type BillingSite, createBillingSite } from './billing-site.ts';

let shop: BillingSite;
beforeAll(async () => {
  shop = await createBillingSite();
});
afterAll(() => shop.stop());

const set = (body: object) =>
  shop.site.api('PUT', '/api/v1/admin/settings', { token: shop.admin.token, body });
const plain = {
  tax: 'off',
  tax_behavior: 'exclusive',
  promotion_codes: true,
  purchase_invoices: false,
  terms_consent: false,
};
beforeEach(() => set(plain));

const buyPlaybook = async (values: { price: number }) => {
  const playbook = await buildPlaybook(shop.site, { tier_access: 2, is_purchasable: true, ...values });
  const member = await buildMember(shop.site);
  const answer = await shop.checkout(member.token, { type: 'playbook', playbookId: playbook.id });
  return {
    playbook,
    member,
    answer,
    session: shop.stripe.fixture.sessions.get(shop.sessionOf(answer.body.url ?? '')),
  };
};
const buyPlan = async (tier: { access_level: number; id: string }, interval = 'month') => {
  const member = await buildMember(shop.site);
  const body = { type: 'subscription', tierId: tier.access_level, tier: tier.id, interval };
  const answer = await shop.checkout(member.token, body);
  return { member, answer, session: shop.stripe.fixture.sessions.get(shop.sessionOf(answer.body.url ?? '')) };
};
const emailTo = async (address: string, subject: string) => {
  const found = async () =>
    (await shop.site.emails()).find(
      (raw) => raw.includes(`To: ${address}`) && raw.includes(`Subject: ${subject}`),
    );
  await expect.poll(found).toBeDefined();
  return ((await found()) ?? '').replaceAll(/=\r?\n/g, '').replaceAll('=E2=88=92', '−');
};

describe('taxes', () => {
  test('are off until they are switched on', async () => {
    const { session } = await buyPlaybook({ price: 1_000 });
    expect(session).toMatchObject({ isTaxed: false, amount_total: 1_000, hasInvoice: false });
  });

  test('on top of the price are paid, kept, and named in the receipt', async () => {
    await set({ tax: 'automatic', tax_behavior: 'exclusive' });
    const { session, member, playbook } = await buyPlaybook({ price: 1_000 });
    expect(session).toMatchObject({ isTaxed: true, amount_total: 1_200 });
    await shop.stripe.scenarios.pay(session?.id ?? '');
    const receipt = await emailTo(member.email, `Receipt: ${playbook.title}`);
    for (const amount of ['$10.00', '$2.00', '$12.00']) expect(receipt).toContain(amount);
    const { rows } = await sql`select amount, subtotal, discount, tax, currency from playbook_payments
      where user_id = ${member.id}`.execute(shop.site.db);
    expect(rows).toEqual([{ amount: 1_200, subtotal: 1_000, discount: 0, tax: 200, currency: 'usd' }]);
  });

  test('in the price leave the price as it is', async () => {
    await set({ tax: 'automatic', tax_behavior: 'inclusive' });
    const { session, member, playbook } = await buyPlaybook({ price: 1_200 });
    expect(session).toMatchObject({ isTaxed: true, amount_total: 1_200 });
    await shop.stripe.scenarios.pay(session?.id ?? '');
    const receipt = await emailTo(member.email, `Receipt: ${playbook.title}`);
    expect(receipt).toContain('Tax, included');
    expect(receipt).toContain('$2.00');
  });

  test('get prices of their own, because a price keeps what it says about taxes', async () => {
    const tier = await buildTier(shop.site, { price: 1_500, access_level: 3 });
    const behaviors: unknown[] = [];
    for (const change of [
      plain,
      { tax: 'automatic', tax_behavior: 'exclusive' },
      { tax_behavior: 'inclusive' },
      { tax_behavior: 'exclusive' },
    ]) {
      await set(change);
      const { session } = await buyPlan(tier);
      behaviors.push(shop.stripe.fixture.prices.get(session?.price ?? '')?.tax_behavior);
    }
    expect(behaviors).toEqual(['unspecified', 'exclusive', 'inclusive', 'exclusive']);
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count from tier_prices where tier_id = ${tier.id}`.execute(shop.site.db);
    expect(rows[0]?.count).toBe(3);
  });

  test('are part of the next payment, on the page and in the email', async () => {
    await set({ tax: 'automatic', tax_behavior: 'exclusive' });
    const { session, member } = await buyPlan(shop.pro);
    await shop.stripe.scenarios.pay(session?.id ?? '');
    expect(await shop.plan(member.token)).toMatchObject({
      amount: 1_200,
      next_amount: 1_440,
      currency: 'usd',
    });
    const start = await emailTo(member.email, 'Your subscription to Pro has started');
    for (const amount of ['$2.40', '$14.40 on']) expect(start).toContain(amount);
    await shop.stripe.scenarios.renew(String(session?.subscription));
    const receipt = await emailTo(member.email, 'Receipt: Pro');
    for (const amount of ['$12.00', '$2.40', '$14.40']) expect(receipt).toContain(amount);
  });
});

describe('a discount that is given at Stripe', () => {
  test('is in the receipt and in the next payment as Stripe says', async () => {
    const bought = await buyPlaybook({ price: 2_000 });
    shop.stripe.scenarios.enterCode(bought.session?.id ?? '', 500);
    await shop.stripe.scenarios.pay(bought.session?.id ?? '');
    const receipt = await emailTo(bought.member.email, `Receipt: ${bought.playbook.title}`);
    for (const amount of ['$20.00', '−$5.00', '$15.00']) expect(receipt).toContain(amount);
    const { session, member } = await buyPlan(shop.pro);
    shop.stripe.scenarios.enterCode(session?.id ?? '', 500);
    await shop.stripe.scenarios.pay(session?.id ?? '');
    expect(await shop.plan(member.token)).toMatchObject({ amount: 1_200, next_amount: 700 });
  });
});

describe('at checkout', () => {
  test('promotion codes, invoices and consent are asked for as the owner says', async () => {
    expect((await buyPlaybook({ price: 900 })).session).toMatchObject({ allow_promotion_codes: true });
    await set({ promotion_codes: false, purchase_invoices: true, terms_consent: true });
    expect((await buyPlaybook({ price: 900 })).session).toMatchObject({
      allow_promotion_codes: null,
      hasInvoice: true,
      asksConsent: true,
    });
    const { session } = await buyPlan(shop.pro);
    expect(session).toMatchObject({ allow_promotion_codes: null, asksConsent: true });
  });

  test('consent needs the address of the terms at Stripe', async () => {
    await set({ terms_consent: true });
    shop.stripe.fixture.hasTermsUrl = false;
    const { answer } = await buyPlaybook({ price: 900 });
    shop.stripe.fixture.hasTermsUrl = true;
    expect(answer.status).toBe(502);
  });
});

describe('the currency', () => {
  const inCurrency = async (currency: string, work: (own: BillingSite) => Promise<void>) => {
    const own = await createBillingSite();
    const change = await own.site.api('PUT', '/api/v1/admin/settings', {
      token: own.admin.token,
      body: { currency },
    });
    expect([change.status, change.body.currency]).toEqual([200, currency]);
    await work(own);
    await own.stop();
  };

  test('is kept with every amount: 2,800 yen are 2800', () =>
    inCurrency('jpy', async (own) => {
      const tier = await buildTier(own.site, { name: 'Yen', price: 2_800, access_level: 4 });
      const member = await own.subscriber(tier);
      expect(await own.plan(member.token)).toMatchObject({ plan: 'Yen', amount: 2_800, currency: 'jpy' });
      const [price] = [...own.stripe.fixture.prices.values()];
      expect(price).toMatchObject({ currency: 'jpy', unit_amount: 2_800 });
      const yearly = await own.subscriber(tier, 'year');
      expect((await own.plan(yearly.token)).amount).toBe(26_880);
      const started = async () =>
        (await own.site.emails()).find(
          (raw) => raw.includes(`To: ${member.email}`) && raw.includes('has started'),
        );
      await expect.poll(started).toMatch(/(¥|=C2=A5)2,800/);
      for (const path of ['/', '/pricing'])
        expect(await (await fetch(`${own.site.url}${path}`)).text()).toContain('¥2,800');
    }));

  test('has its own highest price: ten million rupiah', () =>
    inCurrency('idr', async (own) => {
      const create = async (path: string, body: object) =>
        (await own.site.api('POST', `/api/v1/admin/${path}`, { token: own.admin.token, body })).status;
      for (const [price, status] of [
        [1_000_000_000, 201],
        [1_000_000_001, 422],
      ] as const) {
        expect(await create('playbooks', { title: 'Dear', price })).toBe(status);
        expect(await create('offers', { code: `DEAR-${price}`, amount_off: price })).toBe(status);
      }
      expect(await create('tiers', { name: 'Dear', price: 100_000_000 })).toBe(201);
    }));

  test('is changed before the first sale only', async () => {
    const own = await createBillingSite();
    const change = (currency: string) =>
      own.site.api('PUT', '/api/v1/admin/settings', { token: own.admin.token, body: { currency } });
    expect((await change('eur')).body.currency).toBe('eur');
    expect((await change('usd')).status).toBe(200);
    await own.subscriber(own.pro);
    const refused = await change('eur');
    expect([refused.status, refused.body.error]).toEqual([
      409,
      "The currency can't be changed after the first sale: members pay in USD.",
    ]);
    expect((await change('usd')).status).toBe(200);
    expect((await change('xyz')).status).toBe(422);
    await own.stop();
  });

  test('stays while a bank debit is on its way', async () => {
    const own = await createBillingSite();
    const { token } = await buildMember(own.site);
    const { body } = await own.checkout(token, { type: 'playbook', playbookId: own.playbook.id });
    await own.stripe.scenarios.pay(own.sessionOf(body.url), { isDebit: true });
    const expires_at = new Date(Date.now() - 86_400_000).toISOString();
    await own.site.db.updateTable('checkouts').set({ expires_at }).execute();
    const answer = await own.site.api('PUT', '/api/v1/admin/settings', {
      token: own.admin.token,
      body: { currency: 'eur' },
    });
    expect(answer.status).toBe(409);
    await own.stop();
  });

  test.each([
    { currency: 'isk', price: 199_900, step: 100, odd: 50_050 },
    { currency: 'ugx', price: 1_999_900, step: 100, odd: 500_050 },
    { currency: 'kwd', price: 19_990, step: 10, odd: 5_005 },
  ])('leaves amounts that can be charged, where not all can: $currency', ({ currency, price, step, odd }) =>
    inCurrency(currency, async (own) => {
      const tier = await buildTier(own.site, { name: 'Whole', price, access_level: 4 });
      const playbook = await buildPlaybook(own.site, { tier_access: 9, is_purchasable: true, price });
      const code = (values: object) =>
        own.site.api('POST', '/api/v1/admin/offers', {
          token: own.admin.token,
          body: {
            code: `CODE-${Object.values(values).join('-')}`,
            applies_to: 'everything',
            duration: 'once',
            ...values,
          },
        });
      const refused = await code({ amount_off: odd });
      expect([refused.status, refused.body.error]).toEqual([
        422,
        `amount_off: Must be a multiple of ${formatMoney(step, currency)}`,
      ]);
      // An offer from before a change of currency can have such an amount.
      const old = await buildOffer(own.site, { amount_off: odd, currency });
      const buy = async (request: object) => own.checkout((await buildMember(own.site)).token, request);
      const plan = { type: 'subscription', tierId: 4, tier: tier.id };
      const single = { type: 'playbook', playbookId: playbook.id };
      for (const request of [plan, single]) {
        const answer = await buy({ ...request, code: old.code });
        expect([answer.status, answer.body.error]).toEqual([
          409,
          "This code can't be used here: it would leave an amount that can't be charged to a card.",
        ]);
      }
      for (const duration of ['once', 'forever'] as const)
        for (const request of [plan, { ...plan, interval: 'year' }, single]) {
          const { code: name } = await buildOffer(own.site, { percent_off: 33, duration });
          const answer = await buy({ ...request, code: name });
          expect([answer.status, answer.body.error]).toEqual([200, undefined]);
          const session = own.stripe.fixture.sessions.get(own.sessionOf(answer.body.url));
          const checkout = await own.site.db
            .selectFrom('checkouts')
            .select(['amount', 'discount'])
            .where('session_id', '=', session?.id ?? '')
            .executeTakeFirstOrThrow();
          expect(session?.amount_total).toBe(checkout.amount - checkout.discount);
        }
      const { code: slight } = await buildOffer(own.site, { amount_off: price - 1, currency });
      expect((await buy({ ...single, code: slight })).body.error).toMatch(/it would leave less than/);
    }),
  );

  test('can be each one that Stripe takes', () => {
    expect(new Set(currencies).size).toBe(currencies.length);
    for (const code of ['usd', 'eur', 'jpy', 'krw', 'kwd', 'isk', 'huf', 'vnd'])
      expect(currencies).toContain(code);
  });
});

test('pages show the cents that are charged, and what is said about taxes', async () => {
  await buildTier(shop.site, { name: 'Cents', price: 1_250, access_level: 5 });
  const pricing = async () => (await fetch(`${shop.site.url}/pricing`)).text();
  expect(await pricing()).toContain('$12.50');
  expect(await pricing()).toContain('$12<');
  expect(await (await fetch(`${shop.site.url}/`)).text()).toContain('$13');
  expect(await pricing()).not.toMatch(/Tax is added|Prices include tax/);
  await set({ tax: 'automatic', tax_behavior: 'exclusive' });
  await expect.poll(pricing).toContain('Tax is added at checkout.');
  await set({ tax_behavior: 'inclusive' });
  await expect.poll(pricing).toContain('Prices include tax.');
});

describe('prices that Stripe would refuse', () => {
  test('that are there all the same are not offered to Stripe', async () => {
    const { answer } = await buyPlaybook({ price: 30 });
    expect([answer.status, answer.body.error]).toEqual([
      409,
      "This can't be bought at its current price. Please contact support.",
    ]);
  });

  const create = (path: string, body: object) =>
    shop.site.api('POST', `/api/v1/admin/${path}`, { token: shop.admin.token, body });

  test('are refused by the editor, in words', async () => {
    const tier = (price: number) => create('tiers', { name: 'Tried', price });
    const playbook = (price: number) => create('playbooks', { title: 'Tried', price });
    for (const make of [tier, playbook]) {
      const low = await make(49);
      expect([low.status, low.body.error]).toEqual([422, 'price: Must be 0, or $0.50 or more']);
      expect((await make(50)).status).toBe(201);
      expect((await make(0)).status).toBe(201);
    }
    // A year of this would be $1,000,000.03.
    const high = await tier(10_416_667);
    expect([high.status, high.body.error]).toEqual([
      422,
      'price: A year would cost $1,000,000.03. At most $999,999.99 can be charged in one payment',
    ]);
    expect((await tier(10_416_666)).status).toBe(201);
    for (const [field, much] of [
      ['price', await playbook(100_000_000)],
      ['amount_off', await create('offers', { code: 'MUCH', amount_off: 100_000_000 })],
    ] as const)
      expect([much.status, much.body.error]).toEqual([422, `${field}: Must be $999,999.99 or less`]);
    const { body } = await tier(500);
    const changed = await shop.site.api('PATCH', `/api/v1/admin/tiers/${body.id}`, {
      token: shop.admin.token,
      body: { price: 30 },
    });
    expect(changed.status).toBe(422);
    const sold = await buildPlaybook(shop.site, { is_purchasable: true, price: 500 });
    const cheaper = await shop.site.api('PATCH', `/api/v1/admin/playbooks/${sold.id}`, {
      token: shop.admin.token,
      body: { price: 30 },
    });
    expect(cheaper.status).toBe(422);
  });
});
