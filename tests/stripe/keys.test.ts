import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stripeEvents } from '#money/billing/stripe-events.ts';
import { formatDay } from '#ui/format.ts';
import { buildMember } from '../harness/build.ts';
import { createTestSite } from '../harness/site.ts';
import { type BillingSite, createBillingSite } from './billing-site.ts';
import { liveSecretKey, secretKey } from './keys.ts';
import { startStripeStandIn } from './stand-in.ts';

const otherKey = 'sk_test_of_another_account';
const rolledKey = 'sk_test_rolled';

let shop: BillingSite;
beforeAll(async () => {
  shop = await createBillingSite();
  shop.stripe.setKey(otherKey, { isLive: false, account: 'acct_other' });
  shop.stripe.setKey(rolledKey, { isLive: false });
});
afterAll(() => shop.stop());

const set = (body: object) =>
  shop.site.api('PUT', '/api/v1/admin/settings', { token: shop.admin.token, body });
const read = async () =>
  (await shop.site.api('GET', '/api/v1/admin/settings', { token: shop.admin.token })).body;
const errorOf = ({ status, body }: { status: number; body: { error: string } }) => [status, body.error];

describe('a secret key', () => {
  test('is proved when it is saved', async () => {
    const { status, body } = await set({ stripe_secret_key: secretKey });
    expect([status, body.is_key_checked, body.payments.mode]).toEqual([200, true, 'test']);
    expect((await set({ site_name: 'No key in this' })).body.is_key_checked).toBe(null);
  });

  test('that Stripe does not know, or that has expired, is refused and nothing is saved', async () => {
    shop.stripe.setKey('sk_test_expired', { isLive: false, isExpired: true });
    for (const key of ['sk_test_unknown', 'sk_test_expired'])
      expect(errorOf(await set({ stripe_secret_key: key, site_name: 'Refused' }))).toEqual([
        422,
        "stripe_secret_key: Stripe doesn't accept this key. Copy it again from Developers > API keys.",
      ]);
    expect((await read()).site_name).not.toBe('Refused');
    expect((await shop.checkout((await buildMember(shop.site)).token, pro())).status).toBe(200);
  });

  test('that is restricted is taken with the permissions that the site needs, and refused without', async () => {
    shop.stripe.setKey('rk_test_enough', { isLive: false, permissions: ['GET /v1/subscriptions'] });
    shop.stripe.setKey('rk_test_too_little', { isLive: false, permissions: ['GET /v1/charges'] });
    const refused = await set({ stripe_secret_key: 'rk_test_too_little' });
    expect([refused.status, refused.body.error]).toEqual([
      422,
      expect.stringContaining("This restricted key can't read subscriptions."),
    ]);
    expect((await set({ stripe_secret_key: 'rk_test_enough' })).body.is_key_checked).toBe(true);
    await set({ stripe_secret_key: secretKey });
  });

  test('is saved while Stripe does not answer, and the answer says that it is not checked', async () => {
    shop.stripe.down(true);
    const { status, body } = await set({ stripe_secret_key: secretKey });
    shop.stripe.down(false);
    expect([status, body.is_key_checked]).toEqual([200, false]);
  });

  test('goes with the publishable key of its account only', async () => {
    const keyOf = (kind: string, account: string) => `${kind}_test_5${account}${'x'.repeat(85)}`;
    const [ours, theirs] = [`1${'a'.repeat(15)}`, `1${'b'.repeat(15)}`];
    const secret = keyOf('sk', ours);
    shop.stripe.setKey(secret, { isLive: false });
    const refused = await set({
      stripe_publishable_key: keyOf('pk', theirs),
      stripe_secret_key: secret,
    });
    expect(errorOf(refused)).toEqual([
      422,
      'stripe_secret_key: The two keys belong to different accounts. Copy both from the same page.',
    ]);
    const taken = await set({ stripe_publishable_key: keyOf('pk', ours), stripe_secret_key: secret });
    expect(taken.status).toBe(200);
    await set({ stripe_publishable_key: null, stripe_secret_key: secretKey });
  });
});

const pro = () => ({ type: 'subscription', tierId: 1, tier: shop.pro.id });

/** The day on which the last of all members' plans ends. */
async function lastDay({ site } = shop) {
  const { rows } = await sql<{ last: Date }>`select max(tier_until) as last from profiles`.execute(site.db);
  return formatDay(rows[0]?.last.toISOString() ?? '');
}

