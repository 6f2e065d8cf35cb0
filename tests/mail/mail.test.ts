import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { buildAdmin, buildMember } from '../harness/build.ts';
import { promptory } from '../harness/command-line.ts';
import { freePort } from '../harness/free-port.ts';
import { retryJobs } from '../harness/jobs.ts';
import { appSecret, createTestSite, type TestSite } from '../harness/site.ts';
import { startSmtpListener } from './smtp-listener.ts';

let listener: Awaited<ReturnType<typeof startSmtpListener>>;
let site: TestSite;
beforeAll(async () => {
  // One test starts it again on this port, which nobody else may get meanwhile.
  listener = await startSmtpListener({ withPassword: true, port: await freePort() });
  site = await createTestSite({
    environment: { SMTP_URL: listener.url, MAIL_FROM: 'Library <books@example.com>' },
  });
});
afterAll(async () => {
  await site.stop();
  await listener.stop();
});

const welcome = (email: string) => site.api('POST', '/functions/v1/send-welcome-email', { body: { email } });
const takenFor = (email: string) => listener.taken.filter(({ recipients }) => recipients.includes(email));
/** Makes scheduled retries due now. */
const retryNow = () => retryJobs(site.db, 'mail');
const statesOf = async (name: string) =>
  (
    await sql<{ state: string }>`select state from jobs.job where name = ${name} order by created_on`.execute(
      site.db,
    )
  ).rows.map(({ state }) => state);

async function delivered(email: string) {
  await expect
    .poll(async () => {
      await retryNow();
      return takenFor(email).length;
    })
    .toBe(1);
  return takenFor(email)[0]?.raw ?? '';
}
/** The raw email with its quoted-printable text decoded. */
const decoded = (raw: string) =>
  raw
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));

describe('a mail server', () => {
  test('gets the email once, over an encrypted and authenticated connection, as text and as branded HTML', async () => {
    const { email } = await buildMember(site);
    for (let time = 0; time < 3; time += 1) await welcome(email);
    const raw = await delivered(email);
    const [mail] = takenFor(email);
    expect(mail).toMatchObject({ isEncrypted: true, user: 'promptory' });
    expect(raw).toContain('From: Library <books@example.com>');
    expect(raw).toContain('Subject: Welcome to Promptory');
    expect(raw).toContain('Content-Type: text/plain');
    expect(raw).toContain('Content-Type: text/html');
    expect(raw).toContain('Auto-Submitted: auto-generated');
    expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(decoded(raw)).toContain('support@example.com');
    expect(decoded(raw)).toContain(`${site.url}/prompts`);
  });

  test('never sends to strangers', async () => {
    await welcome('stranger@example.com');
    await welcome('x@example.com, y@example.com');
    const { email } = await buildMember(site);
    await welcome(email);
    await delivered(email);
    expect(takenFor('stranger@example.com')).toEqual([]);
    expect(listener.taken.flatMap(({ recipients }) => recipients)).not.toContain('y@example.com');
  });

  test('that is slow to answer some emails gets the others meanwhile, and those that somebody waits for even if many are slow', async () => {
    const members = await Promise.all(Array.from({ length: 4 }, () => buildMember(site)));
    const [first, ...others] = members as [(typeof members)[0], ...typeof members];
    const [next, waiting] = [await buildMember(site), await buildMember(site)];
    onTestFinished(() => {
      for (const answer of listener.held.splice(0)) answer();
    });
    listener.set('hold');
    await welcome(first.email);
    await expect.poll(() => listener.held).toHaveLength(1);
    listener.set('take');
    await welcome(next.email);
    await delivered(next.email);
    listener.set('hold');
    for (const { email } of others) await welcome(email);
    await expect.poll(() => listener.held, { timeout: 20_000 }).toHaveLength(4);
    listener.set('take');
    await site.authClient().resetPasswordForEmail(waiting.email);
    await delivered(waiting.email);
    expect(listener.held).toHaveLength(4);
  });

  test('that greylists gets the email again', async () => {
    const { email } = await buildMember(site);
    listener.set('greylist');
    const before = listener.attempts();
    await welcome(email);
    await expect.poll(() => listener.attempts()).toBeGreaterThan(before);
    listener.set('take');
    await delivered(email);
  });

  test('that refuses the sender gets the email again once it takes it', async () => {
    const { email } = await buildMember(site);
    listener.set('refuse-sender');
    await welcome(email);
    await expect.poll(() => statesOf('mail')).toContain('retry');
    listener.set('take');
    await delivered(email);
    expect(await statesOf('dead-letters')).toEqual([]);
  });

  test('that hangs up in the middle of the text gets the email again', async () => {
    const { email } = await buildMember(site);
    listener.set('drop');
    await welcome(email);
    await expect.poll(() => statesOf('mail')).toContain('retry');
    listener.set('take');
    expect(await delivered(email)).toMatch(/Message-ID: <[0-9a-f-]{36}@localhost>/i);
  });

  test('that is away for longer than a link works gets no email with it', async () => {
    const [late, welcomed] = [await buildMember(site), await buildMember(site)];
    listener.set('greylist');
    const before = listener.attempts();
    await site.authClient().resetPasswordForEmail(late.email);
    await welcome(welcomed.email);
    await expect.poll(() => listener.attempts()).toBeGreaterThan(before + 1);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 3_600_000 });
    onTestFinished(() => void vi.useRealTimers());
    listener.set('take');
    await delivered(welcomed.email);
    await expect.poll(async () => (await statesOf('mail')).includes('retry')).toBe(false);
    expect(takenFor(late.email)).toEqual([]);
  });

  test('that is down delays emails and loses none, and they are encrypted while they wait', async () => {
    const members = await Promise.all(Array.from({ length: 5 }, () => buildMember(site)));
    const { port } = listener;
    await listener.stop();
    for (const { email } of members) {
      await site.authClient().resetPasswordForEmail(email, { redirectTo: `${site.url}/reset-password` });
    }
    await expect
      .poll(async () => (await statesOf('mail')).filter((state) => state === 'retry').length)
      .toBe(5);
    const { rows } = await sql<{
      text: string;
    }>`select data::text as text from jobs.job where state = 'retry'`.execute(site.db);
    for (const { email } of members) expect(rows.some(({ text }) => text.includes(email))).toBe(false);
    const taken = listener.taken.length;
    listener = await startSmtpListener({ withPassword: true, port });
    expect(taken).toBeGreaterThan(0);
    for (const { email } of members)
      expect(decoded(await delivered(email))).toContain('/auth/v1/verify?token=');
  });

  test('that rejects an email permanently: doctor shows it, and a retry sends it', async () => {
    const { email } = await buildMember(site);
    listener.set('refuse');
    await welcome(email);
    await expect.poll(() => statesOf('dead-letters')).toHaveLength(1);
    listener.set('take');
    const environment = {
      DATABASE_URL: site.database.connectionString,
      DATA_DIR: site.dataDir,
      APP_SECRET: appSecret,
      SMTP_URL: listener.url,
    };
    // As pg-boss does after an hour.
    await sql`delete from jobs.job where name = 'mail' and state = 'failed'`.execute(site.db);
    const doctor = await promptory(environment, 'doctor');
    expect(doctor.code).toBe(1);
    expect(doctor.stdout).toContain('the email server responds');
    expect(doctor.stdout).toContain(`email to ${email}, "Welcome to Promptory"`);
    expect(doctor.stdout).toContain('No such mailbox');
    const retry = await promptory(environment, 'mail', 'retry');
    expect(retry.stdout).toBe('Retrying 1 job.\n');
    await delivered(email);
    expect((await promptory(environment, 'doctor')).stdout).toContain('no job failed permanently');
  });
});

