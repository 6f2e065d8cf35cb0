import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildMember, buildPlaybook, buildTier } from '../harness/build.ts';
import { promptory } from '../harness/command-line.ts';
import { appSecret } from '../harness/site.ts';
import { type BillingSite, createBillingSite } from './billing-site.ts';
import { secretKey } from './keys.ts';

let shop: BillingSite;
let run: (...args: string[]) => ReturnType<typeof promptory>;
beforeAll(async () => {
  shop = await createBillingSite();
  const environment = {
    DATABASE_URL: shop.site.database.connectionString,
    DATA_DIR: shop.site.dataDir,
    APP_SECRET: appSecret,
    STRIPE_API_BASE: shop.stripe.url,
    PAYMENTS: 'off',
  };
  run = (...args) => promptory(environment, ...args);
});
afterAll(() => shop.stop());

describe('promptory member tier', () => {
  test('gives a tier that webhooks do not change and that can be removed', async () => {
    const member = await shop.subscriber(shop.pro);
    const given = await run('member', 'tier', member.email, 'studio');
    expect([given.code, given.stdout]).toEqual([0, `${member.email} now has Studio.\n`]);
    expect(await shop.tierOf(member.id)).toBe('Studio');
    await shop.stripe.scenarios.renew(member.subscriptionId, { isPaid: false });
    await shop.stripe.scenarios.end(member.subscriptionId);
    expect(await shop.tierOf(member.id)).toBe('Studio');
    expect(await shop.plan(member.token)).toMatchObject({ plan: 'Studio', source: 'complimentary' });
    await run('member', 'tier', member.email, 'none');
    expect(await shop.tierOf(member.id)).toBeUndefined();
  });

  test('ends on its date, and then the paid plan counts again', async () => {
    const member = await shop.subscriber(shop.pro);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const given = await run('member', 'tier', member.email, shop.studio.id, '--until', tomorrow);
    expect(given.stdout).toContain(`now has Studio until ${tomorrow}`);
    expect(await shop.plan(member.token)).toMatchObject({
      plan: 'Studio',
      ends_at: `${tomorrow}T23:59:59.999Z`,
    });
    await sql`update profiles set complimentary_until = now(), tier_until = now() where id = ${member.id}`.execute(
      shop.site.db,
    );
    expect(await shop.tierOf(member.id)).toBeUndefined();
    await shop.site.services.billing.reconcile.due();
    expect(await shop.tierOf(member.id)).toBe('Pro');
  });

  test('says what is wrong', async () => {
    const { email } = await buildMember(shop.site);
    const complaints = await Promise.all([
      run('member', 'tier', 'nobody@example.com', 'Pro'),
      run('member', 'tier', email, 'Platinum'),
      run('member', 'tier', email, 'Pro', '--until', '2020-01-01'),
      run('member', 'tier', email, 'Pro', '--until', 'soon'),
      run('member', 'tier', email, 'Pro', '--until', '2999-02-31'),
      run('member', 'tier', email, 'Pro', '--until', '2999-02-29T18:00'),
    ]);
    expect(complaints.map(({ code, stderr }) => [code, stderr.trim()])).toEqual([
      [1, 'There is no account with the email nobody@example.com.'],
      [1, 'There is no tier called Platinum.'],
      [1, '2020-01-01 is in the past.'],
      [1, "soon isn't a date. Write it as 2027-01-31."],
      [1, "2999-02-31 isn't a date. Write it as 2027-01-31."],
      [1, "2999-02-29T18:00 isn't a date. Write it as 2027-01-31."],
    ]);
  });
});

