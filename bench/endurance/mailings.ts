import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { mailingRules } from '../../src/constants.ts';
import { answerLost } from '../../src/owner/mailings/stall-reasons.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { freePort } from '../../tests/harness/free-port.ts';
import { makeTemplate, quietLog, startTestServer, withDatabase } from '../../tests/harness/postgres.ts';
import { startSmtpListener } from '../../tests/mail/smtp-listener.ts';
import { end, startSiteProcess } from './site-process.ts';
import { signIn } from './writers.ts';

const kills = 10;
/** How long the email server takes to answer an email. */
const answerMilliseconds = 20;

/** Emails this many members over a real SMTP connection, while the site is repeatedly killed (-9). */
export async function measureMailings(count: number): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'promptory-mailings-'));
  const server = await startTestServer();
  const DATABASE_URL = withDatabase(server.url, await makeTemplate(server.url));
  const listener = await startSmtpListener({ answerMilliseconds });
  const port = await freePort();
  const environment = { DATA_DIR: dataDir, DATABASE_URL, SMTP_URL: listener.url };
  let site = await startSiteProcess(port, environment);
  const { db } = openDatabase(DATABASE_URL, quietLog, 2);
  const addresses = await addMembers(db, count);
  let token = await signIn(site.url);
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${site.url}/api/v1/admin${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  await ask('PUT', '/settings', { mail_per_minute: mailingRules.perMinute.max });
  const { id } = await ask('POST', '/mailings', {});
  const content = { subject: 'News', body: 'Hello', segment: { plans: [], seen: null, category: null } };
  const { updated_at } = await ask('PATCH', `/mailings/${id}`, content);
  const since = performance.now();
  await ask('POST', `/mailings/${id}/send`, { send_at: null, updated_at });

  for (let kill = 1; kill <= kills; kill += 1) {
    while (listener.taken.length < (count * kill) / (kills + 1)) await delay(20);
    // At a random moment, not just after an email has arrived.
    await delay(Math.random() * 100);
    await end(site.child, 'SIGKILL');
    const before = listener.taken.length;
    const killed = performance.now();
    site = await startSiteProcess(port, environment);
    while (listener.taken.length === before) await delay(50);
    console.log(
      `kill ${kill} after ${before} emails; the next one ${((performance.now() - killed) / 1_000).toFixed(1)} s later`,
    );
  }
  token = await signIn(site.url);
  let mailing = await ask('GET', `/mailings/${id}`);
  while (mailing.status !== 'sent') {
    await delay(500);
    mailing = await ask('GET', `/mailings/${id}`);
  }
  const seconds = (performance.now() - since) / 1_000;
  const copies = new Map<string, string[]>();
  for (const { recipients, raw } of listener.taken) {
    const number = /^message-id: (\S+)/im.exec(raw)?.[1] ?? '';
    for (const address of recipients) copies.set(address, [...(copies.get(address) ?? []), number]);
  }
  const missed = addresses.filter((address) => !copies.has(address)).length;
  const twice = [...copies.values()].filter((numbers) => numbers.length > 1);
  const otherNumbers = twice.filter((numbers) => new Set(numbers).size > 1).length;
  const { rows: presumed } = await sql`select from mailing_recipients where reason = ${answerLost}`.execute(
    db,
  );
  console.log(
    `${count} members, ${kills} kills, ${seconds.toFixed(0)} s: ${missed} missed, ${twice.length} taken twice by the mail server ` +
      `(${otherNumbers} with another Message-ID), ${mailing.progress.repeated} known as repeated, ${presumed.length} counted as sent without an answer, ${mailing.progress.sent} noted as sent`,
  );
  await end(site.child, 'SIGTERM');
  await db.destroy();
  await listener.stop();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** @returns the addresses of the new members, and those of the admins */
async function addMembers(db: ReturnType<typeof openDatabase>['db'], count: number): Promise<string[]> {
  await sql`
    with account as (
      insert into auth.users (email, email_confirmed_at)
      select 'member-' || number || '@example.com', now() from generate_series(1, ${count}::int) number returning id, email)
    insert into profiles (id, email) select id, email from account`.execute(db);
  const { rows } = await sql<{ email: string }>`select email from profiles`.execute(db);
  return rows.map(({ email }) => email);
}
