import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '#money/billing/subscription/entitlement.ts';
import type { Figures } from '#owner/figures/figures.contract.ts';
import { buildMember, buildPlaybook } from '../harness/build.ts';
import { type BillingSite, createBillingSite } from './billing-site.ts';
import { newId } from './fixture.ts';

let shop: BillingSite;
beforeAll(async () => {
  shop = await createBillingSite();
});
afterAll(() => shop.stop());

const charges = () => [...shop.stripe.fixture.charges.keys()];
const newestCharge = () => charges().at(-1) ?? '';
const atProvider = (id: string) => shop.stripe.fixture.subscriptions.get(id);
const again = (token: string) => shop.checkout(token, { type: 'subscription', tierId: 1 });
const settings = (body: object) =>
  shop.site.api('PUT', '/api/v1/admin/settings', { token: shop.admin.token, body });

/** Sends the newest events again with new ids, several times at once. */
const repeat = (count: number) =>
  Promise.all(
    shop.stripe.events
      .slice(-count)
      .flatMap((event) => [1, 2, 3].map(() => shop.stripe.post({ ...event, id: newId('evt') }))),
  );

/** The subjects of matching emails to an address. */
async function subjectsTo(email: string, pattern: RegExp): Promise<string[]> {
  const emails = (await shop.site.emails()).filter((raw) => raw.includes(`To: ${email}`));
  // Long subjects are folded.
  const subjects = emails.map((raw) =>
    (/^Subject: (.*(?:\r?\n[ \t].*)*)/m.exec(raw)?.[1] ?? '').replaceAll(/\r?\n[ \t]+/g, ' ').trim(),
  );
  return subjects.filter((subject) => pattern.test(subject)).sort();
}

describe('a full refund of the present period', () => {
  test('cancels the subscription, tells everybody once, and the member buys again at once', async () => {
    const member = await shop.subscriber(shop.pro, 'year');
    await shop.stripe.scenarios.refund(newestCharge());
    expect(await shop.tierOf(member.id)).toBeUndefined();
    expect(atProvider(member.subscriptionId)?.status).toBe('canceled');
    expect(await shop.plan(member.token)).toMatchObject({
      plan: 'Free',
      source: 'free',
      status: null,
      amount: null,
      next_payment_at: null,
      reversal: { reason: 'refunded', plan: 'Pro' },
    });
    await repeat(2);
    const { status, body } = await again(member.token);
    expect(status).toBe(200);
    await shop.stripe.scenarios.pay(shop.sessionOf(body.url));
    expect(await shop.plan(member.token)).toMatchObject({ plan: 'Pro', status: 'active', reversal: null });
    await expect.poll(() => subjectsTo(member.email, /Refund|ended/)).toEqual(['Refund: Pro']);
    await expect
      .poll(() => subjectsTo(shop.admin.email, new RegExp(member.email)))
      .toEqual([`Refund: Pro (${member.email})`]);
    const [email] = (await shop.site.emails()).filter(
      (raw) => raw.includes('Subject: Refund: Pro') && raw.includes(`To: ${member.email}`),
    );
    expect(email?.replaceAll(/=\r?\n/g, '')).toContain(
      "We refunded $115.20. Your plan has ended, and you won't be charged again.",
    );
  });

  test('of a member who was told nothing yet lets them buy again too', async () => {
    const member = await shop.subscriber(shop.pro);
    shop.stripe.drop(true);
    await shop.stripe.scenarios.refund(newestCharge());
    shop.stripe.drop(false);
    await shop.site.services.billing.reconcile.all();
    expect(atProvider(member.subscriptionId)?.status).toBe('canceled');
    expect((await again(member.token)).status).toBe(200);
  });

  test('is followed up later if the provider is away, or the process ends, at that moment', async () => {
    await settings({ cancel_refunded_plans: false });
    const member = await shop.subscriber(shop.pro);
    await shop.stripe.scenarios.refund(newestCharge());
    await settings({ cancel_refunded_plans: true });
    // The refund is stored, but the subscription isn't canceled yet.
    shop.stripe.down(true);
    await shop.site.services.billing.reconcile.due();
    shop.stripe.down(false);
    expect(atProvider(member.subscriptionId)?.status).toBe('active');
    await Promise.all([1, 2, 3].map(() => shop.site.services.billing.reconcile.due()));
    expect(atProvider(member.subscriptionId)?.status).toBe('canceled');
    expect(await shop.plan(member.token)).toMatchObject({ plan: 'Free', status: null });
  });

  test('that fails gives back the time that was paid for', async () => {
    const member = await shop.subscriber(shop.pro);
    const { next_payment_at } = await shop.plan(member.token);
    await shop.stripe.scenarios.refund(newestCharge());
    await shop.stripe.scenarios.failRefund(newestCharge());
    await repeat(1);
    expect(await shop.tierOf(member.id)).toBe('Pro');
    expect(await shop.plan(member.token)).toMatchObject({
      plan: 'Pro',
      source: 'subscription',
      status: null,
      ends_at: next_payment_at,
      next_payment_at: null,
      reversal: null,
    });
    await expect
      .poll(() => subjectsTo(member.email, /refund/i))
      .toEqual(['Refund: Pro', 'The refund for Pro failed']);
    expect((await again(member.token)).status).toBe(200);
  });

  test('in two parts closes the plan with the second', async () => {
    const member = await shop.subscriber(shop.pro);
    const refunds = async () => {
      const { body } = await shop.site.api('GET', '/api/v1/admin/figures?unit=month', {
        token: shop.admin.token,
      });
      return (body as Figures).series.reduce((sum, bucket) => sum + (bucket.refunds ?? 0), 0);
    };
    const before = await refunds();
    await shop.stripe.scenarios.refund(newestCharge(), 700);
    expect(await shop.tierOf(member.id)).toBe('Pro');
    await expect.poll(refunds).toBe(before + 700);
    expect(atProvider(member.subscriptionId)?.status).toBe('active');
    await shop.stripe.scenarios.refund(newestCharge(), 500);
    expect(atProvider(member.subscriptionId)?.status).toBe('canceled');
    await expect.poll(refunds).toBe(before + 1_200);
  });

  test('leaves the subscription running if the settings say so; the next payment restores the plan', async () => {
    expect((await settings({ cancel_refunded_plans: false })).body.cancel_refunded_plans).toBe(false);
    const member = await shop.subscriber(shop.pro);
    await shop.stripe.scenarios.refund(newestCharge());
    await shop.site.services.billing.reconcile.due();
    expect(atProvider(member.subscriptionId)?.status).toBe('active');
    expect(await shop.plan(member.token)).toMatchObject({
      plan: 'Free',
      status: 'active',
      amount: 1200,
      reversal: { reason: 'refunded', plan: 'Pro' },
    });
    const reason = 'Your last payment was refunded, so your plan is on hold. Cancel it or contact support.';
    expect((await again(member.token)).body.error).toBe(reason);
    const path = `/api/v1/subscription/change?tier=${shop.studio.id}`;
    const preview = await shop.site.api('GET', path, { token: member.token });
    expect([preview.status, preview.body.error]).toEqual([409, reason]);
    await shop.stripe.scenarios.renew(member.subscriptionId);
    expect(await shop.plan(member.token)).toMatchObject({ plan: 'Pro', reversal: null });
    expect((await settings({ cancel_refunded_plans: true })).body.cancel_refunded_plans).toBe(true);
  });
});

