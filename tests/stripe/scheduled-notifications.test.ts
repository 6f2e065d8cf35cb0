import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMember, buildTier } from '../harness/build.ts';
import { createTestSite } from '../harness/site.ts';
import { type BillingSite, createBillingSite } from './billing-site.ts';

let shop: BillingSite;
beforeAll(async () => {
  shop = await createBillingSite();
});
afterAll(() => shop.stop());

/** Runs the job in several processes at once, and again in the next minute. */
async function due() {
  const { reconcile } = shop.site.services.billing;
  await Promise.all([1, 2, 3].map(() => reconcile.due()));
  await reconcile.due();
}

async function emailsTo(email: string, pattern: RegExp): Promise<string[]> {
  const emails = (await shop.site.emails()).filter((raw) => raw.includes(`To: ${email}`));
  const texts = emails.map((raw) => raw.replaceAll(/=\r?\n/g, '').replaceAll(/\r?\n[ \t]+/g, ' '));
  return texts.filter((text) => pattern.test(/^Subject: (.*)$/m.exec(text)?.[1] ?? ''));
}

test('three days before a trial ends its member is told once, also one who has unsubscribed', async () => {
  const { db } = shop.site;
  const member = await shop.subscriber(shop.studio);
  const [canceled, ending] = [await shop.subscriber(shop.studio), await shop.subscriber(shop.studio)];
  await shop.site.api('PATCH', '/api/v1/profile', {
    token: member.token,
    body: { email_notifications: false },
  });
  await shop.site.api('POST', '/api/v1/subscription/cancel', { token: canceled.token });
  const endsIn = (id: string, hours: number) =>
    sql`update subscriptions set trial_end = now() + make_interval(hours => ${hours}) where id = ${id}`.execute(
      db,
    );
  await endsIn(member.subscriptionId, 73);
  await due();
  // With a tax or a discount, the next payment differs from the plan's price.
  await sql`update subscriptions set next_amount = 3480 where id = ${member.subscriptionId}`.execute(db);
  // As when the provider's dashboard cancels a subscription on a chosen day.
  await sql`update subscriptions set cancel_at = now() + interval '71 hours' where id = ${ending.subscriptionId}`.execute(
    db,
  );
  for (const { subscriptionId } of [member, canceled, ending]) await endsIn(subscriptionId, 71);
  await due();
  await expect.poll(() => emailsTo(member.email, /Studio trial ends/)).toHaveLength(1);
  const [email] = await emailsTo(member.email, /Studio trial ends/);
  expect(email).toContain('you pay $29.00 per month');
  expect(email).toMatch(/Next payment: \$34\.80 on \w/);
  expect(email).not.toContain('List-Unsubscribe');
  for (const { email: untold } of [canceled, ending])
    expect(await emailsTo(untold, /Studio trial ends/)).toEqual([]);
  // The trial ends later now, so the member is told again, once.
  await endsIn(member.subscriptionId, 72);
  await due();
  await expect.poll(() => emailsTo(member.email, /Studio trial ends/)).toHaveLength(2);
});

test('the sandbox reminds of the end of a trial, too', async () => {
  const site = await createTestSite();
  await buildTier(site, { name: 'Brief', price: 500, access_level: 1, trial_days: 2 });
  const member = await buildMember(site);
  const { token } = member;
  const body = { type: 'subscription', tierId: 1 };
  const checkout = await site.api('POST', '/functions/v1/create-checkout-session', { token, body });
  const id = new URL(checkout.body.url).searchParams.get('id');
  await site.api('POST', `/api/v1/sandbox/checkouts/${id}`, { token, body: { outcome: 'pay' } });
  await site.services.billing.reconcile.due();
  const subjects = async () =>
    (await site.emails()).filter((raw) => raw.includes('Subject: Your Brief trial ends on'));
  await expect.poll(subjects).toHaveLength(1);
  await site.stop();
});

test('a new price is told once to those on the old one, unless it is taken back in time', async () => {
  const { site, admin } = shop;
  const tier = await buildTier(site, { name: 'Growing', price: 500, access_level: 7 });
  const [member, silent] = [await shop.subscriber(tier), await shop.subscriber(tier, 'year')];
  const [leaving, several] = [await shop.subscriber(tier), await shop.subscriber(tier)];
  await site.api('POST', '/api/v1/subscription/cancel', { token: leaving.token });
  const ending = await shop.subscriber(tier);
  await sql`update subscriptions set cancel_at = now() + interval '20 days' where id = ${ending.subscriptionId}`.execute(
    site.db,
  );
  const elsewhere = await shop.subscriber(tier);
  await sql`update subscriptions set mode = 'live' where id = ${elsewhere.subscriptionId}`.execute(site.db);
  // Two seats at the current price.
  await sql`update subscriptions set quantity = 2, amount = 1600 where id = ${several.subscriptionId}`.execute(
    site.db,
  );
  await site.api('PATCH', '/api/v1/profile', {
    token: silent.token,
    body: { email_notifications: false },
  });
  const setPrice = async (price: number, minutesAgo = 16) => {
    const { body } = await site.api('GET', '/api/v1/admin/tiers', { token: admin.token });
    const { updated_at } = body.items.find(({ id }: { id: string }) => id === tier.id);
    const change = { price, updated_at };
    const path = `/api/v1/admin/tiers/${tier.id}`;
    expect((await site.api('PATCH', path, { token: admin.token, body: change })).status).toBe(200);
    await sql`update tiers set updated_at = now() - make_interval(mins => ${minutesAgo}) where id = ${tier.id}`.execute(
      site.db,
    );
    await due();
  };
  await due();
  await setPrice(5_000, 1);
  await setPrice(800);
  await expect.poll(() => emailsTo(member.email, /Growing/)).toHaveLength(2);
  const [email] = await emailsTo(member.email, /The price of Growing is changing\. Yours stays the same/);
  expect(email).toContain('Growing now costs $8.00 per month. You keep paying $5.00 per month');
  expect(email).toContain('List-Unsubscribe');
  const late = await shop.subscriber(tier);
  await setPrice(400);
  await expect.poll(() => emailsTo(late.email, /Growing costs less now/)).toHaveLength(1);
  await expect.poll(() => emailsTo(member.email, /Growing costs less now/)).toHaveLength(1);
  for (const { email: untold } of [silent, leaving, ending, elsewhere])
    expect(await emailsTo(untold, /price|costs/)).toEqual([]);
  const told = await emailsTo(several.email, /price|costs/);
  expect([told.length, told[0]?.includes('now costs $8.00 per month')]).toEqual([1, true]);
  await setPrice(400);
  expect(await emailsTo(member.email, /price|costs/)).toHaveLength(2);
});

