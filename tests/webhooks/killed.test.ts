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

/** Lets everything that waits be tried now. */
const hurry = async () => {
  await sql`update webhook_endpoints set paused_until = null`.execute(site.db);
  await retryJobs(site.db, 'webhooks');
};
/** Lets the time pass after which a job whose process is gone is somebody else's. */
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
  // From here on, others do the work.
  await site.stopSite();
  // It takes each message and is killed before it hears so: the worst moment for whoever must not repeat it.
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
  // The other is killed in the middle of what both of them send.
  const victim = await start();
  await expect.poll(() => countOf('delivered')).toBeGreaterThan(0);
  await victim.kill();
  let before: number | undefined;
  await expect
    .poll(
      async () => {
        const delivered = await countOf('delivered');
        // A statement of the killed one may have ended after it.
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
  // What the killed ones had begun was sent again, and nothing else.
  expect(receiver.attempts.length).toBeGreaterThan(events);
});