test('an earlier month that is refunded closes nothing that was paid later', async () => {
  const member = await shop.subscriber(shop.pro);
  const first = newestCharge();
  const [invoice] = [...shop.stripe.fixture.invoices.values()].slice(-1);
  for (const line of invoice?.lines.data ?? []) {
    line.period.start -= 40 * 86_400;
    line.period.end -= 40 * 86_400;
  }
  await shop.stripe.scenarios.renew(member.subscriptionId);
  await shop.stripe.scenarios.refund(first);
  expect(await shop.plan(member.token)).toMatchObject({ plan: 'Pro', status: 'active', reversal: null });
  expect(atProvider(member.subscriptionId)?.status).toBe('active');
  await expect.poll(() => subjectsTo(member.email, /Refund/)).toEqual(['Refund: Pro']);
});

describe('a refund of the upgrade only', () => {
  test('gives back the upgrade: the earlier plan, at its price, with nothing charged', async () => {
    const member = await shop.upgraded();
    const before = charges().length;
    await shop.stripe.scenarios.refund(member.charge);
    await repeat(2);
    expect(await shop.plan(member.token)).toMatchObject({
      plan: 'Pro',
      status: 'active',
      amount: 1200,
      reversal: null,
    });
    expect(atProvider(member.subscriptionId)?.items.data[0]?.price.unit_amount).toBe(1200);
    expect(charges()).toHaveLength(before);
    await expect
      .poll(() => subjectsTo(member.email, /Refund|now/))
      .toEqual(['Refund: Studio', 'Your plan is now Studio']);
    // After another upgrade, the month is refunded too.
    const path = `/api/v1/subscription/change?tier=${shop.studio.id}`;
    expect((await shop.site.api('GET', path, { token: member.token })).status).toBe(200);
    await shop.stripe.scenarios.refund(charges().at(-2) ?? '');
    expect(await shop.plan(member.token)).toMatchObject({ plan: 'Free', status: null });
    expect(atProvider(member.subscriptionId)?.status).toBe('canceled');
  });

  test('gives back the earlier plan at its price though that price was archived at the provider', async () => {
    const member = await shop.upgraded();
    const { prices } = shop.stripe.fixture;
    const old = [...prices.values()].filter(({ unit_amount }) => unit_amount === 1200);
    for (const price of old) price.active = false;
    await shop.stripe.scenarios.refund(member.charge);
    expect(await shop.plan(member.token)).toMatchObject({ plan: 'Pro', status: 'active', amount: 1200 });
    const price = atProvider(member.subscriptionId)?.items.data[0]?.price;
    expect([price?.unit_amount, price?.active]).toEqual([1200, true]);
    expect(old.map(({ id }) => id)).not.toContain(price?.id);
    // The next subscription gets the new price too.
    const other = await shop.upgraded();
    await shop.stripe.scenarios.refund(other.charge);
    expect(atProvider(other.subscriptionId)?.items.data[0]?.price.id).toBe(price?.id);
  });
});