test('a new price is told batch by batch, after what somebody waits for', async () => {
  const { site } = shop;
  const tier = await buildTier(site, { name: 'Crowded', price: 500, access_level: 9 });
  const member = await shop.subscriber(tier);
  await site.services.billing.reconcile.due();
  await sql`with many as (
      insert into auth.users (email) select 'crowd-' || number || '@example.com' from generate_series(1, 299) number returning id, email),
    named as (insert into profiles (id, email) select id, email from many returning id)
    insert into subscriptions select (jsonb_populate_record(one, jsonb_build_object('id', 'sub_' || many.id, 'user_id', many.id))).*
    from named many, subscriptions one where one.id = ${member.subscriptionId}`.execute(site.db);
  const queued = async () => {
    const { rows } = await sql<{ priority: number; count: number }>`
      select priority, count(*)::int as count from jobs.job where name = 'mail' group by 1 order by 1`.execute(
      site.db,
    );
    return Object.fromEntries(rows.map(({ priority, count }) => [priority, count]));
  };
  const before = (await queued())[-10] ?? 0;
  const setPrice = (price: number) =>
    sql`update tiers set price = ${price}, updated_at = now() - interval '16 minutes' where id = ${tier.id}`.execute(
      site.db,
    );
  const announced = async (...counts: number[]) => {
    for (const count of counts) {
      await site.services.billing.reconcile.due();
      expect((await queued())[-10]).toBe(before + count);
    }
  };
  await setPrice(400);
  await announced(200);
  // A notification that has begun goes to everyone; a price change during it is announced after that.
  await setPrice(600);
  await announced(300, 500, 600, 600);
  // A price that some members were told about before is announced again.
  await setPrice(400);
  await announced(800, 900, 900);
  expect((await queued())[10]).toBeUndefined();
  await site.api('POST', '/auth/v1/recover', { body: { email: member.email } });
  await expect.poll(async () => (await queued())[10]).toBe(1);
});

test('each renewal has a receipt with what was paid and for when, also for who has unsubscribed', async () => {
  const { stripe, site } = shop;
  const member = await shop.subscriber(shop.pro);
  const { token } = member;
  await site.api('PATCH', '/api/v1/profile', { token, body: { email_notifications: false } });
  await expect.poll(() => emailsTo(member.email, /has started/)).toHaveLength(1);
  expect((await emailsTo(member.email, /has started/))[0]).toContain('Paid: $12.00');
  await stripe.scenarios.renew(member.subscriptionId);
  for (const event of stripe.events.slice(-2))
    await Promise.all([1, 2, 3].map((count) => stripe.post({ ...event, id: `${event.id}_${count}` })));
  await site.services.billing.reconcile.all();
  await expect.poll(() => emailsTo(member.email, /Receipt/)).toHaveLength(1);
  const [receipt] = await emailsTo(member.email, /Receipt/);
  expect(receipt).toContain('Paid: $12.00');
  expect(receipt).toMatch(/Period: \w+ \d+, \d+ .+ \w+ \d+, \d+/);
  expect(receipt).not.toContain('List-Unsubscribe');
});

test('what a change of plan has left in credit is in the next payment, and in its receipt', async () => {
  const { site, stripe, pro } = shop;
  const tier = await buildTier(site, { name: 'Large', price: 2000, access_level: 3 });
  const { email, token, subscriptionId } = await shop.subscriber(tier);
  const path = '/api/v1/subscription/change';
  const { body } = await site.api('GET', `${path}?tier=${pro.id}&interval=month`, { token });
  const { proration_date, amount_due, credit } = body;
  expect([amount_due, credit]).toEqual([0, 800]);
  await site.api('POST', path, {
    token,
    body: { tier: pro.id, interval: 'month', proration_date, amount_due },
  });
  expect(await shop.plan(token)).toMatchObject({ plan: 'Pro', amount: 1200, next_amount: 400 });
  await stripe.scenarios.renew(subscriptionId);
  expect(await shop.plan(token)).toMatchObject({ amount: 1200, next_amount: 1200 });
  await expect.poll(() => emailsTo(email, /Receipt: Pro/)).toHaveLength(1);
  const receipt = (await emailsTo(email, /Receipt: Pro/))[0]?.replaceAll('=E2=88=92', '−');
  for (const line of ['Price: $12.00', 'Earlier balance: −$8.00', 'Paid: $4.00'])
    expect(receipt).toContain(line);
});
