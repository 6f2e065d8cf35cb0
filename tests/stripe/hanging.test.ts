import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMember } from '../harness/build.ts';
import { type BillingSite, createBillingSite } from './billing-site.ts';

let shop: BillingSite;
beforeAll(async () => {
  shop = await createBillingSite();
});
afterAll(() => shop.stop());

test('a provider that never answers is asked twice, and then nobody waits any longer', async () => {
  const { site, stripe, pro, studio } = shop;
  const [newcomer, waiting, member, leaver] = [
    await buildMember(site),
    await buildMember(site),
    await shop.subscriber(pro),
    await shop.subscriber(pro),
  ];
  const plan = { type: 'subscription', tierId: pro.access_level };
  const { body } = await shop.checkout(waiting.token, plan);
  const session = stripe.fixture.sessions.get(shop.sessionOf(body.url));
  const { token } = member;
  const calls: Record<string, () => Promise<{ status: number; body: { error: string } }>> = {
    checkout: () => shop.checkout(newcomer.token, plan),
    'another plan': () => shop.checkout(waiting.token, { ...plan, tierId: studio.access_level }),
    'state of a checkout': () =>
      site.api('GET', `/api/v1/checkouts/${session?.metadata?.checkout_id}`, { token: waiting.token }),
    preview: () => site.api('GET', `/api/v1/subscription/change?tier=${studio.id}`, { token }),
    cancellation: () => site.api('POST', '/api/v1/subscription/cancel', { token }),
    portal: () => site.api('POST', '/api/v1/subscription/portal', { token }),
    'deletion of an account': () =>
      site.api('DELETE', '/api/v1/profile', { token: leaver.token, body: { password: leaver.password } }),
  };
  const before = stripe.requests.length;
  stripe.hang(true);
  await Promise.all(
    Object.entries(calls).map(async ([name, call]) => {
      const answer = await call();
      expect([name, answer.status, answer.body.error]).toEqual([
        name,
        502,
        "The payment provider isn't responding. Please try again in a few minutes.",
      ]);
    }),
  );
  // Each call gives up after its first unanswered request, including those it sends in parallel. Two calls request the same session.
  const asked = Map.groupBy(stripe.requests.slice(before), (request) => request);
  const isOften = ([request, { length }]: [string, string[]]) =>
    length > (request.includes('/checkout/sessions/') ? 4 : 2);
  expect([...asked].filter(isOften)).toEqual([]);
  expect(stripe.requests.length - before).toBeGreaterThanOrEqual(2 * Object.keys(calls).length);
  stripe.hang(false);
  const again = await shop.checkout(newcomer.token, plan);
  expect(again.status).toBe(200);
  await stripe.scenarios.pay(shop.sessionOf(again.body.url));
  expect(await shop.tierOf(newcomer.id)).toBe('Pro');
});

test('the stored plan is shown while the provider does not say whether a payment was confirmed', async () => {
  const { site, stripe, pro, studio } = shop;
  const { token, subscriptionId } = await shop.subscriber(pro);
  const customer = stripe.fixture.subscriptions.get(subscriptionId)?.customer ?? '';
  stripe.scenarios.setCard(customer, 'authenticate');
  const change = await site.api('GET', `/api/v1/subscription/change?tier=${studio.id}`, { token });
  const { proration_date, amount_due } = change.body;
  const body = { tier: studio.id, interval: 'month', proration_date, amount_due };
  await site.api('POST', '/api/v1/subscription/change', { token, body });
  await site.db.deleteFrom('rate_limits').execute();
  const before = stripe.requests.length;
  stripe.hang(true);
  expect(await shop.plan(token)).toMatchObject({ plan: 'Pro', pending_change: { name: 'Studio' } });
  expect(stripe.requests.length - before).toBe(1);
  stripe.hang(false);
});
