import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildMember, buildOffer, buildPlaybook } from '../harness/build.ts';
import { type BillingSite, createBillingSite } from './billing-site.ts';

let shop: BillingSite;
beforeAll(async () => {
  shop = await createBillingSite();
});
afterAll(() => shop.stop());

type Values = Parameters<typeof buildOffer>[1];
const plan = (code: string, tier: { id: string; access_level: number }, interval = 'month') => ({
  type: 'subscription',
  tierId: tier.access_level,
  tier: tier.id,
  interval,
  code,
});

/** A new member's checkout with a new offer, with the provider's session. */
async function checkout(values: Values, request: (code: string) => object) {
  const member = await buildMember(shop.site);
  const offer = await buildOffer(shop.site, values);
  const { status, body } = await shop.checkout(member.token, request(offer.code));
  expect([status, body.error]).toEqual([200, undefined]);
  const session = shop.stripe.fixture.sessions.get(shop.sessionOf(body.url));
  if (!session) throw new Error('no session');
  return { member, offer, session };
}

const invoiceTotals = (subscription: string | null) =>
  [...shop.stripe.fixture.invoices.values()]
    .filter(({ parent }) => parent.subscription_details.subscription === subscription)
    .map(({ total }) => total);

describe('a plan bought with a code', () => {
  test('once: the next payment is whole, and said to be', async () => {
    const { member, session } = await checkout({ amount_off: 500, duration: 'once' }, (code) =>
      plan(code, shop.pro),
    );
    await shop.stripe.scenarios.pay(session.id);
    expect(await shop.plan(member.token)).toMatchObject({ next_amount: 1_200, discount: null });
    await shop.stripe.scenarios.renew(session.subscription ?? '');
    expect(invoiceTotals(session.subscription)).toEqual([700, 1_200]);
  });

  test("is announced with its price once, and the code's discount", async () => {
    const { member, session } = await checkout({ percent_off: 25 }, (code) => plan(code, shop.pro));
    await shop.stripe.scenarios.pay(session.id);
    const text = async () =>
      (await shop.site.emails()).find((raw) => raw.includes(`To: ${member.email}`))?.split('text/html')[0];
    await expect.poll(text).toContain('Paid: $9.00');
    expect((await text())?.match(/^(Price|Discount): .*$/gm)?.join()).toMatch(
      /^Price: \$12\.00 per month\s*,Discount: \S+3\.00\s*$/,
    );
  });

  test('starts without the trial', async () => {
    const { session } = await checkout({ percent_off: 10 }, (code) => plan(code, shop.studio));
    expect(session).toMatchObject({ trialDays: 0, amount_total: 2_610 });
  });

  test('for nothing asks for no card if it stays so, for one if it will be charged', async () => {
    const forever = await checkout({ percent_off: 100, duration: 'forever' }, (code) => plan(code, shop.pro));
    const once = await checkout({ percent_off: 100 }, (code) => plan(code, shop.pro));
    expect([forever.session.amount_total, forever.session.needsCard]).toEqual([0, false]);
    expect([once.session.amount_total, once.session.needsCard]).toEqual([0, true]);
    await shop.stripe.scenarios.pay(forever.session.id);
    expect(await shop.plan(forever.member.token)).toMatchObject({
      plan: 'Pro',
      status: 'active',
      next_amount: 0,
    });
  });

  test('counts the unused part of the price paid when its member deletes their account', async () => {
    const { member, session } = await checkout({ percent_off: 50, duration: 'once' }, (code) =>
      plan(code, shop.pro),
    );
    await shop.stripe.scenarios.pay(session.id);
    const { body } = await shop.site.api('GET', '/api/v1/profile/deletion', { token: member.token });
    expect(body.subscriptions[0].unused_amount).toBeGreaterThan(590);
    expect(body.subscriptions[0].unused_amount).toBeLessThanOrEqual(600);
  });

  test('keeps its discount in a change of plan that the code covers, and loses it in another', async () => {
    const change = async (values: Values) => {
      const { member, session } = await checkout(
        { percent_off: 50, duration: 'forever', ...values },
        (code) => plan(code, shop.pro),
      );
      await shop.stripe.scenarios.pay(session.id);
      const path = `/api/v1/subscription/change?tier=${shop.studio.id}`;
      const { body } = await shop.site.api('GET', path, { token: member.token });
      const { proration_date, amount_due, discount: promised } = body;
      await shop.site.api('POST', '/api/v1/subscription/change', {
        token: member.token,
        body: { tier: shop.studio.id, interval: 'month', proration_date, amount_due },
      });
      const { next_amount, discount } = await shop.plan(member.token);
      expect(promised).toEqual(discount);
      const email = async () =>
        (await shop.site.emails()).find(
          (raw) => raw.includes(`To: ${member.email}`) && raw.includes('Subject: Your plan is now Studio'),
        );
      await expect.poll(email).toBeDefined();
      return [next_amount, discount?.percent_off, (await email())?.includes('$14.50')];
    };
    expect(await change({ applies_to: 'plans' })).toEqual([1_450, 50, true]);
    expect(await change({ applies_to: 'chosen', tier_ids: [shop.pro.id] })).toEqual([
      2_900,
      undefined,
      false,
    ]);
  });
});

