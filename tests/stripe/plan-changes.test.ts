import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildMember, buildTier } from '../harness/build.ts';
import { type BillingSite, createBillingSite } from './billing-site.ts';

let shop: BillingSite;
beforeAll(async () => {
  shop = await createBillingSite();
});
afterAll(() => shop.stop());

type Tier = { id: string };

const previewOf = async (token: string, tier: Tier, interval = 'month') =>
  (await shop.site.api('GET', `/api/v1/subscription/change?tier=${tier.id}&interval=${interval}`, { token }))
    .body;

/** Changes the plan at the previewed price. */
async function changeTo(token: string, tier: Tier, interval = 'month') {
  const { proration_date, amount_due } = await previewOf(token, tier, interval);
  const body = { tier: tier.id, interval, proration_date, amount_due };
  return shop.site.api('POST', '/api/v1/subscription/change', { token, body });
}

const at = (subscriptionId: string) => {
  const subscription = shop.stripe.fixture.subscriptions.get(subscriptionId);
  if (!subscription) throw new Error('no subscription');
  return subscription;
};
const openInvoiceOf = (subscriptionId: string) => at(subscriptionId).latest_invoice ?? '';

async function subjectsTo(email: string): Promise<string[]> {
  const emails = (await shop.site.emails()).filter((raw) => raw.includes(`To: ${email}`));
  return emails.map((raw) => /^Subject: (.*)$/m.exec(raw)?.[1]?.trim() ?? '');
}

/** A member on Pro whose card requires a confirmation of each payment. */
async function careful() {
  const member = await shop.subscriber(shop.pro);
  shop.stripe.scenarios.setCard(at(member.subscriptionId).customer, 'authenticate');
  return member;
}

describe('a card that asks for a confirmation', () => {
  test('changes the plan once the payment is confirmed, and the member is led there', async () => {
    const { stripe, studio } = shop;
    const { email, token, subscriptionId, id } = await careful();
    const answer = await changeTo(token, studio);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      plan: 'Pro',
      status: 'active',
      pending_change: { name: 'Studio', amount: 2900, interval: 'month' },
      action_url: `${stripe.url}/invoice/${openInvoiceOf(subscriptionId)}`,
    });
    expect(await shop.tierOf(id)).toBe('Pro');
    await expect.poll(() => subjectsTo(email)).toContain('Confirm your payment to switch to Studio');
    await stripe.scenarios.payInvoice(openInvoiceOf(subscriptionId));
    expect(await shop.plan(token)).toMatchObject({ plan: 'Studio', pending_change: null, action_url: null });
  });

  test('keeps the old plan if the payment is not confirmed in time, or not at all', async () => {
    const { stripe, studio } = shop;
    const { token, subscriptionId, id } = await careful();
    await changeTo(token, studio);
    await stripe.scenarios.failAuthentication(openInvoiceOf(subscriptionId));
    expect(await shop.plan(token)).toMatchObject({ plan: 'Pro', pending_change: { name: 'Studio' } });
    await stripe.scenarios.discardPending(subscriptionId);
    expect(await shop.plan(token)).toMatchObject({ plan: 'Pro', pending_change: null, action_url: null });
    expect([await shop.tierOf(id), at(subscriptionId).status]).toEqual(['Pro', 'active']);
  });

  test('is known to be confirmed even if no event ever arrives', async () => {
    const { stripe, studio } = shop;
    const { token, subscriptionId } = await careful();
    await changeTo(token, studio);
    stripe.drop(true);
    await stripe.scenarios.payInvoice(openInvoiceOf(subscriptionId));
    stripe.drop(false);
    await expect.poll(async () => (await shop.plan(token)).plan).toBe('Studio');
  });

  test('resumes a canceled plan only with the change', async () => {
    const { site, stripe, studio } = shop;
    const { token, subscriptionId } = await careful();
    expect(await previewOf(token, studio)).toMatchObject({ resumes: false });
    await site.api('POST', '/api/v1/subscription/cancel', { token });
    expect(await previewOf(token, studio)).toMatchObject({ resumes: true });
    await changeTo(token, studio);
    expect(at(subscriptionId).cancel_at_period_end).toBe(true);
    await stripe.scenarios.payInvoice(openInvoiceOf(subscriptionId));
    expect(await shop.plan(token)).toMatchObject({ plan: 'Studio', ends_at: null });
  });

  test('is asked for at a renewal: the member is led there, and the grace period runs', async () => {
    const { stripe } = shop;
    const { email, token, subscriptionId, id } = await careful();
    await stripe.scenarios.renew(subscriptionId);
    expect(await shop.plan(token)).toMatchObject({
      plan: 'Pro',
      status: 'past_due',
      action_url: `${stripe.url}/invoice/${openInvoiceOf(subscriptionId)}`,
    });
    await expect.poll(() => subjectsTo(email)).toContain('Confirm your payment for Pro');
    expect(await subjectsTo(email)).not.toContain('Your payment for Pro failed');
    const link = `${stripe.url}/invoice/${openInvoiceOf(subscriptionId)}`;
    const [mail] = (await shop.site.emails()).filter((raw) => raw.includes('Confirm your payment for Pro'));
    expect(mail?.replaceAll('=\r\n', '').replaceAll('=\n', '')).toContain(link);
    await stripe.scenarios.payInvoice(openInvoiceOf(subscriptionId));
    expect(await shop.plan(token)).toMatchObject({ status: 'active', action_url: null });
    expect(await shop.tierOf(id)).toBe('Pro');
  });
});

