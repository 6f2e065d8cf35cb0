import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAdmin, buildMember } from '#tests/harness/build.ts';
import { setSetting } from '#tests/harness/sign-in.ts';
import { createSocialSite } from '#tests/social/social-site.ts';

// Rules that the owner can set for new accounts, however they are created.
let all: Awaited<ReturnType<typeof createSocialSite>>;
beforeAll(async () => {
  all = await createSocialSite();
  await setSetting(all.site, 'anonymous_sign_in', 'true');
});
afterAll(() => all.stop());

const address = () => `${randomUUID()}@example.com`;
const password = 'a good password';

describe('if pages ask for consent', () => {
  const consentsOf = async (id = '') =>
    (
      await all.site.db
        .selectFrom('page_consents')
        .select(['version', 'place'])
        .where('user_id', '=', id)
        .execute()
    ).map(({ version, place }) => [version, place]);
  const given = [[1, 'signup']];
  let before: Awaited<ReturnType<typeof buildMember>>;
  beforeAll(async () => {
    before = await buildMember(all.site);
    const { token } = await buildAdmin(all.site);
    const admin = (method: string, path: string, body: object) =>
      all.site.api(method, `/api/v1/admin/pages${path}`, { token, body });
    const { body: made } = await admin('POST', '', { kind: 'terms' });
    const { body: saved } = await admin('PATCH', `/${made.id}`, { body: 'Be kind.' });
    await admin('POST', `/${made.id}/publish`, { updated_at: saved.updated_at });
  });

  test("a trial starts with the person's consent", async () => {
    const start = (agreed_to: object) =>
      all.openClient().signInAnonymously({ options: { data: { agreed_to } } });
    expect((await start({ terms: 7 })).error?.code).toBe('consent_outdated');
    const { data } = await start({ terms: 1 });
    expect(await consentsOf(data.user?.id)).toEqual(given);
    expect(data.user?.user_metadata).toEqual({});
  });

  test('so does an account created with another provider', async () => {
    const begin = async (agreed_to: string) => {
      all.provider.person = all.newPerson();
      const query = `provider=google&agreed_to=${encodeURIComponent(agreed_to)}`;
      const browser = all.openBrowser();
      return { browser, address: `${all.site.url}/auth/v1/authorize?${query}` };
    };
    for (const [agreed, code] of [
      ['{"terms":7}', 'consent_outdated'],
      ['[', 'validation_failed'],
      ['7', 'validation_failed'],
    ] as const) {
      const { browser, address: at } = await begin(agreed);
      const refused = await browser.go(at);
      expect([refused.status, (await refused.json()).error_code]).toEqual([422, code]);
    }
    const { browser, address: at } = await begin('{"terms":1}');
    const end = await browser.travel(at);
    const token = new URLSearchParams(end.hash.slice(1)).get('access_token') ?? '';
    const { body } = await all.site.api('GET', '/auth/v1/user', { token });
    expect(await consentsOf(body.id)).toEqual(given);
  });

  test("new members without consent are asked for it, earlier members aren't", async () => {
    const isAsked = async (token = '') =>
      (await all.site.api('GET', '/api/v1/profile', { token })).body.needs_consent;
    expect(await isAsked(before.token)).toBe(false);
    const { client, session } = await all.signIn('google', all.newPerson());
    expect(await isAsked(session?.access_token)).toBe(true);
    const agree = (terms: number) => client.updateUser({ data: { agreed_to: { terms }, from: 'home' } });
    expect((await agree(7)).error?.code).toBe('consent_outdated');
    expect(await isAsked(session?.access_token)).toBe(true);
    const { data } = await agree(1);
    expect(data.user?.user_metadata).toEqual({ from: 'home' });
    expect(await consentsOf(data.user?.id)).toEqual(given);
    expect(await isAsked(session?.access_token)).toBe(false);
    const agreed = await all.openClient().signUp({
      email: address(),
      password,
      options: { data: { agreed_to: { terms: 1 } } },
    });
    expect(await isAsked(agreed.data.session?.access_token)).toBe(false);
  });

  test("the consent of an earlier account with the same address doesn't count", async () => {
    await setSetting(all.site, 'confirm_email', 'true');
    const accountOf = (email: string) =>
      all.site.db.selectFrom('auth.users').select('id').where('email', '=', email).executeTakeFirst();
    const signUp = async (email: string, data?: object) => {
      const { error } = await all.openClient().signUp({ email, password, options: { data: data ?? {} } });
      expect(error).toBeNull();
      return consentsOf((await accountOf(email))?.id);
    };
    const [email, other] = [address(), address()];
    expect(await signUp(email, { agreed_to: { terms: 1 } })).toEqual(given);
    expect(await signUp(email)).toEqual([]);
    expect(await signUp(email, { agreed_to: { terms: 1 } })).toEqual(given);
    await signUp(other, { agreed_to: { terms: 1 } });
    await all.signIn('google', all.newPerson({ email: other }));
    expect(await consentsOf((await accountOf(other))?.id)).toEqual([]);
    await setSetting(all.site, 'confirm_email', 'false');
  });
});

describe('a new password', () => {
  test('is refused if it is common or has leaked, and the owner wants that', async () => {
    const attempt = async (word: string) =>
      (await all.site.authClient().signUp({ email: address(), password: word })).error;
    expect(await attempt('PassWord')).toBeNull();
    await setSetting(all.site, 'refuse_common_passwords', 'true');
    expect(await attempt('PassWord')).toMatchObject({ code: 'weak_password', reasons: ['pwned'] });
    expect(await attempt('a leaked password')).toBeNull();
    await setSetting(all.site, 'ask_about_leaked_passwords', 'true');
    expect(await attempt('a leaked password')).toMatchObject({ code: 'weak_password', reasons: ['pwned'] });
    expect(await attempt(password)).toBeNull();
    // If the service is down, sign-up continues without it.
    all.provider.isAway = true;
    expect(await attempt('a leaked password')).toBeNull();
    all.provider.isAway = false;
    const member = await buildMember(all.site);
    const changed = await all.site.api('PUT', '/auth/v1/user', {
      token: member.token,
      body: { password: 'dragon' },
    });
    expect(changed.body.error_code).toBe('weak_password');
  });
});
