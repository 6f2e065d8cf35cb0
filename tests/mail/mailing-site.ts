import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { buildAdmin, buildMember, buildTier } from '../harness/build.ts';
import { createTestSite, type TestSite } from '../harness/site.ts';
import { startSmtpListener } from './smtp-listener.ts';

type Segment = {
  plans: string[];
  seen: { is_within: boolean; days: number } | null;
  category: string | null;
};
export const everybody: Segment = { plans: [], seen: null, category: null };

/** The raw email with its quoted-printable text decoded, and normal line ends. */
export const decoded = (raw: string) => {
  const bytes = raw
    .replaceAll('=\r\n', '')
    .replaceAll('\r\n', '\n')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
};
export const oneClick = (raw: string) =>
  /List-Unsubscribe: <([^>]+)>/.exec(raw.replaceAll(/\r\n\s+/g, ' '))?.[1] ?? '';
export const numberOf = (raw: string) => /^message-id: (\S+)/im.exec(raw)?.[1];

/** A site with an email server, and an admin who sends mailings. */
export function withMailings() {
  let listener: Awaited<ReturnType<typeof startSmtpListener>>;
  let site: TestSite;
  let token: string;
  let adminEmail: string;
  beforeAll(async () => {
    listener = await startSmtpListener();
    site = await createTestSite({
      environment: { SMTP_URL: listener.url, MAIL_FROM: 'Library <books@example.com>' },
    });
    ({ token, email: adminEmail } = await buildAdmin(site));
    await set({ mail_per_minute: 6_000, bounce_address: 'bounces@example.com' });
    // The first admin has an address too, which must not get them.
    await sql`update profiles set email_news = false where email in ('admin@example.com', ${adminEmail})`.execute(
      site.db,
    );
  });
  afterAll(async () => {
    await site.stop();
    await listener.stop();
  });
  beforeEach(() => listener.set('take'));

  const set = (body: object) => site.api('PUT', '/api/v1/admin/settings', { token, body });
  const ask = (method: string, path: string, body?: object) =>
    site.api(method, `/api/v1/admin/mailings${path}`, { token, ...(body && { body }) });
  const get = async (id: string) => (await ask('GET', `/${id}`)).body;

  const retryNow = async () => {
    await sql`update mailing_recipients set retry_at = now() where retry_at > now()`.execute(site.db);
    await site.services.mailingsDue();
  };

  return {
    get site() {
      return site;
    },
    get listener() {
      return listener;
    },
    get adminEmail() {
      return adminEmail;
    },
    set,
    ask,
    get,

    /** Members on a plan of their own, so that a mailing only goes to them. */
    async buildAudience(count: number) {
      const tier = await buildTier(site);
      const members = [];
      for (let number = 0; number < count; number += 1) members.push(await buildMember(site, { tier }));
      return { members, segment: { ...everybody, plans: [tier.id] }, tier };
    },

    async draft(segment: Segment, change: object = {}) {
      const { body: made } = await ask('POST', '', {});
      const saved = await ask('PATCH', `/${made.id}`, { subject: 'News', body: 'Hello', segment, ...change });
      expect(saved.status, saved.text).toBe(200);
      return saved.body as { id: string; updated_at: string };
    },

    async send(mailing: { id: string; updated_at: string }, send_at: string | null = null) {
      const { id, updated_at } = mailing;
      const started = await ask('POST', `/${id}/send`, { send_at, updated_at });
      expect(started.status, started.text).toBe(200);
      return started.body;
    },

    finished: (id: string) =>
      expect.poll(async () => (await get(id)).status, { timeout: 60_000 }).toBe('sent'),

    retryNow,
    /** Waits until a mailing is finished, without delays before retries. */
    finishedWithoutWaiting: (id: string) =>
      expect
        .poll(
          async () => {
            await retryNow();
            return (await get(id)).status;
          },
          { timeout: 120_000, interval: 200 },
        )
        .toBe('sent'),

    takenOf: (email: string, subject = 'News') =>
      listener.taken.filter(
        ({ recipients, raw }) => recipients.includes(email) && raw.includes(`Subject: ${subject}`),
      ),
  };
}
