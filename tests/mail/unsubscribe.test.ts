import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAdmin, buildMember } from '../harness/build.ts';
import { createTestSite, type TestSite } from '../harness/site.ts';

let site: TestSite;
let adminToken: string;
beforeAll(async () => {
  site = await createTestSite();
  adminToken = (await buildAdmin(site)).token;
});
afterAll(() => site.stop());

type Member = Awaited<ReturnType<typeof buildMember>>;
const wants = async ({ token }: Member) =>
  (await site.api('GET', '/api/v1/profile', { token })).body.email_notifications;
/** The unsubscribe link in the member's welcome email. */
async function linkOf({ email }: Member) {
  await site.api('POST', '/functions/v1/send-welcome-email', { body: { email } });
  const find = async () =>
    (await site.api('GET', '/api/v1/admin/outbox', { token: adminToken })).body.items.find(
      (mail: { to: string }) => mail.to === email,
    );
  await expect.poll(find).toBeDefined();
  const { body } = await site.api('GET', `/api/v1/admin/outbox/${(await find()).id}`, { token: adminToken });
  return /http\S+\/functions\/v1\/unsubscribe\?\S+/.exec(body.text)?.[0] ?? '';
}
const oneClick = (link: string) =>
  fetch(link, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });

describe('the link in an email', () => {
  test('asks before it does anything, so that no scanner of links unsubscribes anybody', async () => {
    const member = await buildMember(site);
    const link = await linkOf(member);
    for (const method of ['GET', 'HEAD', 'GET']) expect((await fetch(link, { method })).status).toBe(200);
    const page = await fetch(link);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(page.headers.get('cache-control')).toBe('no-store');
    const html = await page.text();
    expect(html).toContain('<form method="post">');
    expect(html).not.toMatch(/<script|https?:\/\//);
    expect(html).not.toContain(member.email);
    expect(await wants(member)).toBe(true);
  });

  test('works with one click, as often as it is clicked, until the member has them back', async () => {
    const member = await buildMember(site);
    const link = await linkOf(member);
    for (let time = 0; time < 2; time += 1) {
      expect((await oneClick(link)).status).toBe(200);
      expect(await wants(member)).toBe(false);
    }
    await site.api('PATCH', '/api/v1/profile', { token: member.token, body: { email_notifications: true } });
    expect(await wants(member)).toBe(true);
    expect((await oneClick(link)).status).toBe(200);
    expect(await wants(member)).toBe(false);
  });

  test('of another member, of an unknown one, or damaged in any way does nothing and reveals nothing', async () => {
    const [member, other] = await Promise.all([buildMember(site), buildMember(site)]);
    const link = new URL(await linkOf(member));
    const changed = (name: string, value: string | undefined) => {
      const url = new URL(link);
      if (value === undefined) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
      return url.href;
    };
    const names = [...link.searchParams.keys()];
    const proof = link.searchParams.get('proof') ?? '';
    const answers = await Promise.all(
      [
        changed('member', other.id),
        changed('member', crypto.randomUUID()),
        changed('member', 'x'),
        changed('proof', proof.slice(0, -1)),
        changed('proof', `${proof}A`),
        changed('proof', proof.toLowerCase()),
        changed('proof', ''),
        changed('proof', 'x'.repeat(200)),
        ...names.map((name) => changed(name, undefined)),
        // A link only works for its own list.
        ...['news', 'digest', 'replies', 'plans'].map((list) => changed('list', list)),
      ].map(oneClick),
    );
    for (const answer of answers) {
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ code: 'not_found' });
    }
    expect([await wants(member), await wants(other)]).toEqual([true, true]);
  });
});

describe('the page of the link', () => {
  const asPerson = { headers: { accept: 'text/html,*/*;q=0.8' } };

  test('names the site and what is unsubscribed, and leads to the settings after that', async () => {
    const link = await linkOf(await buildMember(site));
    const asked = await (await fetch(link, asPerson)).text();
    expect(asked).toContain('You won&#39;t get any more emails about your plan from Promptory.');
    const answered = await fetch(link, { ...asPerson, method: 'POST' });
    expect(answered.status).toBe(200);
    expect(await answered.text()).toContain('<a href="/settings">');
  });

  test('says of a damaged link that it is invalid, before it is pressed and after', async () => {
    const member = await buildMember(site);
    const link = (await linkOf(member)).slice(0, -1);
    for (const damaged of [link, `${site.url}/functions/v1/unsubscribe`])
      for (const method of ['GET', 'POST']) {
        const page = await fetch(damaged, { ...asPerson, method });
        expect(page.status).toBe(404);
        const html = await page.text();
        for (const part of ['This link is invalid or has expired.', 'Promptory', '<a href="/settings">'])
          expect(html).toContain(part);
        expect(html).not.toContain('<form');
      }
    expect((await fetch(link)).status).toBe(404);
    expect(await wants(member)).toBe(true);
  });
});

describe('the outbox of a site without a mail server', () => {
  test('shows the newest email first, with recipient and subject', async () => {
    const members = [await buildMember(site), await buildMember(site), await buildMember(site)];
    for (const member of members) await linkOf(member);
    const { body } = await site.api('GET', '/api/v1/admin/outbox', { token: adminToken });
    expect(body.is_used).toBe(true);
    const addresses = body.items.map((mail: { to: string }) => mail.to);
    expect(addresses.slice(0, 3)).toEqual(members.map((member) => member.email).reverse());
    const times = body.items.map((mail: { sent_at: string }) => mail.sent_at);
    expect(times).toEqual(times.toSorted().reverse());
    expect(Object.keys(body.items[0]).sort()).toEqual(['id', 'sent_at', 'subject', 'to']);
  });

  test('is closed to everybody else', async () => {
    const member = await buildMember(site);
    const { body } = await site.api('GET', '/api/v1/admin/outbox', { token: adminToken });
    for (const path of ['', `/${body.items[0]?.id}`]) {
      expect((await site.api('GET', `/api/v1/admin/outbox${path}`)).status).toBe(401);
      expect((await site.api('GET', `/api/v1/admin/outbox${path}`, { token: member.token })).status).toBe(
        403,
      );
    }
  });
});
