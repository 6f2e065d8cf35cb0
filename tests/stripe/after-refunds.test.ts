import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '#money/billing/subscription/entitlement.ts';
import { formatDay } from '#ui/format.ts';
import { type BillingSite, createBillingSite } from './billing-site.ts';
import type { Subscription } from './fixture.ts';

let shop: BillingSite;
beforeAll(async () => {
  shop = await createBillingSite();
});
afterAll(() => shop.stop());

const charges = () => [...shop.stripe.fixture.charges.keys()];
const newestCharge = () => charges().at(-1) ?? '';
const atProvider = (id: string) => shop.stripe.fixture.subscriptions.get(id);
const again = (token: string) => shop.checkout(token, { type: 'subscription', tierId: 1 });
const cancel = (token: string) => shop.site.api('POST', '/api/v1/subscription/cancel', { token });
const keepRefunded = (isKept: boolean) =>
  shop.site.api('PUT', '/api/v1/admin/settings', {
    token: shop.admin.token,
    body: { cancel_refunded_plans: !isKept },
  });

/** The email to an address with this subject, without breaks of long lines. */
const emailTo = async (email: string, subject: string) =>
  (await shop.site.emails())
    .map((raw) => raw.replaceAll(/=\r?\n/g, '').replaceAll(/\r?\n[ \t]+/g, ' '))
    .find((raw) => raw.includes(`To: ${email}`) && raw.includes(`Subject: ${subject}`));

describe('a refund of an upgrade', () => {
  test('to a yearly plan cancels it, and leaves what was paid of the month', async () => {
    const member = await shop.upgraded('year');
    await shop.stripe.scenarios.refund(member.charge);
    expect(atProvider(member.subscriptionId)?.status).toBe('canceled');
    const plan = await shop.plan(member.token);
    expect(plan).toMatchObject({ plan: 'Pro', status: null, next_payment_at: null });
    const [left, right] = [Date.parse(plan.ends_at), addDays(new Date(), 25).getTime()];
    expect(left).toBeGreaterThan(right);
    expect(left).toBeLessThan(addDays(new Date(), 32).getTime());
    expect((await again(member.token)).status).toBe(200);
    const { body } = await shop.site.api('GET', '/api/v1/profile/deletion', { token: member.token });
    expect(body.subscriptions).toMatchObject([
      { name: 'Pro', amount: 1200, interval: 'month', paid_until: plan.ends_at },
    ]);
    expect(body.subscriptions[0].unused_amount).toBeGreaterThan(0);
    const end = formatDay(plan.ends_at);
    await expect
      .poll(() => emailTo(member.email, 'Refund: Studio'))
      .toContain(`You keep Pro until ${end}, and you won't be charged again. You can subscribe again`);
    expect(await emailTo(shop.admin.email, `Refund: Studio (${member.email})`)).toContain(
      `They keep Pro until ${end}, and they won't be charged again.`,
    );
  });

  test('to a yearly plan that the settings keep leaves the month; canceling it then changes nothing else', async () => {
    await keepRefunded(true);
    const member = await shop.upgraded('year');
    await shop.stripe.scenarios.refund(member.charge);
    const held = await shop.plan(member.token);
    expect(held).toMatchObject({ plan: 'Pro', status: 'active', kept_price: { amount: 1200 } });
    const end = formatDay(held.kept_price.until);
    await expect
      .poll(() => emailTo(member.email, 'Refund: Studio'))
      .toContain(`You're on Pro again, until ${end}.`);
    await cancel(member.token);
    expect(atProvider(member.subscriptionId)?.status).toBe('canceled');
    const left = { plan: 'Pro', source: 'subscription', status: null, ends_at: held.kept_price.until };
    expect(await shop.plan(member.token)).toMatchObject(left);
    await expect
      .poll(() => emailTo(member.email, 'Your subscription to Pro has been canceled'))
      .toContain(`Your plan stays active until ${end}. You won't be charged again.`);
    await keepRefunded(false);
  });
});

test('a refund of the month before a yearly upgrade leaves the year, which was charged', async () => {
  const member = await shop.upgraded('year');
  await shop.stripe.scenarios.refund(charges().at(-2) ?? '');
  expect(await shop.plan(member.token)).toMatchObject({ plan: 'Studio', status: 'active', reversal: null });
  expect(atProvider(member.subscriptionId)?.status).toBe('active');
  await expect.poll(() => emailTo(member.email, 'Refund: Pro')).toContain('Your plan stays the same.');
});

describe('canceling a subscription', () => {
  test('that the settings keep though its payment was refunded ends it, before the refund or after', async () => {
    await keepRefunded(true);
    const after = await shop.subscriber(shop.pro);
    await shop.stripe.scenarios.refund(newestCharge());
    await cancel(after.token);
    const before = await shop.subscriber(shop.pro);
    await cancel(before.token);
    await shop.stripe.scenarios.refund(newestCharge());
    const inPortal = await shop.subscriber(shop.pro);
    await shop.stripe.scenarios.refund(newestCharge());
    await shop.stripe.scenarios.cancelInPortal(inPortal.subscriptionId);
    for (const { token, subscriptionId } of [after, before, inPortal]) {
      expect(atProvider(subscriptionId)?.status).toBe('canceled');
      const ended = { plan: 'Free', status: null, reversal: { reason: 'refunded', plan: 'Pro' } };
      expect(await shop.plan(token)).toMatchObject(ended);
      const { body } = await again(token);
      await shop.stripe.scenarios.pay(shop.sessionOf(body.url));
      expect(await shop.plan(token)).toMatchObject({ plan: 'Pro', status: 'active' });
    }
    await expect
      .poll(() => emailTo(before.email, 'Refund: Pro'))
      .toContain("Your plan has ended, and you won't be charged again.");
    await keepRefunded(false);
  });

  test('as of a day after its next payment does not end it with a refund that the settings keep', async () => {
    await keepRefunded(true);
    const member = await shop.subscriber(shop.pro);
    const cancel_at = Math.floor(addDays(new Date(), 200).getTime() / 1_000);
    await shop.stripe.scenarios.changes.update(atProvider(member.subscriptionId) as Subscription, {
      cancel_at,
    });
    await shop.stripe.scenarios.refund(newestCharge());
    expect(atProvider(member.subscriptionId)?.status).toBe('active');
    expect(await shop.plan(member.token)).toMatchObject({ plan: 'Free', status: 'active' });
    await expect
      .poll(() => emailTo(member.email, 'Refund: Pro'))
      .toContain('Your plan is on hold. Unless you cancel it, it resumes with the next payment on');
    await keepRefunded(false);
  });

  test('while its payment is disputed keeps the period, which a won dispute restores', async () => {
    const member = await shop.subscriber(shop.pro);
    await shop.stripe.scenarios.dispute(newestCharge());
    await cancel(member.token);
    expect(atProvider(member.subscriptionId)).toMatchObject({ status: 'active', cancel_at_period_end: true });
    await shop.stripe.scenarios.winDispute(newestCharge());
    expect(await shop.plan(member.token)).toMatchObject({ plan: 'Pro', status: 'active', reversal: null });
  });

  test('while the payment for its annual billing is disputed names the end of what is left', async () => {
    const member = await shop.upgraded('year');
    await shop.stripe.scenarios.dispute(member.charge);
    const { kept_price } = await shop.plan(member.token);
    await cancel(member.token);
    const { plan, ends_at, subscription_ends_at } = await shop.plan(member.token);
    expect([plan, ends_at]).toEqual(['Pro', kept_price.until]);
    expect(Date.parse(subscription_ends_at)).toBeGreaterThan(Date.parse(ends_at));
  });
});
