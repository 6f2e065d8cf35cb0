import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildMember, buildPlaybook } from '../harness/build.ts';
import { type BillingSite, createBillingSite } from './billing-site.ts';
import { newId, type StandInEvent, seconds } from './fixture.ts';

let shop: BillingSite;
beforeAll(async () => {
  shop = await createBillingSite();
});
afterAll(() => shop.stop());

const eventOf = (type: string, object: { id: string; charge?: string }): StandInEvent => ({
  id: newId('evt'),
  object: 'event',
  type,
  created: seconds(),
  livemode: false,
  api_version: 'x',
  data: { object },
});
const silently = async (action: () => Promise<unknown>) => {
  shop.stripe.drop(true);
  await action();
  shop.stripe.drop(false);
};

test('the comparison reports what it cannot read, and repairs the rest', async () => {
  const { site, stripe, pro } = shop;
  const { scenarios } = stripe;
  const playbook = await buildPlaybook(site, { tier_access: 2, is_purchasable: true, price: 900 });
  const buyers = [await buildMember(site), await buildMember(site)];
  const sessions: string[] = [];
  for (const { token } of buyers) {
    const { body } = await shop.checkout(token, { type: 'playbook', playbookId: playbook.id });
    sessions.push(shop.sessionOf(body.url));
  }
  const [first, second] = [await shop.subscriber(pro), await shop.subscriber(pro)];
  await silently(async () => {
    for (const session of sessions) await scenarios.pay(session);
    for (const { subscriptionId } of [first, second]) await scenarios.end(subscriptionId);
  });
  for (const id of [first.subscriptionId, sessions[0] ?? '']) stripe.breakObject(id);
  const lines = await site.services.billing.reconcile.all();
  expect(lines.filter((line) => line.includes('could not be compared'))).toEqual([
    expect.stringMatching(/^checkout .* could not be compared: The payment provider/),
    expect.stringMatching(
      `^subscription ${first.subscriptionId} could not be compared: The payment provider`,
    ),
  ]);
  expect(await shop.tierOf(second.id)).toBeUndefined();
  const canRead = async (token: string) =>
    (await site.api('GET', `/api/v1/playbooks/${playbook.slug}`, { token })).body.can.read;
  expect([await canRead(buyers[0]?.token ?? ''), await canRead(buyers[1]?.token ?? '')]).toEqual([
    false,
    true,
  ]);
});

test('the comparison reads the payments of a subscription from a release that did not store them', async () => {
  const { site, pro } = shop;
  const { subscriptionId } = await shop.subscriber(pro);
  const stored = () =>
    site.db
      .selectFrom('subscription_invoices')
      .select(['id', 'status', 'amount_paid', 'paid_at'])
      .where('subscription_id', '=', subscriptionId)
      .execute();
  const before = await stored();
  expect(before).toMatchObject([{ status: 'paid', amount_paid: 1_200 }]);
  await site.db.deleteFrom('subscription_invoices').where('subscription_id', '=', subscriptionId).execute();
  const lines = await site.services.billing.reconcile.all();
  expect(lines.filter((line) => line.includes(subscriptionId))).toEqual([]);
  expect(await stored()).toEqual(before);
});

test('the comparison gives the plan of a change whose debit has arrived without an event', async () => {
  const { site, stripe } = shop;
  const { id, invoiceId } = await shop.switchingByDebit();
  const lines = async () =>
    (await site.services.billing.reconcile.all()).filter((line) => line.includes(invoiceId));
  expect(await lines()).toEqual([]);
  await silently(() => stripe.scenarios.payInvoice(invoiceId));
  expect(await lines()).toHaveLength(1);
  expect(await shop.tierOf(id)).toBe('Studio');
});

