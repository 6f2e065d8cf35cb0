import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMember } from '../harness/build.ts';
import { type BillingSite, createBillingSite } from './billing-site.ts';

const maxMilliseconds = 17_000;

let shop: BillingSite;
beforeAll(async () => {
  shop = await createBillingSite();
});
afterAll(() => shop.stop());

test('a provider that never answers leaves nobody waiting for more than 17 seconds', async () => {
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
  stripe.hang(true);
  await Promise.all(
    Object.entries(calls).map(async ([name, call]) => {
      const start = performance.now();
      const answer = await call();
      const took = performance.now() - start;
      expect([name, answer.status, answer.body.error]).toEqual([
        name,
        502,
        "The payment provider isn't responding. Please try again in a few minutes.",
      ]);
      // One retry after eight seconds.
      expect(took, name).toBeGreaterThan(8_000);
      expect(took, name).toBeLessThan(maxMilliseconds);
    }),
  );
  stripe.hang(false);
  const again = await shop.checkout(newcomer.token, plan);
  expect(again.status).toBe(200);
  await stripe.scenarios.pay(shop.sessionOf(again.body.url));
  expect(await shop.tierOf(newcomer.id)).toBe('Pro');
});