test('a change to a yearly plan names the discount on what is due now, even if it ends before the next payment', async () => {
  const { member, session } = await checkout(
    { percent_off: 50, duration: 'repeating', duration_months: 6 },
    (code) => plan(code, shop.pro),
  );
  await shop.stripe.scenarios.pay(session.id);
  const { discount } = await shop.plan(member.token);
  const path = `/api/v1/subscription/change?tier=${shop.pro.id}&interval=year`;
  const { body } = await shop.site.api('GET', path, { token: member.token });
  // Half of a year, less half of a month.
  expect(body).toMatchObject({ amount: 11_520, amount_due: 5_160, discount: { percent_off: 50 } });
  expect(body).toMatchObject({ is_other_plan: false, is_lower_price: false });
  expect(body.discount).toEqual(discount);
  expect(Date.parse(body.discount.until)).toBeLessThan(Date.parse(body.next_payment_at));
});

describe('a playbook bought with a code', () => {
  test('costs what was shown; at no price, without a payment', async () => {
    const buy = (code: string) => ({ type: 'playbook', playbookId: shop.playbook.id, code });
    const reduced = await checkout({ percent_off: 25 }, buy);
    const free = await checkout({ amount_off: 9_900, duration: 'forever' }, buy);
    for (const { session } of [reduced, free]) await shop.stripe.scenarios.pay(session.id);
    expect(free.session).toMatchObject({ amount_total: 0, payment_intent: null });
    const paid = async ({ id }: { id: string }) =>
      (
        await shop.site.db
          .selectFrom('playbook_payments')
          .select('amount')
          .where('user_id', '=', id)
          .executeTakeFirst()
      )?.amount;
    expect([await paid(reduced.member), await paid(free.member)]).toEqual([1_425, 0]);
    const { body } = await shop.site.api('GET', `/api/v1/playbooks/${shop.playbook.slug}`, {
      token: free.member.token,
    });
    expect(body.can.read).toBe(true);
  });

  test('costs the same cents at the provider as on the site, whatever the price', async () => {
    const offers = [
      ...(await Promise.all(
        [1, 7, 15, 33, 50, 67, 99].map((percent_off) => buildOffer(shop.site, { percent_off })),
      )),
      await buildOffer(shop.site, { amount_off: 333 }),
    ];
    const { token } = await buildMember(shop.site);
    for (const price of [999, 1_050, 4_999, 12_345])
      for (const { code } of offers) {
        const body = { is_purchasable: true, tier_access: 2, price };
        const { id } = await buildPlaybook(shop.site, body);
        const quoted = await shop.site.api('POST', '/api/v1/offers/quote', {
          token,
          body: { code, playbook: id },
        });
        if (quoted.status === 409) continue;
        const opened = await shop.checkout(token, { type: 'playbook', playbookId: id, code });
        const session = shop.stripe.fixture.sessions.get(shop.sessionOf(opened.body.url));
        expect([price, code, session?.amount_total]).toEqual([price, code, quoted.body.playbook.due]);
        // An offer can be used once per member, so release it.
        await shop.stripe.scenarios.expire(session as NonNullable<typeof session>);
      }
  });
});

