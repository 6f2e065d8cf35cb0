// Needs the built site.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAdmin, buildPrompt } from '../harness/build.ts';
import { retryJobs } from '../harness/jobs.ts';
import { createTestSite, type TestSite } from '../harness/site.ts';
import { startSiteProcess } from '../harness/site-process.ts';
import { startReceiver } from './receiver.ts';

const environment = { PRIVATE_HOSTS: 'localhost' };
const events = 24;

let site: TestSite;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
const processes = new Set<Awaited<ReturnType<typeof startSiteProcess>>>();
beforeAll(async () => {
  site = await createTestSite({ environment });
  receiver = await startReceiver();
});
afterAll(async () => {
  await Promise.all([...processes].map((started) => started.kill()));
  await receiver.stop();
  await site.stop();
});

async function start() {
  const started = await startSiteProcess(site, environment);
  processes.add(started);
  return started;
}

/** Makes everything that waits due now. */
const hurry = async () => {
  await sql`update webhook_endpoints set paused_until = null`.execute(site.db);
  await retryJobs(site.db, 'webhooks');
};
/** Expires the leases, so that other processes can take over. */
const letTimePass = async () => {
  await sql`update webhook_deliveries set leased_until = null where leased_until is not null`.execute(
    site.db,
  );
  await sql`update jobs.job set state = 'retry' where name = 'webhooks' and state = 'active'`.execute(
    site.db,
  );
};
const countOf = async (status: string) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from webhook_deliveries where status = ${status}`.execute(site.db);
  return rows[0]?.count;
};

test('kill -9 while deliveries are under way loses none, and repeats some with the webhook-id they had', async () => {
  const { token } = await buildAdmin(site);
  const { body: webhook } = await site.api('POST', '/api/v1/admin/webhooks', {
    token,
    body: { url: receiver.url, events: ['item.published'] },
  });
  receiver.expect(webhook.secret);
  // From here on, other processes do the work.
  await site.stopSite();
  // The receiver gets each message, and the process is killed before the answer: the worst moment for avoiding repeats.
  receiver.becomes('answers late');
  const made: { id: string }[] = [];
  let heard = 0;
  for (let kill = 1; kill <= 2; kill += 1) {
    const victim = await start();
    made.push(...(await Promise.all(Array.from({ length: events / 2 }, () => buildPrompt(site)))));
    await expect.poll(() => receiver.attempts.length).toBeGreaterThan(heard);
    await victim.kill();
    heard = receiver.attempts.length;
    expect(await countOf('delivered')).toBe(0);
    await letTimePass();
    await hurry();
  }
  receiver.becomes('takes');
  await start();
  // The other process is killed while both are sending.
  const victim = await start();
  await expect.poll(() => countOf('delivered')).toBeGreaterThan(0);
  await victim.kill();
  let before: number | undefined;
  await expect
    .poll(
      async () => {
        const delivered = await countOf('delivered');
        // A statement of the killed process may finish after its death.
        if (delivered === before) await letTimePass();
        before = delivered;
        await hurry();
        return delivered;
      },
      { timeout: 120_000 },
    )
    .toBe(events);

  expect(receiver.worked.map(({ data }) => data.id).sort()).toEqual(made.map(({ id }) => id).sort());
  const { rows } = await sql<{ id: string }>`select event_id as id from webhook_deliveries`.execute(site.db);
  expect([...new Set(receiver.attempts)].sort()).toEqual(rows.map(({ id }) => id).sort());
  // Only what the killed processes had started was sent again.
  expect(receiver.attempts.length).toBeGreaterThan(events);
});
