import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAdmin } from '../harness/build.ts';
import { createTestDatabase } from '../harness/database.ts';
import { createTestSite, type TestSite } from '../harness/site.ts';
import { startReceiver } from './receiver.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let site: TestSite;
let token: string;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  database = await createTestDatabase();
  site = await createTestSite({ database, environment: { PRIVATE_HOSTS: 'localhost' } });
  token = (await buildAdmin(site)).token;
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.stop();
  await site.stop();
  await database.drop();
});

const admin = (method: string, path: string, body?: object) =>
  site.api(method, `/api/v1/admin/webhooks${path}`, { token, ...(body ? { body } : {}) });
const waiting = async () =>
  (
    await database.pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
  ).rowCount;

test('a message is accepted while its webhook gives up on all that wait', async () => {
  const { body } = await admin('POST', '', { url: receiver.url, events: ['item.published'] });
  receiver.expect(body.secret);
  await database.pool.query('update webhook_endpoints set failures = 1 where id = $1', [body.id]);
  const client = await database.pool.connect();
  await client.query('begin');
  await client.query('update webhook_endpoints set failures = failures + 1 where id = $1', [body.id]);
  expect((await admin('POST', `/${body.id}/test`)).status).toBe(200);
  await expect.poll(waiting).toBe(1);
  const giveUp = "update webhook_deliveries set status = 'failed' where endpoint_id = $1";
  expect((await client.query(giveUp, [body.id])).rowCount).toBe(1);
  await client.query('commit');
  client.release();
  const isTaken = async () => (await admin('GET', `/${body.id}/deliveries`)).body.items[0].status;
  await expect.poll(isTaken).toBe('delivered');
  expect(receiver.attempts).toHaveLength(1);
});

test('a webhook is deleted while its failed messages are sent again', async () => {
  const { body } = await admin('POST', '', { url: receiver.url, events: ['item.published'] });
  await database.pool.query(
    `with event as (insert into webhook_events (type, subject, data) values ('item.published', 'one', '{}') returning id)
      insert into webhook_deliveries (event_id, endpoint_id, status) select id, $1, 'failed' from event`,
    [body.id],
  );
  const client = await database.pool.connect();
  await client.query('begin');
  await client.query('select from webhook_endpoints where id = $1 for update', [body.id]);
  const answer = admin('POST', `/${body.id}/resend-failed`);
  await expect.poll(waiting).toBe(1);
  // It waits for the webhook and must not hold what the deletion goes on to.
  await client.query('select from webhook_deliveries where endpoint_id = $1 for update nowait', [body.id]);
  await client.query('delete from webhook_endpoints where id = $1', [body.id]);
  await client.query('commit');
  client.release();
  expect((await answer).status).toBe(404);
});