test('a first payment that is on its way has to arrive before the plan is changed', async () => {
  const { token, subscriptionId } = await shop.subscriber(shop.pro);
  await shop.site.db
    .updateTable('subscription_invoices')
    .set({ status: 'open', amount_paid: 0 })
    .where('subscription_id', '=', subscriptionId)
    .execute();
  const path = `/api/v1/subscription/change?tier=${shop.studio.id}&interval=month`;
  expect((await shop.site.api('GET', path, { token })).status).toBe(409);
});

test('a bank debit for a change has to arrive before the plan is changed again: what is credited was paid', async () => {
  const { site, stripe, pro, studio } = shop;
  const { token } = await buildMember(site);
  const begun = await shop.checkout(token, { type: 'subscription', tierId: pro.access_level });
  const sessionId = shop.sessionOf(begun.body.url);
  await stripe.scenarios.pay(sessionId, { isDebit: true });
  await stripe.scenarios.concludeDebit(sessionId, { isPaid: true });
  expect((await changeTo(token, studio)).body).toMatchObject({
    plan: 'Pro',
    payment_under_way: { tier_id: studio.id, name: 'Studio' },
  });
  const { id, customer } = at(stripe.fixture.sessions.get(sessionId)?.subscription ?? '');
  await changeTo(token, pro);
  expect(stripe.fixture.customers.get(customer)?.balance).toBe(0);
  expect((await previewOf(token, pro)).error).toBe(
    'A payment for your plan is being processed. You can change your plan once it has arrived.',
  );
  await stripe.scenarios.payInvoice(openInvoiceOf(id));
  expect(await shop.plan(token)).toMatchObject({ plan: 'Studio', payment_under_way: null });
  expect((await changeTo(token, pro)).body).toMatchObject({ plan: 'Pro' });
});

test('a change takes the consent that a purchase takes', async () => {
  const { site, admin, studio } = shop;
  const { token } = await shop.subscriber(shop.pro);
  const pages = (method: string, path: string, body?: object) =>
    site.api(method, `/api/v1/admin/pages${path}`, { token: admin.token, ...(body && { body }) });
  const { id } = (await pages('POST', '', { kind: 'terms' })).body;
  const { updated_at } = (await pages('PATCH', `/${id}`, { body: 'Be kind.' })).body;
  await pages('POST', `/${id}/publish`, { updated_at });
  const change = async (agreed?: object) => {
    const { proration_date, amount_due } = await previewOf(token, studio);
    const body = { tier: studio.id, interval: 'month', proration_date, amount_due, ...agreed };
    return site.api('POST', '/api/v1/subscription/change', { token, body });
  };
  expect((await change()).body.code).toBe('consent_required');
  expect(await shop.plan(token)).toMatchObject({ plan: 'Pro' });
  expect((await change({ agreed_to: { terms: 1 } })).body).toMatchObject({ plan: 'Studio' });
  await pages('DELETE', `/${id}/publish`);
});

test('a declined card changes nothing, and nothing stays open', async () => {
  const { stripe, studio } = shop;
  const { token, subscriptionId } = await shop.subscriber(shop.pro);
  stripe.scenarios.setCard(at(subscriptionId).customer, 'declined');
  const answer = await changeTo(token, studio);
  expect([answer.status, answer.body.error]).toEqual([402, 'Your card was declined. Nothing has changed.']);
  expect(at(subscriptionId)).toMatchObject({ status: 'active', pending_update: null });
  expect(stripe.fixture.invoices.get(openInvoiceOf(subscriptionId))?.status).toBe('void');
  expect(await shop.plan(token)).toMatchObject({ plan: 'Pro', pending_change: null, action_url: null });
});