describe('a change that takes plans away', () => {
  test('asks first with the number: keys of another account or mode, and removal', async () => {
    const members = [await shop.subscriber(shop.pro), await shop.subscriber(shop.pro)];
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from subscriptions
      where status = 'active'`.execute(shop.site.db);
    const count = rows[0]?.count;
    expect(count).toBeGreaterThanOrEqual(2);
    const losses = {
      [otherKey]: `${count} members keep their plan for now, the last one until ${await lastDay()}. Then they lose it.`,
      [liveSecretKey]: `${count} members lose their plan immediately.`,
      none: `${count} members lose their plan immediately.`,
    };
    for (const [key, loss] of Object.entries(losses)) {
      const { status, body } = await set({ stripe_secret_key: key === 'none' ? null : key });
      expect([key, status, body.code, body.error]).toEqual([
        key,
        409,
        'confirmation_required',
        `${loss} Their subscriptions at Stripe continue in test mode, where nobody is charged.`,
      ]);
    }
    for (const member of members) expect(await shop.tierOf(member.id)).toBe('Pro');
    expect((await read()).payments.mode).toBe('test');
  });

  test('names the bought playbooks too where the mode changes', async () => {
    const buyer = await buildMember(shop.site);
    const { body } = await shop.checkout(buyer.token, { type: 'playbook', playbookId: shop.playbook.id });
    await shop.stripe.scenarios.pay(shop.sessionOf(body.url));
    expect((await set({ stripe_secret_key: liveSecretKey })).body.error).toContain(
      'lose their plan immediately. 1 member loses the playbooks they bought.',
    );
    expect((await set({ stripe_secret_key: otherKey })).body.error).not.toContain('playbooks');
  });

  test('is not a key of the same account: it is saved at once', async () => {
    const member = await shop.subscriber(shop.pro);
    expect((await set({ stripe_secret_key: rolledKey })).status).toBe(200);
    expect(await shop.tierOf(member.id)).toBe('Pro');
    expect((await set({ stripe_secret_key: secretKey })).status).toBe(200);
  });

  test('is answered before all of many members are recomputed', async () => {
    const { site, pro } = shop;
    const { rows } = await sql<{ id: string }>`
      with many as (insert into auth.users (email) select 'many-' || number || '@example.com' from generate_series(1, 130) number returning id, email)
      insert into profiles (id, email, tier_id) select id, email, ${pro.id} from many returning id`.execute(
      site.db,
    );
    const ids = rows.map(({ id }) => id).sort();
    const holder = await site.pool.connect();
    await holder.query('begin');
    await holder.query('select from profiles where id = $1 for update', [ids.at(-1)]);
    const saved = set({ past_due_grace_days: 8 });
    const status = await Promise.race([
      saved.then((answer) => answer.status),
      new Promise((resolve) => setTimeout(() => resolve('late'), 60_000)),
    ]);
    const { rows: first } = await sql<{ count: number }>`select count(*)::int as count from profiles
      where id = any(${ids.slice(0, 50)}::uuid[]) and tier_id is not null`.execute(site.db);
    await holder.query('commit');
    holder.release();
    expect([status, first]).toEqual([200, [{ count: 0 }]]);
    await expect
      .poll(async () => {
        const left =
          await sql`select from profiles where id = any(${ids}::uuid[]) and tier_id is not null`.execute(
            site.db,
          );
        return left.rows.length;
      })
      .toBe(0);
    await sql`delete from auth.users where id = any(${ids}::uuid[])`.execute(site.db);
  });

  test('asks too if Stripe cannot say whether the account is the same', async () => {
    await shop.subscriber(shop.pro);
    shop.stripe.down(true);
    const answer = await set({ stripe_secret_key: rolledKey });
    shop.stripe.down(false);
    expect([answer.status, answer.body.code]).toEqual([409, 'confirmation_required']);
  });

  test('is made when it is confirmed, and taken back with the old keys', async () => {
    const member = await shop.subscriber(shop.pro);
    const removed = await set({
      stripe_publishable_key: null,
      stripe_secret_key: null,
      stripe_webhook_secret: null,
      confirm_losses: true,
    });
    expect(removed.status).toBe(200);
    expect(removed.body).toMatchObject({
      stripe_secret_key: { is_set: false },
      stripe_webhook_secret: { is_set: false },
      payments: { mode: 'sandbox', has_sandbox: true },
    });
    expect(await shop.tierOf(member.id)).toBeUndefined();
    await set({ stripe_secret_key: secretKey, stripe_webhook_secret: 'whsec_standin' });
    expect(await shop.tierOf(member.id)).toBe('Pro');
  });
});

describe('live keys', () => {
  let live: BillingSite;
  const setLive = (body: object) =>
    live.site.api('PUT', '/api/v1/admin/settings', { token: live.admin.token, body });
  beforeAll(async () => {
    // As on a public server: there is no sandbox without keys.
    live = await createBillingSite({ PAYMENTS: 'off' });
    const { status, body } = await setLive({ stripe_secret_key: liveSecretKey });
    expect([status, body.payments.has_sandbox]).toEqual([200, false]);
  });
  afterAll(() => live.stop());

  test('when they are removed leave nothing to wait for on an open checkout, which says so', async () => {
    const { token } = await buildMember(live.site);
    const { body } = await live.checkout(token, { type: 'subscription', tierId: live.pro.access_level });
    const session = live.stripe.fixture.sessions.get(live.sessionOf(body.url));
    const id = new URL(session?.success_url ?? '').searchParams.get('id');
    const state = async () => {
      const answer = await live.site.api('GET', `/api/v1/checkouts/${id}`, { token });
      return [answer.status, answer.body.status ?? answer.body.code];
    };
    expect(await state()).toEqual([200, 'open']);
    expect((await setLive({ stripe_secret_key: null, confirm_losses: true })).status).toBe(200);
    expect(await state()).toEqual([503, 'payments_off']);
    expect((await setLive({ stripe_secret_key: liveSecretKey })).status).toBe(200);
    expect(await state()).toEqual([200, 'open']);
  });

  test('leave members their plans while those are paid, and the owner reads who is still charged', async () => {
    // Nothing is collected anymore for a subscription whose payments have been given up.
    const { id } = await live.subscriber(live.pro);
    await sql`update subscriptions set status = 'unpaid' where user_id = ${id}`.execute(live.site.db);
    const [member, leaver] = [await live.subscriber(live.pro), await live.subscriber(live.pro)];
    await live.site.api('POST', '/api/v1/subscription/cancel', { token: leaver.token });
    const rest = `the last one until ${await lastDay(live)}. Then they lose it.`;
    const charged = 'Stripe keeps charging 1 member until you cancel their subscription there.';
    expect((await setLive({ stripe_secret_key: null })).body.error).toBe(
      `2 members keep their plan for now, ${rest} ${charged}`,
    );
    expect((await setLive({ stripe_secret_key: secretKey })).body.error).toBe(
      `2 members lose their plan immediately. ${charged}`,
    );
    expect((await setLive({ stripe_secret_key: null, confirm_losses: true })).status).toBe(200);
    expect([await live.tierOf(member.id), await live.tierOf(leaver.id)]).toEqual(['Pro', 'Pro']);
    await sql`update subscriptions set current_period_end = now() - interval '8 days'`.execute(live.site.db);
    await sql`update profiles set tier_until = now() where tier_id is not null`.execute(live.site.db);
    await live.site.services.billing.reconcile.due();
    expect([await live.tierOf(member.id), await live.tierOf(leaver.id)]).toEqual([undefined, undefined]);
    expect((await setLive({ stripe_secret_key: liveSecretKey })).status).toBe(200);
  });

  test('ask as well for members who are charged although their plan is given to them', async () => {
    const member = await live.subscriber(live.pro);
    await sql`update subscriptions set status = 'canceled' where user_id <> ${member.id}`.execute(
      live.site.db,
    );
    for (const given of [live.studio, live.pro]) {
      await sql`update profiles set complimentary_tier_id = ${given.id} where id = ${member.id}`.execute(
        live.site.db,
      );
      await live.site.services.billing.reconcile.recomputeMembers({});
      expect(await live.tierOf(member.id)).toBe(given.name);
      const answer = await setLive({ stripe_secret_key: null });
      expect(errorOf(answer)).toEqual([
        409,
        'Stripe keeps charging 1 member until you cancel their subscription there.',
      ]);
    }
  });
});

describe('events', () => {
  const age = (days: number) =>
    sql`update billing_events set received_at = now() - make_interval(days => ${days})`.execute(shop.site.db);
  const payments = async () => (await read()).payments;

  test('are listed for the owner, with the address and the time of the last one', async () => {
    await shop.subscriber(shop.pro);
    const { webhook_url, payments } = await read();
    expect(webhook_url).toBe(shop.webhook);
    expect(payments.webhook_events).toEqual([...stripeEvents]);
    expect(Date.now() - Date.parse(payments.last_event_at)).toBeLessThan(60_000);
    expect(payments.is_silent).toBe(false);
  });

  test('are the same ones in the documentation', async () => {
    const page = await readFile(new URL('../../docs/payments.md', import.meta.url), 'utf8');
    const [, list] = /```\n((?:[a-z_.]+\n)+)```/.exec(page) ?? [];
    expect(list?.trim().split('\n')).toEqual([...stripeEvents]);
  });

  test('that stay away for long while there are subscriptions are a warning', async () => {
    await age(34);
    expect((await payments()).is_silent).toBe(false);
    await age(36);
    expect((await payments()).is_silent).toBe(true);
    await sql`update subscriptions set interval = 'year'`.execute(shop.site.db);
    // A yearly plan is renewed only once a year.
    expect((await payments()).is_silent).toBe(false);
    await sql`delete from billing_events`.execute(shop.site.db);
    await sql`update subscriptions set created_at = now() - interval '25 hours'`.execute(shop.site.db);
    expect(await payments()).toMatchObject({ is_silent: true, last_event_at: null });
    await sql`update subscriptions set status = 'canceled'`.execute(shop.site.db);
    expect((await payments()).is_silent).toBe(false);
  });
});

/** A port without a server. */
const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

describe('the endpoint', () => {
  test('is registered by a button, its secret saved, and repaired', async () => {
    const stripe = await startStripeStandIn();
    const port = await freePort();
    const site = await createTestSite({
      environment: {
        STRIPE_API_BASE: stripe.url,
        PORT: String(port),
        PUBLIC_URL: 'https://prompts.example.com',
      },
    });
    const call = async (method: string, path: string, body?: object, token?: string) => {
      const response = await fetch(`http://localhost:${port}${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.json() };
    };
    const admin = { email: 'admin@example.com', password: 'admin-password' };
    const token = (await call('POST', '/auth/v1/token?grant_type=password', admin)).body.access_token;
    const register = () => call('POST', '/api/v1/admin/settings/webhook', undefined, token);
    expect((await register()).status).toBe(409);
    await call('PUT', '/api/v1/admin/settings', { stripe_secret_key: secretKey }, token);

    const created = await register();
    expect(created.body).toMatchObject({
      outcome: 'created',
      settings: { stripe_webhook_secret: { is_set: true } },
    });
    const url = 'https://prompts.example.com/functions/v1/stripe-webhook';
    const endpoints = () => [...stripe.fixture.webhookEndpoints.values()];
    expect(endpoints()).toMatchObject([{ url, enabled_events: [...stripeEvents], status: 'enabled' }]);

    // Before the first event, it is unknown whether the saved secret is this endpoint's, so the endpoint is replaced.
    const [first] = endpoints();
    expect((await register()).body.outcome).toBe('created');
    expect(endpoints()).toHaveLength(1);
    expect(endpoints()[0]?.id).not.toBe(first?.id);

    await sql`insert into billing_events (id, mode, type, object_id, created_at)
      values ('evt_1', 'test', 'invoice.paid', 'in_1', now())`.execute(site.db);
    expect((await register()).body.outcome).toBe('unchanged');
    Object.assign(endpoints()[0] ?? {}, { enabled_events: ['invoice.paid'], status: 'disabled' });
    expect((await register()).body.outcome).toBe('repaired');
    expect(endpoints()).toMatchObject([{ enabled_events: [...stripeEvents], status: 'enabled' }]);

    // A secret that was entered since then may be wrong, as may one with which nothing has arrived for a long time.
    await call('PUT', '/api/v1/admin/settings', { stripe_webhook_secret: 'whsec_wrong' }, token);
    expect((await register()).body.outcome).toBe('created');
    await sql`update billing_events set received_at = now()`.execute(site.db);
    expect((await register()).body.outcome).toBe('unchanged');
    await sql`update site_settings set updated_at = now() - interval '40 days'`.execute(site.db);
    await sql`update billing_events set received_at = now() - interval '36 days'`.execute(site.db);
    await sql`insert into subscriptions (id, mode, user_id, customer_id, item_id, price_id, status, interval, amount,
        current_period_start, current_period_end, read_number, created_at)
      select 'sub_1', 'test', id, 'cus_1', 'si_1', 'price_1', 'active', 'month', 1900, now(), now(), 1, now()
      from profiles limit 1`.execute(site.db);
    expect((await register()).body.outcome).toBe('created');
    expect(endpoints()).toHaveLength(1);

    stripe.setKey('rk_test_reader', { isLive: false, permissions: ['GET /v1/subscriptions'] });
    await call('PUT', '/api/v1/admin/settings', { stripe_secret_key: 'rk_test_reader' }, token);
    expect((await register()).body.error).toMatch(/^This restricted key can't manage webhook endpoints/);
    await site.stop();
    await stripe.stop();
  });

  test("says what Stripe says about an address that it can't reach", async () => {
    const answer = await shop.site.api('POST', '/api/v1/admin/settings/webhook', { token: shop.admin.token });
    expect([answer.status, answer.body.error]).toEqual([
      422,
      expect.stringContaining('URL must be publicly accessible'),
    ]);
  });
});