describe('the first look after an update from 0.2.0, which kept no lines of invoices', () => {
  /** The update's record of a payment that was refunded before: one line for all time, and no other invoices. */
  async function asUpdated(subscriptionId: string, invoiceId: string, priceId: string) {
    const { db } = shop.site;
    const future = addDays(new Date(), 300).toISOString();
    const lines = [{ priceId, amount: 0, startsAt: '1970-01-01T00:00:00Z', endsAt: future }];
    await sql`delete from subscription_invoices where subscription_id = ${subscriptionId}`.execute(db);
    await sql`delete from refunded_invoices where subscription_id = ${subscriptionId}`.execute(db);
    await sql`insert into subscription_invoices (id, subscription_id, status, amount_paid, currency, lines, created_at, read_number)
      values (${invoiceId}, ${subscriptionId}, 'paid', 0, 'usd', ${JSON.stringify(lines)}::jsonb, now(), 0)`.execute(
      db,
    );
    await sql`insert into refunded_invoices (id, subscription_id, amount, is_refunded, is_disputed, notified, read_number)
      values (${invoiceId}, ${subscriptionId}, 0, true, false, 'refunded', 0)`.execute(db);
  }
  const newestInvoice = () => [...shop.stripe.fixture.invoices.keys()].at(-1) ?? '';
  async function refundUnheard(charge: string) {
    shop.stripe.drop(true);
    await shop.stripe.scenarios.refund(charge);
    shop.stripe.drop(false);
  }

  test('takes back a refunded upgrade only, as Stripe says', async () => {
    const member = await shop.upgraded();
    const price = atProvider(member.subscriptionId)?.items.data[0]?.price.id ?? '';
    await refundUnheard(member.charge);
    await asUpdated(member.subscriptionId, newestInvoice(), price);
    await shop.site.services.billing.reconcile.due();
    expect(await shop.plan(member.token)).toMatchObject({ plan: 'Pro', status: 'active', amount: 1200 });
    expect(atProvider(member.subscriptionId)?.status).toBe('active');
  });

  test('leaves a subscription alone of which an earlier month was refunded', async () => {
    const member = await shop.subscriber(shop.pro);
    const price = atProvider(member.subscriptionId)?.items.data[0]?.price.id ?? '';
    const [charge, invoice] = [newestCharge(), newestInvoice()];
    for (const line of shop.stripe.fixture.invoices.get(invoice)?.lines.data ?? []) {
      line.period.start -= 40 * 86_400;
      line.period.end -= 40 * 86_400;
    }
    await shop.stripe.scenarios.renew(member.subscriptionId);
    await refundUnheard(charge);
    await asUpdated(member.subscriptionId, invoice, price);
    await shop.site.services.billing.reconcile.due();
    expect(await shop.plan(member.token)).toMatchObject({ plan: 'Pro', status: 'active', reversal: null });
  });

  test('cancels one whose present month was refunded', async () => {
    const member = await shop.subscriber(shop.pro);
    const price = atProvider(member.subscriptionId)?.items.data[0]?.price.id ?? '';
    await refundUnheard(newestCharge());
    await asUpdated(member.subscriptionId, newestInvoice(), price);
    await shop.site.services.billing.reconcile.due();
    expect(await shop.plan(member.token)).toMatchObject({ plan: 'Free', status: null });
    expect(atProvider(member.subscriptionId)?.status).toBe('canceled');
  });
});