describe('after the site was off for longer than the grace period', () => {
  /** Moves what the site knows about a subscription into the past. */
  const runOut = async ({ id, subscriptionId }: { id: string; subscriptionId: string }) => {
    const { db } = shop.site;
    await sql`update subscriptions set current_period_end = now() - interval '8 days' where id = ${subscriptionId}`.execute(
      db,
    );
    await sql`update profiles set tier_until = now() - interval '1 day' where id = ${id}`.execute(db);
  };
  const hasTier = async ({ id }: { id: string }) =>
    (
      await shop.site.db
        .selectFrom('profiles')
        .select('tier_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).tier_id !== null;

  test('a member who has paid keeps the plan, and one whose subscription has ended loses it', async () => {
    const { site, stripe, pro } = shop;
    const [paid, ended] = [await shop.subscriber(pro), await shop.subscriber(pro)];
    await silently(() => stripe.scenarios.renew(paid.subscriptionId, { isPaid: true }));
    await silently(() => stripe.scenarios.end(ended.subscriptionId));
    for (const member of [paid, ended]) await runOut(member);
    await site.services.billing.reconcile.due();
    expect([await shop.tierOf(paid.id), await shop.tierOf(ended.id)]).toEqual(['Pro', undefined]);
    expect([await hasTier(paid), await hasTier(ended)]).toEqual([true, false]);
  });

  test("a member about whom the provider can't be asked is decided by the full comparison", async () => {
    const { site, stripe, pro } = shop;
    const member = await shop.subscriber(pro);
    await runOut(member);
    stripe.breakObject(member.subscriptionId);
    await site.services.billing.reconcile.due();
    expect(await hasTier(member)).toBe(true);
    await site.services.billing.reconcile.all();
    expect(await hasTier(member)).toBe(false);
  });
});

describe('an event that can never succeed', () => {
  const later = async (id: string) => {
    const { rows } = await sql<{ attempts: number; minutes: number }>`
      select attempts, round(extract(epoch from next_attempt_at - now()) / 60)::int as minutes
      from billing_events where id = ${id}`.execute(shop.site.db);
    return [rows[0]?.attempts, rows[0]?.minutes];
  };
  const makeDue = (id: string) =>
    sql`update billing_events set next_attempt_at = now(), received_at = now() - interval '1 hour' where id = ${id}`.execute(
      shop.site.db,
    );

  test('waits twice as long after each attempt, a day at most, and shows its attempts', async () => {
    const { site, stripe } = shop;
    const { reconcile, events } = site.services.billing;
    const event = eventOf('charge.refunded', { id: 'ch_broken' });
    stripe.breakObject('ch_broken');
    expect((await stripe.post(event)).status).toBe(502);
    expect(await later(event.id)).toEqual([1, 1]);
    await reconcile.due();
    expect(await later(event.id)).toEqual([1, 1]);
    await makeDue(event.id);
    await reconcile.due();
    expect(await later(event.id)).toEqual([2, 2]);
    await sql`update billing_events set attempts = 30 where id = ${event.id}`.execute(site.db);
    await makeDue(event.id);
    const lines = await reconcile.all();
    expect(lines.join('\n')).toMatch(
      `event ${event.id} (charge.refunded) was not finished: failed again (attempt 31)`,
    );
    expect(await later(event.id)).toEqual([31, 24 * 60]);
    expect(await events.find(event.id)).toMatchObject({ attempts: 31, processed_at: null });
    const { body } = await site.api('GET', '/api/v1/admin/billing-warnings', { token: shop.admin.token });
    expect(body.failing_events).toBe(1);
  });

  test('is tried again although the clock was ahead when it arrived and failed', async () => {
    const { site } = shop;
    await sql`insert into billing_events (id, mode, type, object_id, created_at, received_at, next_attempt_at)
      values ('evt_ahead', 'test', 'invoice.paid', 'in_ahead', now(), now() + interval '30 days', now() + interval '31 days')`.execute(
      site.db,
    );
    expect((await site.services.billing.events.unfinished('test')).map(({ id }) => id)).toContain(
      'evt_ahead',
    );
    await sql`delete from billing_events where id = 'evt_ahead'`.execute(site.db);
  });

  test('waits for the payment keys that it came with', async () => {
    const { site } = shop;
    const { events } = site.services.billing;
    await sql`insert into billing_events (id, mode, type, object_id, created_at, received_at)
      values ('evt_live', 'live', 'invoice.paid', 'in_live', now(), now() - interval '2 minutes')`.execute(
      site.db,
    );
    const idsOf = async (mode: 'live' | 'test') => (await events.unfinished(mode)).map(({ id }) => id);
    expect([await idsOf('live'), (await idsOf('test')).includes('evt_live')]).toEqual([['evt_live'], false]);
  });

  test('keeps no newer one waiting, even if there are five hundred', async () => {
    const { site, stripe, pro } = shop;
    const { reconcile, events } = site.services.billing;
    await sql`insert into billing_events (id, mode, type, object_id, created_at, received_at, attempts, next_attempt_at)
      select 'evt_old_' || number, 'test', 'charge.refunded', 'ch_broken', now(), now() - interval '2 days', 3, now() - interval '1 day'
      from generate_series(1, 600) number`.execute(site.db);
    const member = await shop.subscriber(pro);
    await silently(() => stripe.scenarios.end(member.subscriptionId));
    const ended = stripe.events.at(-1) as StandInEvent;
    await sql`insert into billing_events (id, mode, type, object_id, created_at, received_at)
      values (${ended.id}, 'test', ${ended.type}, ${member.subscriptionId}, now(), now() - interval '2 minutes')`.execute(
      site.db,
    );
    expect((await events.unfinished('test'))[0]?.id).toBe(ended.id);
    await sql`update billing_events set next_attempt_at = now() + interval '1 hour' where id like 'evt_old_%'`.execute(
      site.db,
    );
    // Until then, they aren't due.
    const due = await events.unfinished('test');
    expect(due.filter(({ id }) => id.startsWith('evt_old_'))).toEqual([]);
    await reconcile.due();
    expect((await events.find(ended.id))?.outcome).toBe('subscription canceled');
    expect(await shop.tierOf(member.id)).toBeUndefined();
  });
});

describe('events about money that went back', () => {
  /** A member who has paid for a playbook. `charge` is the id that the site stored for the payment. */
  async function buyer() {
    const { site, stripe } = shop;
    const { token } = await buildMember(site);
    const playbook = await buildPlaybook(site, { tier_access: 2, is_purchasable: true, price: 900 });
    const { body } = await shop.checkout(token, { type: 'playbook', playbookId: playbook.id });
    await stripe.scenarios.pay(shop.sessionOf(body.url));
    const charge = [...stripe.fixture.charges.values()].at(-1);
    if (!charge) throw new Error('no charge');
    const canRead = async () =>
      (await site.api('GET', `/api/v1/playbooks/${playbook.slug}`, { token })).body.can.read;
    return { charge, canRead };
  }

  test('a refund that fails opens again what it closed', async () => {
    const { stripe } = shop;
    const { charge, canRead } = await buyer();
    await stripe.scenarios.refund(charge.id);
    expect(await canRead()).toBe(false);
    charge.amount_refunded = 0;
    charge.refunded = false;
    const refund = stripe.fixture.refunds.at(-1);
    await stripe.post(eventOf('refund.failed', { id: refund?.id ?? '', charge: charge.id }));
    expect(await canRead()).toBe(true);
  });

  test('the comparison opens again what a refund had closed that was canceled', async () => {
    const { site, stripe } = shop;
    const { charge, canRead } = await buyer();
    await stripe.scenarios.refund(charge.id);
    expect(await canRead()).toBe(false);
    const refund = stripe.fixture.refunds.at(-1);
    if (refund) refund.status = 'canceled';
    await site.services.billing.reconcile.all();
    expect(await canRead()).toBe(true);
  });

  test('the comparison sees how a dispute ended that was opened months ago', async () => {
    const { site, stripe } = shop;
    const { charge, canRead } = await buyer();
    await stripe.scenarios.dispute(charge.id);
    expect(await canRead()).toBe(false);
    const dispute = stripe.fixture.disputes.at(-1);
    if (dispute) dispute.created -= 100 * 86_400;
    await silently(() => stripe.scenarios.winDispute(charge.id));
    await site.services.billing.reconcile.all();
    expect(await canRead()).toBe(true);
  });

  test.each([
    ['charge.dispute.updated', 'needs_response', false],
    ['charge.dispute.funds_withdrawn', 'needs_response', false],
    ['charge.dispute.funds_reinstated', 'won', true],
  ] as const)('%s is read from the provider', async (type, status, isOpen) => {
    const { stripe } = shop;
    const { charge, canRead } = await buyer();
    await silently(() => stripe.scenarios.dispute(charge.id));
    const dispute = stripe.fixture.disputes.at(-1);
    if (!dispute) throw new Error('no dispute');
    if (isOpen) await stripe.post(eventOf('charge.dispute.created', { id: dispute.id, charge: charge.id }));
    dispute.status = status;
    await stripe.post(eventOf(type, { id: dispute.id, charge: charge.id }));
    expect(await canRead()).toBe(isOpen);
  });

  test('an invoice that has to be confirmed brings its subscription up to date', async () => {
    const { site, stripe, pro } = shop;
    const { subscriptionId } = await shop.subscriber(pro);
    const subscription = stripe.fixture.subscriptions.get(subscriptionId);
    if (!subscription) throw new Error('no subscription');
    await silently(() => stripe.scenarios.renew(subscriptionId, { isPaid: false }));
    const event = eventOf('invoice.payment_action_required', { id: subscription.latest_invoice ?? '' });
    await stripe.post(event);
    expect((await site.services.billing.events.find(event.id))?.outcome).toBe('subscription past_due');
  });
});