describe('emails look like the site', () => {
  test('with its name, its logo and its support address, all escaped', async () => {
    const own = await createTestSite();
    const admin = await buildAdmin(own);
    const set = (body: object) => own.api('PUT', '/api/v1/admin/settings', { token: admin.token, body });
    const latest = async () => {
      const { email } = await buildMember(own);
      await own.api('POST', '/functions/v1/send-welcome-email', { body: { email } });
      const find = async () =>
        (await own.api('GET', '/api/v1/admin/outbox', { token: admin.token })).body.items.find(
          (mail: { to: string }) => mail.to === email,
        );
      await expect.poll(find).toBeDefined();
      const { id } = await find();
      return (await own.api('GET', `/api/v1/admin/outbox/${id}`, { token: admin.token })).body.html;
    };
    await set({ site_name: 'Quills & <Ink>', site_logo_icon: 'Star', support_email: 'help@quills.example' });
    const html = await latest();
    expect(html).toContain('Quills &amp; &lt;Ink&gt;');
    expect(html).not.toContain('<Ink>');
    expect(html).toContain('>★</span>');
    expect(html).toContain('mailto:help@quills.example');
    await set({ site_logo_type: 'image', site_logo: '/media/prompts/logo.webp' });
    expect(await latest()).toContain(`<img src="${own.url}/media/prompts/logo.webp"`);
    await own.stop();
  });
});

describe('without a mail server', () => {
  test('an admin finds the emails in the outbox and opens them', async () => {
    const own = await createTestSite();
    const [admin, member] = [await buildAdmin(own), await buildMember(own)];
    await own.authClient().resetPasswordForEmail(member.email);
    const list = async () =>
      (await own.api('GET', '/api/v1/admin/outbox', { token: admin.token })).body.items;
    await expect.poll(list).toHaveLength(1);
    const [mail] = await list();
    expect(mail).toMatchObject({ to: member.email, subject: 'Set a new password for Promptory' });
    const open = await own.api('GET', `/api/v1/admin/outbox/${mail.id}`, { token: admin.token });
    expect(open.body.text).toContain('/auth/v1/verify?token=');
    for (const id of ['..%2Fapp-secret', '%2e%2e', 'none', `${mail.id}.eml`]) {
      const answer = await own.api('GET', `/api/v1/admin/outbox/${id}`, { token: admin.token });
      expect([id, answer.status]).toEqual([id, 404]);
    }
    await own.stop();
  });
});

describe('unsubscribing', () => {
  test('takes one click, not just opening the link, and works only for the member it was sent to', async () => {
    const own = await createTestSite();
    const [member, other] = [await buildMember(own), await buildMember(own)];
    const url = own.services.emailPreferences.unsubscribeUrl(member.id);
    const isSubscribed = async (token: string) =>
      (await own.api('GET', '/api/v1/profile', { token })).body.email_notifications;
    expect((await fetch(url)).status).toBe(200);
    expect(await isSubscribed(member.token)).toBe(true);
    const forged = url.replace(member.id, other.id);
    expect((await fetch(forged, { method: 'POST', body: 'List-Unsubscribe=One-Click' })).status).toBe(404);
    expect(await isSubscribed(other.token)).toBe(true);
    expect((await fetch(url, { method: 'POST', body: 'List-Unsubscribe=One-Click' })).status).toBe(200);
    expect(await isSubscribed(member.token)).toBe(false);
    await own.api('PATCH', '/api/v1/profile', { token: member.token, body: { email_notifications: true } });
    expect(await isSubscribed(member.token)).toBe(true);
    await own.stop();
  });
});
