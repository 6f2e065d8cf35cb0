import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAdmin, buildPrompt } from '../harness/build.ts';
import { retryJobs } from '../harness/jobs.ts';
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

/** How many of a webhook's deliveries wait. Those of a deleted one may still have a job. */
async function waitingFor(id: string) {
  const jobs = sql`select from jobs.job where name = 'webhooks' and state = 'retry' and group_id = ${id}`;
  return (await jobs.execute(site.db)).rows.length;
}

test('everything that waits goes to a corrected address', async () => {
  const { token } = await buildAdmin(site);
  const admin = (method: string, path: string, body: object) =>
    site.api(method, `/api/v1/admin/webhooks${path}`, { token, body });
  const other = await startReceiver();
  const { id, secret } = (await admin('POST', '', { url: other.url, events: ['item.published'] })).body;
  other.becomes('fails');
  receiver.expect(secret);
  await buildPrompt(site);
  await expect.poll(() => waitingFor(id)).toBe(1);
  await sql`update jobs.job set start_after = now() + interval '1 hour' where name = 'webhooks'`.execute(
    site.db,
  );
  expect((await admin('PATCH', `/${id}`, { url: receiver.url })).status).toBe(200);
  await expect.poll(() => receiver.worked.length).toBe(1);
  await site.api('DELETE', `/api/v1/admin/webhooks/${id}`, { token });
  receiver.worked.length = 0;
  await other.stop();
});

test('three days in which the site was off are not three days of failures', async () => {
  const { token } = await buildAdmin(site);
  const other = await startReceiver();
  const body = { url: other.url, events: ['item.published'] };
  const { id } = (await site.api('POST', '/api/v1/admin/webhooks', { token, body })).body;
  other.becomes('fails');
  await buildPrompt(site);
  const read = async () =>
    (
      await sql<{ attempts: number; status: string; is_enabled: boolean }>`
        select attempts, status, is_enabled from webhook_deliveries delivery
        join webhook_endpoints endpoint on endpoint.id = endpoint_id where endpoint.id = ${id}`.execute(
        site.db,
      )
    ).rows[0];
  await expect.poll(read).toMatchObject({ attempts: 1 });
  await sql`update webhook_endpoints set failing_since = failing_since - interval '4 days' where id = ${id}`.execute(
    site.db,
  );
  await sql`update webhook_deliveries set first_failed_at = first_failed_at - interval '4 days',
    last_attempt_at = last_attempt_at - interval '4 days' where endpoint_id = ${id}`.execute(site.db);
  await expect
    .poll(async () => {
      await retryJobs(site.db, 'webhooks');
      return read();
    })
    .toEqual({ attempts: 2, status: 'pending', is_enabled: true });
  await site.api('DELETE', `/api/v1/admin/webhooks/${id}`, { token });
  await other.stop();
});

test('a test reaches a receiver that was repaired during a pause, and all that waits follows', async () => {
  const { token } = await buildAdmin(site);
  const admin = (path: string, body?: object) =>
    site.api('POST', `/api/v1/admin/webhooks${path}`, { token, ...(body && { body }) });
  const { id, secret } = (await admin('', { url: receiver.url, events: ['item.published'] })).body;
  receiver.expect(secret);
  receiver.becomes('fails');
  for (let count = 0; count < 4; count += 1) await buildPrompt(site);
  await expect.poll(() => waitingFor(id)).toBe(4);
  const later = sql`now() + interval '1 hour'`;
  await sql`update webhook_endpoints set paused_until = ${later}`.execute(site.db);
  await sql`update jobs.job set start_after = ${later} where name = 'webhooks'`.execute(site.db);
  receiver.becomes('takes');
  expect((await admin(`/${id}/test`)).status).toBe(200);
  await expect.poll(() => receiver.worked.length).toBe(5);
  expect(receiver.worked[0]?.type).toBe('webhook.test');
});
