import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMember } from '../harness/build.ts';
import { createTestSite, type TestSite } from '../harness/site.ts';
import { type BillingSite, createBillingSite } from './billing-site.ts';

/** Set ROUNDS for more. */
const rounds = Number(process.env.ROUNDS ?? 30);

let shop: BillingSite;
/** Another process of the same site. */
let other: TestSite;
let member: Awaited<ReturnType<typeof buildMember>>;
const tokens = new Map<TestSite, string>();
beforeAll(async () => {
  shop = await createBillingSite();
  other = await createTestSite({
    database: shop.site.database,
    environment: { STRIPE_API_BASE: shop.stripe.url },
  });
  member = await buildMember(shop.site);
  tokens.set(shop.site, member.token);
  const { data } = await other.authClient().signInWithPassword(member);
  tokens.set(other, data.session?.access_token ?? '');
});
afterAll(async () => {
  await other.stop();
  await shop.stop();
});

const ask = (site: TestSite, body: object) =>
  site.api('POST', '/functions/v1/create-checkout-session', { token: tokens.get(site) ?? '', body });
const plan = (tier: { access_level: number }) => ({ type: 'subscription', tierId: tier.access_level });

/** Closes everything, as if it had expired long ago. */
async function forget() {
  await shop.site.db.updateTable('checkouts').set({ status: 'expired' }).execute();
  shop.stripe.fixture.sessions.clear();
}

const openPages = () =>
  [...shop.stripe.fixture.sessions.values()].filter(({ status }) => status === 'open').map(({ url }) => url);

test(`two tabs ask for two plans at the same moment, ${rounds} times, and never can both be paid`, {
  timeout: 20_000 * rounds,
}, async () => {
  let answered = 0;
  for (let round = 0; round < rounds; round += 1) {
    await forget();
    const answers = await Promise.all([
      ask(shop.site, plan(shop.pro)),
      ask(other, plan(shop.studio)),
      ask(other, plan(shop.pro)),
      ask(shop.site, plan(shop.studio)),
    ]);
    for (const { status, text } of answers) expect([200, 409], text).toContain(status);
    const open = openPages();
    expect(open.length).toBeLessThanOrEqual(1);
    // One of the answers is the page that is still open.
    expect(answers.map(({ body }) => body.url)).toContain(open[0]);
    answered += answers.filter(({ status }) => status === 200).length;
  }
  expect(answered).toBeGreaterThan(rounds);
});

test('ten tabs that ask for the same thing get the same page', async () => {
  for (const body of [plan(shop.pro), { type: 'playbook', playbookId: shop.playbook.id }]) {
    await forget();
    const tabs = Array.from({ length: 10 }, (_, index) => ask(index % 2 ? shop.site : other, body));
    const urls = (await Promise.all(tabs)).map((answer) => answer.body.url);
    expect(new Set(urls)).toEqual(new Set(openPages()));
    expect(openPages()).toHaveLength(1);
  }
});

test('a process that was killed while it opened a page blocks its member for seconds only', async () => {
  await forget();
  const { db } = shop.site;
  const claim = await db
    .insertInto('checkouts')
    .values({
      mode: 'test',
      user_id: member.id,
      kind: 'subscription',
      tier_id: shop.pro.id,
      interval: 'month',
      amount: 1200,
      expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const waiting = ask(shop.site, plan(shop.studio));
  const aged = new Date(Date.now() - 21_000).toISOString();
  await db.updateTable('checkouts').set({ created_at: aged }).where('id', '=', claim.id).execute();
  expect((await waiting).status).toBe(200);
  expect(openPages()).toHaveLength(1);
});

test('a page that opens after another call has given up waiting for it is closed', async () => {
  await forget();
  const { site, stripe } = shop;
  stripe.beforeAnswer(/^POST \/v1\/checkout\/sessions$/, async () => {
    const created_at = new Date(Date.now() - 21_000).toISOString();
    await site.db.updateTable('checkouts').set({ created_at }).where('user_id', '=', member.id).execute();
    expect((await ask(other, plan(shop.studio))).status).toBe(200);
  });
  expect((await ask(site, plan(shop.pro))).status).toBe(409);
  expect(openPages()).toHaveLength(1);
});

/** A plan's checkout that a member opened while the site didn't know of their subscription yet. */
async function openPage(token: string, subscriptionId: string) {
  const know = (status: 'active' | 'canceled') =>
    shop.site.db.updateTable('subscriptions').set({ status }).where('id', '=', subscriptionId).execute();
  await know('canceled');
  const body = plan(shop.studio);
  const { status } = await shop.site.api('POST', '/functions/v1/create-checkout-session', { token, body });
  expect(status).toBe(200);
  await know('active');
}

const changeRounds = Math.ceil(rounds / 3);
test.each(['nothing', 'a page to pay for a plan', 'a bank debit whose arrival the site has not heard of'])(
  `two tabs change a plan at the same moment, ${changeRounds} times, and only what was shown is charged (beside %s)`,
  {
    timeout: 20_000 * changeRounds,
  },
  async (beside) => {
    const { stripe, pro, studio, site } = shop;
    for (let round = 0; round < changeRounds; round += 1) {
      const { token, subscriptionId, ...account } = await shop.subscriber(pro);
      if (beside === 'a page to pay for a plan') await openPage(token, subscriptionId);
      if (beside.startsWith('a bank debit'))
        await site.db
          .updateTable('checkouts')
          .set({ status: 'processing' })
          .where('user_id', '=', account.id)
          .execute();
      const { data } = await other.authClient().signInWithPassword(account);
      const shown = async (tier: { id: string }, interval: string) => {
        const query = `tier=${tier.id}&interval=${interval}`;
        const { body } = await site.api('GET', `/api/v1/subscription/change?${query}`, { token });
        return { tier: tier.id, interval, proration_date: body.proration_date, amount_due: body.amount_due };
      };
      const offers = [await shown(studio, 'month'), await shown(pro, 'year')];
      const answers = await Promise.all(
        offers.map((body, index) =>
          index === 0
            ? site.api('POST', '/api/v1/subscription/change', { token, body })
            : other.api('POST', '/api/v1/subscription/change', {
                token: data.session?.access_token ?? '',
                body,
              }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const refused = answers.find(({ status }) => status === 409);
      expect(refused?.body.error).toMatch(/^The price has changed\.|is being changed in another tab\./);
      const charged = [...stripe.fixture.invoices.values()]
        .filter(({ parent }) => parent.subscription_details.subscription === subscriptionId)
        .map(({ amount_paid }) => amount_paid);
      const [made] = offers.filter((_, index) => answers[index]?.status === 200);
      expect(charged).toEqual([pro.price, made?.amount_due]);
    }
  },
);
