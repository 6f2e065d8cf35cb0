import { afterAll, beforeAll, expect, test } from 'vitest';
import { trashDays } from '#constants';
import { buildMember, buildOffer, buildPlaybook, buildTier } from '../harness/build.ts';
import { type BillingSite, createBillingSite } from './billing-site.ts';
import { liveSecretKey, secretKey } from './keys.ts';

// Test purchases grant no access once real payments are set up.

let shop: BillingSite;
beforeAll(async () => {
  shop = await createBillingSite();
});
afterAll(() => shop.stop());

const call = (method: string, path: string, body?: object, token = shop.admin.token) =>
  shop.site.api(method, path, { token, ...(body && { body }) });
const useKey = async (stripe_secret_key: string) => {
  const body = { stripe_secret_key, confirm_losses: true };
  expect((await call('PUT', '/api/v1/admin/settings', body)).status).toBe(200);
};
const remove = async (path: string) => (await call('DELETE', `/api/v1/admin/${path}`)).status;

async function sell() {
  const plan = await buildTier(shop.site, { name: 'Practice', price: 1200, access_level: 3, trial_days: 0 });
  const playbook = await buildPlaybook(shop.site, { tier_access: 2, is_purchasable: true, price: 1900 });
  const subscriber = await shop.subscriber(plan);
  const buyer = await buildMember(shop.site);
  const { body } = await shop.checkout(buyer.token, { type: 'playbook', playbookId: playbook.id });
  await shop.stripe.scenarios.pay(shop.sessionOf(body.url));
  const undecided = await buildMember(shop.site);
  for (const wanted of [
    { type: 'playbook', playbookId: playbook.id },
    { type: 'subscription', tierId: plan.access_level, tier: plan.id },
  ])
    expect((await shop.checkout(undecided.token, wanted)).status).toBe(200);
  return { plan, playbook, subscriber };
}

test('a plan and a playbook that were sold for practice can be deleted with live keys', async () => {
  const { plan, playbook } = await sell();
  expect([await remove(`tiers/${plan.id}`), await remove(`playbooks/${playbook.id}`)]).toEqual([409, 409]);
  await useKey(liveSecretKey);
  const { body } = await call('GET', '/api/v1/admin/tiers');
  const shown = body.items.find(({ id }: { id: string }) => id === plan.id);
  expect(shown.subscriber_count).toBe(0);
  expect(await remove(`playbooks/${playbook.id}`)).toBe(200);
  expect(await remove(`playbooks/${playbook.id}?forever=true`)).toBe(200);
  expect(await remove(`tiers/${plan.id}`)).toBe(200);
  await useKey(secretKey);
});

test('a plan that was sold for practice is given to nobody when it becomes free with live keys', async () => {
  const { plan, subscriber } = await sell();
  await useKey(liveSecretKey);
  expect((await call('PATCH', `/api/v1/admin/tiers/${plan.id}`, { price: 0 })).status).toBe(200);
  await shop.site.services.billing.reconcile.due();
  expect(await shop.tierOf(subscriber.id)).toBeUndefined();
  await useKey(secretKey);
});

test('a plan that was sold for practice is sold with live keys too, with the same code', async () => {
  const { plan } = await sell();
  await buildOffer(shop.site, { code: 'TWICE' });
  const buy = async () => {
    const { id, token } = await buildMember(shop.site);
    const wanted = { type: 'subscription', tierId: plan.access_level, tier: plan.id, code: 'TWICE' };
    const { status, body } = await shop.checkout(token, wanted);
    expect(status).toBe(200);
    await shop.stripe.scenarios.pay(shop.sessionOf(body.url));
    return id;
  };
  const practiced = await buy();
  await useKey(liveSecretKey);
  expect([await shop.tierOf(practiced), await shop.tierOf(await buy())]).toEqual([undefined, 'Practice']);
  await useKey(secretKey);
});

test('a playbook in the trash is deleted after its time although it was sold for practice', async () => {
  const { playbook } = await sell();
  await useKey(liveSecretKey);
  expect(await remove(`playbooks/${playbook.id}`)).toBe(200);
  await shop.site.pool.query(
    'update playbooks set deleted_at = now() - make_interval(days => $1) where id = $2',
    [trashDays + 1, playbook.id],
  );
  await shop.site.services.retention();
  const left = await shop.site.pool.query('select from playbooks where id = $1', [playbook.id]);
  expect(left.rowCount).toBe(0);
  await useKey(secretKey);
});

test('an account that is deleted takes its subscriptions for practice with it', async () => {
  const { subscriber } = await sell();
  await useKey(liveSecretKey);
  const { password, token, subscriptionId } = subscriber;
  expect((await call('DELETE', '/api/v1/profile', { password }, token)).status).toBe(200);
  const { rows } = await shop.site.pool.query('select status from subscriptions where id = $1', [
    subscriptionId,
  ]);
  expect(rows).toEqual([{ status: 'canceled' }]);
  await useKey(secretKey);
});

test('real sales stay while the owner tries something with test keys', async () => {
  await useKey(liveSecretKey);
  const { plan, playbook } = await sell();
  await useKey(secretKey);
  expect([await remove(`tiers/${plan.id}`), await remove(`playbooks/${playbook.id}`)]).toEqual([409, 409]);
});
