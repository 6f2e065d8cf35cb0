import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAdmin, buildMember, buildPlaybook, buildTier } from '#tests/harness/build.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
  await buildTier(site, { name: 'Pro', price: 1200, access_level: 1 });
});
afterAll(() => site.stop());

const times = 10;
const inParallel = async (ask: () => Promise<{ status: number }>) =>
  (await Promise.all(Array.from({ length: times }, ask))).map(({ status }) => status).sort();
/** One call succeeded, and the others were told that there was nothing left to do. */
const onceOnly = [200, ...Array<number>(times - 1).fill(409)];

const objects = async (member: { id: string }, kind: string) => {
  const rows = await site.db.selectFrom('sandbox_objects').selectAll().where('kind', '=', kind).execute();
  return rows.filter(({ data }) => JSON.stringify(data).includes(`cus_sandbox_${member.id}`));
};
async function opened(body: object) {
  const member = await buildMember(site);
  const { token } = member;
  const answer = await site.api('POST', '/functions/v1/create-checkout-session', { token, body });
  const id = new URL(answer.body.url).searchParams.get('id');
  const pay = () => site.api('POST', `/api/v1/sandbox/checkouts/${id}`, { token, body: { outcome: 'pay' } });
  const act = (action: string) => site.api('POST', '/api/v1/sandbox/billing', { token, body: { action } });
  return { ...member, pay, act };
}
const waiting = async () =>
  (
    await site.pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
  ).rowCount;
const plan = { type: 'subscription', tierId: 1 };

describe('ten at the same moment', () => {
  test('payments for a plan create one subscription and one charge', async () => {
    const member = await opened(plan);
    expect(await inParallel(member.pay)).toEqual(onceOnly);
    expect(await objects(member, 'subscription')).toHaveLength(1);
    expect(await objects(member, 'charge')).toHaveLength(1);
    const stored = await site.db
      .selectFrom('subscriptions')
      .select('id')
      .where('user_id', '=', member.id)
      .execute();
    expect(stored).toHaveLength(1);
  });

  test('payments for a playbook create one charge', async () => {
    const playbook = await buildPlaybook(site, { tier_access: 2, is_purchasable: true, price: 1999 });
    const member = await opened({ type: 'playbook', playbookId: playbook.id });
    expect(await inParallel(member.pay)).toEqual(onceOnly);
    expect(await objects(member, 'charge')).toHaveLength(1);
  });

  test('payments of a failed invoice charge it once', async () => {
    const member = await opened(plan);
    await member.pay();
    await member.act('fail');
    expect(await inParallel(() => member.act('settle'))).toEqual(onceOnly);
    expect(await objects(member, 'charge')).toHaveLength(2);
  });

  test.each(['refund', 'dispute', 'end'])('%s happens once', async (action) => {
    const member = await opened(plan);
    await member.pay();
    expect(await inParallel(() => member.act(action))).toEqual(onceOnly);
  });

  test("cancellations and renewals don't overwrite each other", async () => {
    const member = await opened(plan);
    await member.pay();
    const { token } = member;
    const answers = await Promise.all(
      Array.from({ length: times }, (_, index) =>
        index % 2 ? site.api('POST', '/api/v1/subscription/cancel', { token }) : member.act('renew'),
      ),
    );
    for (const { status } of answers) expect([200, 409]).toContain(status);
    const [subscription] = await objects(member, 'subscription');
    expect(subscription?.data).toMatchObject({ cancelAtPeriodEnd: true });
  });
});

test('a payment for a playbook and its deletion never stop each other', async () => {
  const playbook = await buildPlaybook(site, { tier_access: 2, is_purchasable: true, price: 1999 });
  const member = await opened({ type: 'playbook', playbookId: playbook.id });
  const client = await site.pool.connect();
  await client.query('begin');
  await client.query('select from playbooks where id = $1 for update', [playbook.id]);
  const paid = member.pay();
  await expect.poll(waiting).toBe(1);
  // It waits for the playbook and must not hold what the deletion goes on to.
  await client.query('select from checkouts where playbook_id = $1 for update nowait', [playbook.id]);
  await client.query('commit');
  client.release();
  expect((await paid).status).toBe(200);
});

test('a playbook that is sold while it is being deleted stays', async () => {
  const playbook = await buildPlaybook(site, { tier_access: 2, is_purchasable: true, price: 1999 });
  const { id } = await buildMember(site);
  const { token } = await buildAdmin(site);
  const client = await site.pool.connect();
  await client.query('begin');
  await client.query('insert into user_playbook_purchases (user_id, playbook_id) values ($1, $2)', [
    id,
    playbook.id,
  ]);
  const deleted = site.api('DELETE', `/api/v1/admin/playbooks/${playbook.id}`, { token });
  await expect.poll(waiting).toBe(1);
  await client.query('commit');
  client.release();
  expect((await deleted).body.code).toBe('conflict');
});
