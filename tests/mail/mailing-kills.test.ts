// Needs the built pages.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { mailingRules } from '#constants';
import { answerLost } from '#owner/mailings/stall-reasons.ts';
import { end, startSiteProcess } from '../../bench/endurance/site-process.ts';
import { signIn } from '../../bench/endurance/writers.ts';
import { createTestDatabase } from '../harness/database.ts';
import { freePort } from '../harness/free-port.ts';
import { startSmtpListener } from './smtp-listener.ts';

// This test starts several processes.
vi.setConfig({ testTimeout: 240_000 });
const members = 400;
const kills = 2;
/** As slow as a server that scans each email, so that a kill finds some unanswered. */
const answerMilliseconds = 60;

test('a mailing whose process is killed in the middle reaches everybody, and nobody twice whose email was written', async () => {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'promptory-mailing-'));
  const listener = await startSmtpListener({ answerMilliseconds });
  const port = await freePort();
  const environment = { DATA_DIR: dataDir, DATABASE_URL: database.connectionString, SMTP_URL: listener.url };
  let site = await startSiteProcess(port, environment);
  await sql`with account as (insert into auth.users (email, email_confirmed_at)
      select 'member-' || number || '@example.com', now() from generate_series(1, ${members}::int) number returning id, email)
    insert into profiles (id, email) select id, email from account`.execute(database.db);
  const ask = async (method: string, path: string, body: object) => {
    const answer = await fetch(`${site.url}/api/v1/admin/${path}`, {
      method,
      headers: { authorization: `Bearer ${await signIn(site.url)}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.ok, path).toBe(true);
    return answer.json();
  };
  await ask('PUT', 'settings', { mail_per_minute: mailingRules.perMinute.max });
  const { id } = await ask('POST', 'mailings', {});
  const segment = { plans: [], seen: null, category: null };
  const { updated_at } = await ask('PATCH', `mailings/${id}`, { subject: 'News', body: 'Hello', segment });
  await ask('POST', `mailings/${id}/send`, { send_at: null, updated_at });
  const taken = (count: number) => vi.waitUntil(() => listener.taken.length > count, { timeout: 120_000 });
  /** Waiting for the lease to expire once is enough. */
  const endLease = () => sql`update mailing_sender set leased_until = now()`.execute(database.db);
  for (let kill = 1; kill <= kills; kill += 1) {
    await taken((members * kill) / (kills + 2));
    await end(site.child, 'SIGKILL');
    if (kill > 1) await endLease();
    site = await startSiteProcess(port, environment);
  }
  // Once more while the server has as many emails as it can get at once, and has answered none.
  await taken((members * kills) / (kills + 2) + mailingRules.connections);
  listener.set('hold');
  const count = async (condition: RawBuilder<unknown>) => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from mailing_recipients
      where ${condition}`.execute(database.db);
    return rows[0]?.count;
  };
  await expect.poll(() => listener.held.length).toBe(mailingRules.connections);
  const held = listener.taken.slice(-mailingRules.connections).flatMap(({ recipients }) => recipients);
  await expect.poll(() => count(sql`status = 'written'`)).toBe(held.length);
  await end(site.child, 'SIGKILL');
  listener.set('take');
  await endLease();
  site = await startSiteProcess(port, environment);
  const find = () =>
    database.db
      .selectFrom('mailings')
      .select(['status', 'started_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  await expect.poll(async () => (await find()).status, { timeout: 120_000, interval: 200 }).toBe('sent');

  const copies = new Map<string, string[]>();
  for (const { recipients, raw } of listener.taken) {
    const address = recipients.join();
    const number = /^message-id: (\S+)/im.exec(raw)?.[1] ?? '';
    copies.set(address, [...(copies.get(address) ?? []), number]);
  }
  const addresses = await database.db.selectFrom('profiles').select('email').execute();
  expect([...copies.keys()].sort()).toEqual(addresses.map(({ email }) => email).sort());
  expect([...copies.values()].every((numbers) => new Set(numbers).size === 1)).toBe(true);
  // Only emails whose last bytes were being sent are in doubt, and the site knows each of them.
  const repeated = (await count(sql`is_repeated`)) ?? 0;
  expect(repeated).toBeLessThanOrEqual(kills * mailingRules.connections);
  expect(listener.taken.length - copies.size).toBeLessThanOrEqual(repeated);
  const { rows: presumed } = await sql<{ email: string; status: string }>`
    select email, recipient.status from mailing_recipients recipient join profiles on profiles.id = user_id
    where reason = ${answerLost}`.execute(database.db);
  expect(presumed.map(({ email }) => email)).toEqual(expect.arrayContaining(held));
  for (const { email, status } of presumed)
    expect([email, status, copies.get(email)?.length]).toEqual([email, 'sent', 1]);

  expect((await end(site.child, 'SIGTERM')).code).toBe(0);
  await listener.stop();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});