describe('the provider’s coupon', () => {
  test('of a playbook is for its one payment, however long the code reduces plans', async () => {
    const { session } = await checkout(
      { percent_off: 20, duration: 'repeating', duration_months: 3 },
      (code) => ({ type: 'playbook', playbookId: shop.playbook.id, code }),
    );
    const coupon = shop.stripe.fixture.coupons.get(session.coupon ?? '');
    expect(coupon).toMatchObject({ duration: 'once', duration_in_months: null });
  });

  const couponOf = ({ session }: Awaited<ReturnType<typeof checkout>>) => session.coupon ?? '';
  const again = async (code: string) => {
    const { token } = await buildMember(shop.site);
    const { body } = await shop.checkout(token, plan(code, shop.pro));
    return shop.stripe.fixture.sessions.get(shop.sessionOf(body.url))?.coupon;
  };

  test('is one for all members, made again where it was deleted, and another one for other terms', async () => {
    const first = await checkout({ percent_off: 20 }, (code) => plan(code, shop.pro));
    expect(shop.stripe.fixture.coupons.get(couponOf(first))).toMatchObject({
      name: first.offer.code,
      percent_off: 20,
      duration: 'once',
    });
    expect(await again(first.offer.code)).toBe(couponOf(first));
    shop.stripe.fixture.coupons.delete(couponOf(first));
    expect(await again(first.offer.code)).toBe(couponOf(first));
    await shop.site.api('PATCH', `/api/v1/admin/offers/${first.offer.id}`, {
      token: shop.admin.token,
      body: { percent_off: 30 },
    });
    const changed = await again(first.offer.code);
    expect(changed).not.toBe(couponOf(first));
    expect(shop.stripe.fixture.coupons.get(changed ?? '')?.percent_off).toBe(30);
  });

  test('names the chosen plans, also ones that nobody has bought yet', async () => {
    const made = await checkout(
      { applies_to: 'chosen', tier_ids: [shop.pro.id, shop.studio.id], duration: 'forever' },
      (code) => plan(code, shop.pro),
    );
    const products = shop.stripe.fixture.couponProducts.get(couponOf(made));
    expect(new Set(products)).toEqual(
      new Set([`promptory_tier_${shop.pro.id}`, `promptory_tier_${shop.studio.id}`]),
    );
  });
});

test('the event of an abandoned checkout gives its redemption back', async () => {
  const { offer, session } = await checkout({ max_redemptions: 1 }, (code) => plan(code, shop.pro));
  const { token } = await buildMember(shop.site);
  const next = () => shop.checkout(token, plan(offer.code, shop.pro));
  expect((await next()).status).toBe(409);
  await shop.stripe.scenarios.expire(session);
  expect((await next()).status).toBe(200);
});

// Last, because it moves the provider's clock.
test('a plan is charged what was shown, for as long as was shown', async () => {
  const { member, session } = await checkout(
    { percent_off: 25, duration: 'repeating', duration_months: 3 },
    (code) => plan(code, shop.pro),
  );
  expect(session).toMatchObject({ amount_subtotal: 1_200, amount_total: 900, allow_promotion_codes: null });
  await shop.stripe.scenarios.pay(session.id);
  const shown = await shop.plan(member.token);
  expect(shown).toMatchObject({
    plan: 'Pro',
    amount: 1_200,
    next_amount: 900,
    discount: { percent_off: 25 },
  });
  const days = (Date.parse(shown.discount.until) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(88);
  expect(days).toBeLessThan(93);
  await shop.stripe.scenarios.advance({ days: 125 });
  expect(invoiceTotals(session.subscription)).toEqual([900, 900, 900, 1_200, 1_200]);
  expect(await shop.plan(member.token)).toMatchObject({ next_amount: 1_200, discount: null });
});
