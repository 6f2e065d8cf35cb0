import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildMember } from '#tests/harness/build.ts';
import { emailsOf, setSetting } from '#tests/harness/sign-in.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.stop());

const profile = async (token: string) => {
  const { status, body } = await site.api('GET', '/api/v1/profile', { token });
  return [status, body.code];
};

describe('devices', () => {
  const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';
  const from = (userAgent: string, member: { email: string; password: string }) =>
    site.api('POST', '/auth/v1/token?grant_type=password', {
      body: { email: member.email, password: member.password },
      headers: { 'user-agent': userAgent },
    });

  test('are listed by name, and signed out one by one', async () => {
    const [member, other] = [await buildMember(site), await buildMember(site)];
    const there = (await from(chrome, member)).body;
    const list = async (token = member.token) =>
      (await site.api('GET', '/api/v1/sessions', { token })).body.items;
    const items = await list();
    expect(items).toMatchObject([
      { browser: 'Chrome', system: 'Windows', is_current: false, address: expect.any(String) },
      { browser: '', is_current: true },
    ]);
    const end = (id: string, token: string) => site.api('DELETE', `/api/v1/sessions/${id}`, { token });
    expect((await end(items[0].id, other.token)).status).toBe(404);
    expect(await profile(there.access_token)).toEqual([200, undefined]);
    expect((await end(items[0].id, member.token)).status).toBe(200);
    expect(await profile(there.access_token)).toEqual([401, 'invalid_token']);
    expect(await list()).toHaveLength(1);
  });

  test('that are new cause an email, if the owner wants that', async () => {
    await setSetting(site, 'new_device_email', 'true');
    const member = await buildMember(site);
    await site.authClient().signInWithPassword({ email: member.email, password: member.password });
    await from(chrome, member);
    await from(chrome, member);
    const { subject } = await emailsOf(site, member.email, 1);
    expect(subject).toBe('New sign-in to Promptory');
    const speaker = await buildMember(site);
    await site.db.updateTable('profiles').set({ locale: 'de' }).where('id', '=', speaker.id).execute();
    await site.db
      .updateTable('auth.known_devices')
      .set({ device: 'Chrome, Windows' })
      .where('user_id', '=', speaker.id)
      .execute();
    await from('curl/8.5.0', speaker);
    const told = async () =>
      (await site.emails())
        .find((email) => email.includes(`To: ${speaker.email}`))
        ?.replaceAll(/=\r?\n/g, '');
    await expect.poll(told).toContain('Ein anderes Programm'); // cspell:disable-line
    await setSetting(site, 'new_device_email', 'false');
  });

  test('are signed out after the days that the owner sets', async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    for (const [name, column] of [
      ['session_idle_days', 'refreshed_at'],
      ['session_days', 'created_at'],
    ] as const) {
      const member = await buildMember(site);
      await site.db
        .updateTable('auth.sessions')
        .set({ [column]: daysAgo(8) })
        .where('user_id', '=', member.id)
        .execute();
      await setSetting(site, name, '7');
      const { error } = await site.authClient().refreshSession(member.session);
      expect(error?.code).toBe('session_expired');
      expect(await profile(member.token)).toEqual([401, 'invalid_token']);
      await setSetting(site, name, '0');
    }
  });
});