describe('a dispute', () => {
  test('holds the plan while it is open, and a won one restores it', async () => {
    const member = await shop.subscriber(shop.pro);
    await shop.stripe.scenarios.dispute(newestCharge());
    expect(await shop.plan(member.token)).toMatchObject({
      plan: 'Free',
      status: 'active',
      reversal: { reason: 'disputed', plan: 'Pro' },
    });
    await shop.site.services.billing.reconcile.due();
    expect(atProvider(member.subscriptionId)?.status).toBe('active');
    expect((await again(member.token)).body.error).toBe(
      'Your last payment is disputed, so your plan is on hold. You can change it once the dispute is settled.',
    );
    await shop.stripe.scenarios.winDispute(newestCharge());
    await repeat(2);
    expect(await shop.plan(member.token)).toMatchObject({ plan: 'Pro', status: 'active', reversal: null });
    await expect
      .poll(() => subjectsTo(member.email, /dispute|disputed/))
      .toEqual(['The dispute about Pro is settled', 'Your payment for Pro is disputed']);
    await expect
      .poll(() => subjectsTo(shop.admin.email, new RegExp(member.email)))
      .toEqual([`Dispute won: Pro (${member.email})`, `Dispute: Pro (${member.email})`]);
  });

  test('that is lost cancels the subscription, and the member can buy again', async () => {
    const member = await shop.subscriber(shop.pro);
    await shop.stripe.scenarios.dispute(newestCharge());
    await shop.stripe.scenarios.loseDispute(newestCharge());
    expect(atProvider(member.subscriptionId)?.status).toBe('canceled');
    expect(await shop.plan(member.token)).toMatchObject({
      plan: 'Free',
      status: null,
      reversal: { reason: 'dispute_lost', plan: 'Pro' },
    });
    expect((await again(member.token)).status).toBe(200);
    await expect
      .poll(() => subjectsTo(shop.admin.email, new RegExp(member.email)))
      .toEqual([`Dispute lost: Pro (${member.email})`, `Dispute: Pro (${member.email})`]);
  });

  test.each(['warning_needs_response', 'warning_under_review', 'warning_closed', 'prevented'] as const)(
    'that has moved no money (%s) closes nothing and tells nobody',
    async (status) => {
      const member = await shop.subscriber(shop.pro);
      await shop.stripe.scenarios.dispute(newestCharge(), status);
      await shop.site.services.billing.reconcile.all();
      expect(await shop.plan(member.token)).toMatchObject({ plan: 'Pro', status: 'active', reversal: null });
      expect(atProvider(member.subscriptionId)?.status).toBe('active');
      expect(await subjectsTo(member.email, /dispute|disputed/)).toEqual([]);
    },
  );

  test('about a playbook closes it, tells member and admins, and a won one opens it', async () => {
    const playbook = await buildPlaybook(shop.site, { tier_access: 2, is_purchasable: true, price: 900 });
    const member = await shop.subscriber(shop.pro);
    const { body } = await shop.checkout(member.token, { type: 'playbook', playbookId: playbook.id });
    await shop.stripe.scenarios.pay(shop.sessionOf(body.url));
    const canRead = async () =>
      (await shop.site.api('GET', `/api/v1/playbooks/${playbook.slug}`, { token: member.token })).body.can
        .read;
    await shop.stripe.scenarios.dispute(newestCharge());
    expect([await canRead(), await shop.tierOf(member.id)]).toEqual([false, 'Pro']);
    await shop.stripe.scenarios.winDispute(newestCharge());
    expect(await canRead()).toBe(true);
    const { title } = playbook;
    await expect
      .poll(() => subjectsTo(member.email, /dispute|disputed/))
      .toEqual([`The dispute about ${title} is settled`, `Your payment for ${title} is disputed`]);
    await expect
      .poll(() => subjectsTo(shop.admin.email, new RegExp(member.email)))
      .toEqual([`Dispute won: ${title} (${member.email})`, `Dispute: ${title} (${member.email})`]);
  });
});

test('a refund of a playbook that the plan includes too says that it stays open', async () => {
  const { site, stripe } = shop;
  const playbook = await buildPlaybook(site, { tier_access: 1, is_purchasable: true, price: 900 });
  const { email, token } = await buildMember(site);
  const bought = await shop.checkout(token, { type: 'playbook', playbookId: playbook.id });
  await stripe.scenarios.pay(shop.sessionOf(bought.body.url));
  const charge = newestCharge();
  const subscribed = await shop.checkout(token, { type: 'subscription', tierId: 1, tier: shop.pro.id });
  await stripe.scenarios.pay(shop.sessionOf(subscribed.body.url));
  await stripe.scenarios.refund(charge);
  await stripe.scenarios.failRefund(charge);
  const { body } = await site.api('GET', `/api/v1/playbooks/${playbook.slug}`, { token });
  expect(body.can.read).toBe(true);
  const texts = async (to: string) =>
    (await site.emails())
      .filter((raw) => raw.includes(`To: ${to}`) && raw.includes(playbook.title) && /refund/i.test(raw))
      .map((raw) => raw.replaceAll(/=\r?\n/g, ''));
  for (const [to, sentence] of [
    [email, 'You still have access to this playbook.'],
    [shop.admin.email, 'They still have access to it.'],
  ] as const) {
    await expect.poll(async () => (await texts(to)).length).toBe(2);
    for (const text of await texts(to)) expect(text).toContain(sentence);
  }
});