describe('promptory billing', () => {
  test('reconcile repairs what dropped events have left undone, prints it, and then finds no differences', async () => {
    const { site, stripe, pro } = shop;
    await run('billing', 'reconcile');
    const subscriber = await shop.subscriber(pro);
    const [newcomer, buyer, refunded] = [
      await buildMember(site),
      await buildMember(site),
      await buildMember(site),
    ];
    const playbook = await buildPlaybook(site, { tier_access: 2, is_purchasable: true, price: 700 });
    const buy = { type: 'playbook', playbookId: playbook.id };
    const returned = await shop.checkout(refunded.token, buy);
    await stripe.scenarios.pay(shop.sessionOf(returned.body.url));
    const charge = [...stripe.fixture.charges.keys()].at(-1) ?? '';
    const [plan, bought] = [
      await shop.checkout(newcomer.token, { type: 'subscription', tierId: 1 }),
      await shop.checkout(buyer.token, buy),
    ];
    stripe.drop(true);
    await stripe.scenarios.end(subscriber.subscriptionId);
    await stripe.scenarios.pay(shop.sessionOf(plan.body.url));
    await stripe.scenarios.pay(shop.sessionOf(bought.body.url));
    await stripe.scenarios.refund(charge);
    stripe.drop(false);
    expect(await shop.tierOf(subscriber.id)).toBe('Pro');
    const first = await run('billing', 'reconcile');
    expect(first.stdout).toContain(
      `subscription ${subscriber.subscriptionId}: status active, at the provider canceled`,
    );
    expect(first.stdout).toContain('was paid but not recorded');
    expect(first.stdout).toContain(`charge ${charge}: playbook payment refunded`);
    expect(await shop.tierOf(subscriber.id)).toBeUndefined();
    expect(await shop.tierOf(newcomer.id)).toBe('Pro');
    const owns = async (token: string) =>
      (await site.api('GET', `/api/v1/playbooks/${playbook.slug}`, { token })).body.is_purchased;
    expect([await owns(buyer.token), await owns(refunded.token)]).toEqual([true, false]);
    const second = await run('billing', 'reconcile');
    expect([second.code, second.stdout]).toEqual([0, 'No differences found.\n']);
  });

  test('reconcile removes a tier that has no source', async () => {
    const { site, studio } = shop;
    const member = await buildMember(site);
    await site.db.updateTable('profiles').set({ tier_id: studio.id }).where('id', '=', member.id).execute();
    expect((await run('billing', 'reconcile')).stdout).toContain(`${member.email} had the wrong tier`);
    expect(await shop.tierOf(member.id)).toBeUndefined();
  });

  test('events shows the ledger and replays an event', async () => {
    const { stripe, pro } = shop;
    const member = await shop.subscriber(pro);
    const event = stripe.events.findLast(({ type }) => type === 'customer.subscription.created');
    const list = await run('billing', 'events', '--limit', '3');
    expect(list.stdout.trim().split('\n')).toHaveLength(3);
    expect(list.stdout).toContain(`${event?.id}  customer.subscription.created  ${member.subscriptionId}`);
    stripe.drop(true);
    await stripe.scenarios.end(member.subscriptionId);
    stripe.drop(false);
    const again = await run('billing', 'events', event?.id ?? '', '--replay');
    expect(again.stdout).toBe(`${event?.id}: subscription canceled\n`);
    expect(await shop.tierOf(member.id)).toBeUndefined();
    expect((await run('billing', 'events', 'evt_none')).stderr).toBe('There is no event evt_none.\n');
    expect(await run('billing', 'events', '--replay')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'Name the event to process again by its id.\n',
    });
  });

  test("events refuses a limit that isn't a number of events", async () => {
    for (const limit of ['abc', '0', '2.5', '100001']) {
      const { code, stdout, stderr } = await run('billing', 'events', `--limit=${limit}`);
      expect([limit, code, stdout]).toEqual([limit, 1, '']);
      expect(stderr).toContain('Use a whole number from 1 to 100000.');
    }
  });
});

test('promptory doctor shows the state of payments', async () => {
  const healthy = await run('doctor');
  expect(healthy.stdout).toMatch(/payments\s+keys are set, all events are processed/);
  const other = await promptory(
    {
      DATABASE_URL: shop.site.database.connectionString,
      DATA_DIR: shop.site.dataDir,
      APP_SECRET: 'x'.repeat(32),
    },
    'doctor',
  );
  expect(other.stdout).toMatch(/payments\s+APP_SECRET cannot decrypt the payment keys: re-enter them/);
  for (const { stdout } of [healthy, other]) expect(stdout).not.toMatch(/sk_test|whsec/);
});

test('promptory doctor asks Stripe about the key, and warns when no events come', async () => {
  const { site, stripe, pro } = shop;
  const payments = async () => /payments\s+(.*)/.exec((await run('doctor')).stdout)?.[1];
  stripe.setKey(secretKey, { isLive: false, isExpired: true });
  expect(await payments()).toMatch(/^re-enter the secret key: .*Stripe doesn't accept this key/);
  stripe.setKey(secretKey, { isLive: false });
  stripe.down(true);
  expect(await payments()).toMatch(/^Stripe doesn't answer/);
  stripe.down(false);
  await shop.subscriber(pro);
  await sql`update billing_events set received_at = now() - interval '36 days'`.execute(site.db);
  expect(await payments()).toMatch(
    /^the last event arrived on \d{4}-\d\d-\d\d: register the webhook endpoint/,
  );
  await sql`update billing_events set received_at = now()`.execute(site.db);
  // Those of earlier keys wait for them, and are no problem.
  await sql`insert into billing_events (id, mode, type, object_id, created_at, received_at)
    values ('evt_earlier_keys', 'live', 'invoice.paid', 'in_1', now(), now() - interval '1 hour')`.execute(
    site.db,
  );
  expect(await payments()).toBe('keys are set, all events are processed');
});

test('a tier that a member pays for cannot be deleted', async () => {
  const { site, admin } = shop;
  const tier = await buildTier(site, { price: 400, access_level: 8 });
  const member = await shop.subscriber(tier);
  const remove = () => site.api('DELETE', `/api/v1/admin/tiers/${tier.id}`, { token: admin.token });
  const refused = await remove();
  expect([refused.status, refused.body.error]).toEqual([
    409,
    "This tier has 1 current subscription. It can't be deleted until they end.",
  ]);
  const item = shop.stripe.fixture.subscriptions.get(member.subscriptionId)?.items.data[0];
  const studio = await shop.subscriber(shop.studio);
  const price = shop.stripe.fixture.subscriptions.get(studio.subscriptionId)?.items.data[0]?.price.id;
  // Its member has it still: their change to another plan is not paid.
  shop.stripe.scenarios.setCard(
    shop.stripe.fixture.subscriptions.get(member.subscriptionId)?.customer ?? '',
    'declined',
  );
  const subscription = shop.stripe.fixture.subscriptions.get(member.subscriptionId);
  if (!item || !price || !subscription) throw new Error('no subscription');
  await shop.stripe.scenarios.changes.update(subscription, {
    items: [{ id: item.id, price }],
    proration_behavior: 'always_invoice',
  });
  expect(await shop.tierOf(member.id)).toBe(tier.name);
  expect((await remove()).status).toBe(409);
  await shop.stripe.scenarios.end(member.subscriptionId);
  expect((await remove()).status).toBe(200);
});
