import { expect, test } from 'vitest';
import { buildPlaybook, buildTier } from '#tests/harness/build.ts';
import {
  act,
  charges,
  conclude,
  type Member,
  plan,
  post,
  pro,
  site,
  start,
  studio,
  subscriber,
  withPlansSite,
} from '#tests/harness/plans-site.ts';

withPlansSite();

const preview = async ({ token }: Member, tier: { id: string }, interval = 'month') =>
  (await site.api('GET', `/api/v1/subscription/change?tier=${tier.id}&interval=${interval}`, { token })).body;
async function change(member: Member, tier: { id: string }) {
  const { proration_date, amount_due } = await preview(member, tier);
  return (await post(member, 'change', { tier: tier.id, interval: 'month', proration_date, amount_due }))
    .body;
}
const receipts = async ({ email }: Member) =>
  (await site.emails()).filter((raw) => raw.includes(`To: ${email}`) && raw.includes('Receipt: Pro'));
const opened = async ({ token }: Member, url: string) =>
  (await site.api('GET', `/api/v1/sandbox/checkouts/${new URL(url).searchParams.get('id')}`, { token })).body;

test('the credit of a cheaper plan pays the next payments, and is named with them', async () => {
  const member = await subscriber(2);
  expect(await preview(member, pro)).toMatchObject({ amount_due: 0, credit: 1_700 });
  expect(await change(member, pro)).toMatchObject({ plan: 'Pro', amount: 1_200, next_amount: 0 });
  await act(member, 'renew');
  expect(await plan(member)).toMatchObject({ status: 'active', next_amount: 700 });
  await act(member, 'renew');
  expect(await plan(member)).toMatchObject({ status: 'active', next_amount: 1_200 });
  expect(await charges(member)).toEqual([2_900, 700]);
  await expect.poll(() => receipts(member)).toHaveLength(1);
  const [receipt] = await receipts(member);
  expect(receipt).toContain('Paid: $7.00');
  expect(receipt?.replaceAll('=E2=88=92', '−')).toContain('Earlier balance: −$5.00');
});

test('credit pays a more expensive plan, and what it leaves below the smallest charge waits', async () => {
  const member = await subscriber(2);
  await change(member, pro);
  await act(member, 'ask');
  // Nothing is charged, so there is nothing to confirm.
  expect(await change(member, studio)).toMatchObject({ plan: 'Studio', pending_change: null });
  await change(member, pro);
  const larger = await buildTier(site, { name: 'Larger', price: 2_940, access_level: 3 });
  expect(await preview(member, larger)).toMatchObject({ amount_due: 0, credit: 0 });
  expect(await change(member, larger)).toMatchObject({ plan: 'Larger', amount: 2_940, next_amount: 2_980 });
});

test('credit outlasts its plan and pays for the next one, but not for a playbook', async () => {
  const member = await subscriber(2);
  await change(member, pro);
  await act(member, 'end');
  const playbook = await buildPlaybook(site, { tier_access: 2, is_purchasable: true, price: 500 });
  const single = await start(member, { type: 'playbook', playbookId: playbook.id });
  expect(await opened(member, single.body.url)).toMatchObject({ credit: 0, due: 500 });
  const { body } = await start(member, { type: 'subscription', tierId: 2 });
  expect(await opened(member, body.url)).toMatchObject({ amount: 2_900, credit: 1_700, due: 1_200 });
  await conclude(member, body.url);
  expect(await charges(member)).toEqual([2_900, 1_200]);
  expect(await plan(member)).toMatchObject({ plan: 'Studio', next_amount: 2_900 });
});

test('a payment that fails is tried again before the next period, and then paid once', async () => {
  const member = await subscriber(2);
  await act(member, 'fail');
  for (const again of ['fail', 'renew']) {
    const { status, body } = await act(member, again);
    expect([status, body.error]).toEqual([409, 'A payment is already due. Pay the failed invoice first.']);
  }
  await act(member, 'settle');
  expect(await charges(member)).toEqual([2_900, 2_900]);
  expect(await plan(member)).toMatchObject({ status: 'active' });
});

test('where nothing is charged, nothing can fail', async () => {
  const member = await subscriber(2);
  await change(member, pro);
  await act(member, 'fail');
  expect(await plan(member)).toMatchObject({ plan: 'Pro', status: 'active' });
});

test('after a refunded change, the earlier plan is worth what it costs', async () => {
  const member = await subscriber(1);
  // Its trial is over.
  await act(member, 'renew');
  expect((await preview(member, studio)).amount_due).toBe(1_700);
  expect(await change(member, studio)).toMatchObject({ plan: 'Studio' });
  await act(member, 'refund');
  expect(await plan(member)).toMatchObject({ plan: 'Pro', next_amount: 1_200 });
  expect(await preview(member, studio)).toMatchObject({ amount_due: 1_700, credit: 0 });
});