describe('prices', () => {
  test('that were lowered can be taken by those on the old one', async () => {
    const { site } = shop;
    const tier = await buildTier(site, { name: 'Falling', price: 1000, access_level: 11 });
    const { token, subscriptionId, id } = await shop.subscriber(tier);
    expect((await shop.plan(token)).lower_amount).toBeNull();
    await site.db.updateTable('tiers').set({ price: 600 }).where('id', '=', tier.id).execute();
    expect((await shop.plan(token)).lower_amount).toBe(600);
    const asked = await shop.checkout(token, { type: 'subscription', tierId: 11 });
    expect(asked.body.url).toBe(`${site.url}/subscription?change=${tier.id}&interval=month`);
    expect(await previewOf(token, tier)).toMatchObject({ amount: 600, amount_due: 0, is_lower_price: true });
    expect((await changeTo(token, tier)).body).toMatchObject({
      plan: 'Falling',
      amount: 600,
      lower_amount: null,
    });
    expect(at(subscriptionId).items.data[0]?.price.unit_amount).toBe(600);
    expect(await shop.tierOf(id)).toBe('Falling');
    expect((await shop.checkout(token, { type: 'subscription', tierId: 11 })).body.error).toBe(
      'You are already on this plan',
    );
  });

  test('that were archived at the provider are replaced, for checkouts and changes, and keep their subscribers', async () => {
    const { site, stripe, pro } = shop;
    const tier = await buildTier(site, { name: 'Archived', price: 1500, access_level: 12 });
    const early = await shop.subscriber(tier);
    const archive = () => {
      for (const price of stripe.fixture.prices.values())
        if (price.unit_amount === 1500) price.active = false;
    };
    archive();
    const late = await shop.subscriber(tier);
    expect(await shop.tierOf(late.id)).toBe('Archived');
    archive();
    const { token, id } = await shop.subscriber(pro);
    expect((await changeTo(token, tier)).body).toMatchObject({ plan: 'Archived' });
    await stripe.scenarios.renew(early.subscriptionId);
    expect([await shop.tierOf(id), await shop.tierOf(early.id)]).toEqual(['Archived', 'Archived']);
    for (const product of stripe.fixture.products.values())
      if (product.id.endsWith(tier.id)) product.active = false;
    expect((await shop.subscriber(tier)).subscriptionId).not.toBe('');
  });
});

test('the team reads what each payment was for, also after a change of plan, and how much is unpaid', async () => {
  const { site, stripe, admin, pro, studio } = shop;
  const { id, token, subscriptionId } = await shop.subscriber(pro);
  expect((await changeTo(token, studio)).status).toBe(200);
  await stripe.scenarios.renew(subscriptionId, { isPaid: false });
  const { body } = await site.api('GET', `/api/v1/admin/members/${id}`, { token: admin.token });
  const payments: { name: string; amount: number; status: string }[] = body.payments;
  expect(payments.map(({ name, amount, status }) => [name, amount, status]).sort()).toEqual([
    ['Pro', 1200, 'paid'],
    ['Studio', 1700, 'paid'],
    ['Studio', 2900, 'open'],
  ]);
});

test('the team reads what is due after discounts and with taxes, and what was refunded in part', async () => {
  const { site, stripe, admin, pro, playbook } = shop;
  const set = (body: object) => site.api('PUT', '/api/v1/admin/settings', { token: admin.token, body });
  await set({ tax: 'automatic', tax_behavior: 'exclusive' });
  const { id, token } = await buildMember(site);
  const { body: opened } = await shop.checkout(token, { type: 'subscription', tierId: pro.access_level });
  const session = stripe.fixture.sessions.get(shop.sessionOf(opened.url));
  stripe.scenarios.enterCode(session?.id ?? '', 500);
  await stripe.scenarios.pay(session?.id ?? '');
  await stripe.scenarios.renew(session?.subscription ?? '', { isPaid: false });
  await stripe.scenarios.refund([...stripe.fixture.charges.keys()].at(-1) ?? '', 340);
  const bought = await shop.checkout(token, { type: 'playbook', playbookId: playbook.id });
  await stripe.scenarios.pay(shop.sessionOf(bought.body.url));
  await stripe.scenarios.refund([...stripe.fixture.charges.keys()].at(-1) ?? '', 280);
  await set({ tax: 'off' });
  const { body } = await site.api('GET', `/api/v1/admin/members/${id}`, { token: admin.token });
  const payments: { name: string; amount: number; refunded_amount: number; status: string }[] = body.payments;
  expect(
    payments.map(({ name, ...row }) => [name, row.amount, row.refunded_amount, row.status]).sort(),
  ).toEqual(
    [
      ['Pro', 840, 0, 'open'],
      ['Pro', 840, 340, 'paid'],
      [playbook.title, 2280, 280, 'paid'],
    ].sort(),
  );
});
