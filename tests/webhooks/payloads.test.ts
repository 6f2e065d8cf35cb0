import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { webhookEvents, webhookTestEvent } from '#constants';
import { buildAdmin, buildMember, buildPlaybook, buildPrompt, buildTier } from '../harness/build.ts';
import { createTestSite, type TestSite } from '../harness/site.ts';
import { startReceiver } from './receiver.ts';

let site: TestSite;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  site = await createTestSite({ environment: { PRIVATE_HOSTS: 'localhost' } });
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.stop();
  await site.stop();
});

test('each event is as the published description has it', async () => {
  const { token } = await buildAdmin(site);
  const admin = (path: string, body: object) =>
    site.api('POST', `/api/v1/admin/webhooks${path}`, { token, body });
  const { body: webhook } = await admin('', { url: receiver.url, events: webhookEvents });
  receiver.expect(webhook.secret);
  const sent = async () => receiver.worked.length + receiver.strays.length;
  let expected = 0;
  /** Waits for the messages of an action, because simultaneous messages may arrive in any order. */
  const tells = async (count: number) => {
    expected += count;
    await expect.poll(sent).toBe(expected);
    expect(receiver.strays).toEqual([]);
  };

  const items = [
    ['prompts', await buildPrompt(site)],
    ['playbooks', await buildPlaybook(site, { price: 900, is_purchasable: true })],
  ] as const;
  await tells(2);
  const member = await buildMember(site);
  await tells(1);
  for (const [table, { id, slug }] of items) {
    const path = `/api/v1/${table}/${slug}/comments`;
    await site.api('POST', path, { token: member.token, body: { body: 'A comment' } });
    await site.db.updateTable(table).set({ updated_at: new Date() }).where('id', '=', id).execute();
    await tells(2);
    await site.db.updateTable(table).set({ status: 'draft' }).where('id', '=', id).execute();
    // On an item that visitors can't see.
    await site.db
      .insertInto('comments')
      .values({
        target_type: table === 'prompts' ? 'prompt' : 'playbook',
        target_id: id,
        author_id: member.id,
        body: 'x',
      })
      .execute();
    await tells(2);
  }

  const tiers = [await buildTier(site, { access_level: 1 }), await buildTier(site, { access_level: 2 })];
  for (const tier_id of [...tiers.map(({ id }) => id), null]) {
    await site.db.updateTable('profiles').set({ tier_id }).where('id', '=', member.id).execute();
    await tells(1);
  }
  const [tier] = tiers;
  await site.pool.query(
    `insert into subscriptions (id, mode, user_id, customer_id, status, price_id, item_id, tier_id, interval, amount, read_number,
      created_at, current_period_start, current_period_end)
      values ('sub_1', 'sandbox', $1, 'cus_1', 'active', 'price_1', 'si_1', $2, 'month', 900, 1, now(), now(), now())`,
    [member.id, tier?.id],
  );
  await site.pool.query("update subscriptions set cancel_at_period_end = true where id = 'sub_1'");
  await tells(1);

  const checkout = randomUUID();
  const bought = [checkout, member.id, items[1][1].id];
  await site.pool.query(
    `insert into checkouts (id, user_id, playbook_id, mode, kind, amount, expires_at) values ($1, $2, $3, 'sandbox', 'playbook', 900, now())`,
    bought,
  );
  await site.pool.query(
    `insert into playbook_payments (checkout_id, user_id, playbook_id, mode, amount, read_number) values ($1, $2, $3, 'sandbox', 900, 1)`,
    bought,
  );
  await admin(`/${webhook.id}/test`, {});
  await tells(2);
  const seen = new Set(receiver.worked.map(({ type }) => type));
  expect([...seen].sort()).toEqual([...webhookEvents, webhookTestEvent].sort());

  const { body: described } = await site.api('GET', '/api/v1/openapi.json');
  expect(Object.keys(described.webhooks).sort()).toEqual([...seen].sort());
  expect(described.webhooks['plan.started'].post.requestBody.content['application/json'].schema).toEqual({
    $ref: '#/components/schemas/PlanStartedEvent',
  });
});

test('a time of an event is the one that the API has, to be compared with it and sent back to it', async () => {
  const { token } = await buildAdmin(site);
  const { slug } = await buildPrompt(site);
  const item = { id: expect.any(String), slug };
  const published = () =>
    receiver.worked.find(({ type, data }) => type === 'item.published' && data.slug === slug)?.data;
  await expect.poll(published).toMatchObject(item);
  const path = `/api/v1/admin/prompts/${published()?.id}`;
  const { created_at, updated_at } = (await site.api('GET', path, { token })).body;
  expect(published()).toMatchObject({ created_at, updated_at });
  const body = { title: 'Changed', updated_at: published()?.updated_at };
  expect((await site.api('PATCH', path, { token, body })).status).toBe(200);
});
