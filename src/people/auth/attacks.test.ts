import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildMember } from '#tests/harness/build.ts';
import { paid } from '#tests/harness/quick-argon2.ts';
import { emailsOf, setSetting } from '#tests/harness/sign-in.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

// Attacks that have succeeded against other systems must fail here.

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
  await setSetting(site, 'email_sign_in', 'true');
});
afterAll(() => site.stop());

const address = () => `${randomUUID()}@example.com`;
const password = 'a good password';
const post = (path: string, body: object, token?: string) =>
  site.api('POST', `/auth/v1/${path}`, token === undefined ? { body } : { body, token });
const isAlive = async (token: string) => (await site.api('GET', '/auth/v1/user', { token })).status === 200;
const rest = ({ code }: { code: string }) => (code === '123456' ? '654321' : '123456');

describe("an account that someone created with another person's address", () => {
  test.each(['magiclink', 'recovery'])(
    'no longer belongs to them once the owner signs in by %s',
    async (way) => {
      const thief = await buildMember(site);
      const key = await site.api('POST', '/api/v1/keys', {
        token: thief.token,
        body: { name: 'Kept for later', scopes: ['library:read'] },
      });
      expect(key.body.key).toMatch(/^promptory_/);
      // Wait for the email about the key, because later emails may overtake it.
      await emailsOf(site, thief.email, 1);
      if (way === 'recovery') await post('recover', { email: thief.email });
      else await post('otp', { email: thief.email });
      const { link } = await emailsOf(site, thief.email, 2);
      const location = (await fetch(link, { redirect: 'manual' })).headers.get('location') ?? '';
      const token = /access_token=([^&]+)/.exec(location)?.[1] ?? '';
      expect(await isAlive(thief.token)).toBe(false);
      expect((await site.api('GET', '/api/v1/profile', { token: key.body.key })).status).toBe(401);
      if (way === 'recovery') await site.api('PUT', '/auth/v1/user', { token, body: { password } });
      expect((await site.authClient().signInWithPassword(thief)).error?.code).toBe('invalid_credentials');
      expect((await site.authClient().refreshSession(thief.session)).error?.code).toBe(
        'refresh_token_not_found',
      );
    },
  );

  test('keeps nothing that they added between the recovery link and the new password', async () => {
    const thief = await buildMember(site);
    await post('recover', { email: thief.email });
    const { link } = await emailsOf(site, thief.email, 1);
    const location = (await fetch(link, { redirect: 'manual' })).headers.get('location') ?? '';
    const token = /access_token=([^&]+)/.exec(location)?.[1] ?? '';
    // Until the owner chooses a password, the old one still works: following an emailed link takes nothing away.
    const signedIn = await site.authClient().signInWithPassword(thief);
    const back = signedIn.data.session?.access_token ?? '';
    const body = { name: 'Kept for later', scopes: ['library:read'] };
    const key = await site.api('POST', '/api/v1/keys', { token: back, body });
    expect(key.status).toBe(201);
    await post('factors', { factor_type: 'totp', friendly_name: 'Mine' }, back);
    await site.db
      .insertInto('oauth_records')
      .values({ model: 'Grant', id_hash: randomBytes(32), payload: '{}', user_id: thief.id })
      .execute();
    await site.db
      .insertInto('auth.identities')
      .values({ user_id: thief.id, provider: 'google', provider_id: randomUUID() })
      .execute();
    expect((await site.api('PUT', '/auth/v1/user', { token, body: { password } })).status).toBe(200);
    expect((await site.api('GET', '/api/v1/profile', { token: key.body.key })).status).toBe(401);
    expect([await isAlive(back), await isAlive(token)]).toEqual([false, true]);
    for (const table of ['auth.factors', 'oauth_records', 'auth.identities'] as const) {
      const left = await site.db.selectFrom(table).selectAll().where('user_id', '=', thief.id).execute();
      expect([table, left]).toEqual([table, []]);
    }
    expect((await site.authClient().signInWithPassword({ email: thief.email, password })).error).toBeNull();
  });

  test("can't be used before the owner confirms it, and then has lost the password chosen before", async () => {
    await setSetting(site, 'confirm_email', 'true');
    const email = address();
    await site.authClient().signUp({ email, password: 'of the thief' });
    const first = await emailsOf(site, email, 1);
    await site.authClient().signUp({ email, password });
    const second = await emailsOf(site, email, 2);
    expect((await fetch(first.link, { redirect: 'manual' })).headers.get('location')).toContain(
      'otp_expired',
    );
    expect((await fetch(second.link, { redirect: 'manual' })).headers.get('location')).toContain(
      'access_token',
    );
    const signIn = (word: string) => site.authClient().signInWithPassword({ email, password: word });
    for (const word of ['of the thief', password])
      expect((await signIn(word)).error?.code).toBe('invalid_credentials');
    await setSetting(site, 'confirm_email', 'false');
  });
});

describe('a code', () => {
  test('is invalid after five wrong tries, even simultaneous ones, but its link still works', async () => {
    const { email } = await buildMember(site);
    await post('otp', { email });
    const sent = await emailsOf(site, email, 1);
    const guess = (token: string) => post('verify', { type: 'email', email, token });
    const wrong = await Promise.all(Array.from({ length: 8 }, () => guess(rest(sent))));
    expect(wrong.map(({ status }) => status)).toEqual(Array(8).fill(403));
    expect((await guess(sent.code)).status).toBe(403);
    expect((await fetch(sent.link, { redirect: 'manual' })).headers.get('location')).toContain(
      'access_token',
    );
  });

  test('works once, even if sent ten times at once, and only for its account and purpose', async () => {
    const [member, other] = [await buildMember(site), await buildMember(site)];
    await post('otp', { email: member.email });
    const { code, link } = await emailsOf(site, member.email, 1);
    const use = (body: object) => post('verify', { token: code, ...body });
    expect((await use({ type: 'email', email: other.email })).status).toBe(403);
    for (const type of ['recovery', 'invite', 'email_change', 'reauthentication', '__proto__', 'toString'])
      expect((await use({ type, email: member.email })).status).toBe(403);
    const token = new URL(link).searchParams.get('token');
    expect((await post('verify', { type: 'recovery', token_hash: token })).status).toBe(403);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => use({ type: 'email', email: member.email })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("for reauthentication can't be used to sign in", async () => {
    const member = await buildMember(site);
    await site.api('GET', '/auth/v1/reauthenticate', { token: member.token });
    const { code } = await emailsOf(site, member.email, 1);
    for (const type of ['email', 'magiclink', 'reauthentication', 'recovery'])
      expect((await post('verify', { type, email: member.email, token: code })).status).toBe(403);
  });
});

describe('a link', () => {
  test.each([
    ...['oauth', 'OAuth', '/oauth', '%6fauth'].map((folder) => `${folder}/authorize`),
    'media/prompts/1700000000000-picture.webp',
    'email-logo.png',
  ])('does not end where the session would be carried on to another site: /%s', async (path) => {
    const member = await buildMember(site);
    const target = encodeURIComponent(`${site.url}/${path}?redirect_uri=https://evil.example/`);
    await post(`recover?redirect_to=${target}`, { email: member.email });
    const { link } = await emailsOf(site, member.email, 1);
    const location = (await fetch(link, { redirect: 'manual' })).headers.get('location') ?? '';
    expect(new URL(location).pathname).toBe('/');
  });

  test('is invalid after a change of the password', async () => {
    const member = await buildMember(site);
    await post('recover', { email: member.email });
    const { link } = await emailsOf(site, member.email, 1);
    const body = { password: 'a new password' };
    expect((await site.api('PUT', '/auth/v1/user', { token: member.token, body })).status).toBe(200);
    expect((await fetch(link, { redirect: 'manual' })).headers.get('location')).toContain('otp_expired');
  });

  test('for a change of address that a thief started is invalid after a new password', async () => {
    const member = await buildMember(site);
    const elsewhere = address();
    await site.api('PUT', '/auth/v1/user', { token: member.token, body: { email: elsewhere } });
    await emailsOf(site, elsewhere, 1);
    const body = { password: 'a new password' };
    const changed = await site.api('PUT', '/auth/v1/user', { token: member.token, body });
    expect([changed.status, changed.body.new_email ?? '']).toEqual([200, '']);
    // The new password is announced. Requesting the emails again sends nothing about the change.
    await post('resend', { type: 'email_change', email: elsewhere });
    await post('recover', { email: member.email });
    await emailsOf(site, member.email, 3);
    expect((await site.emails()).filter((mail) => mail.includes(`To: ${elsewhere}`))).toHaveLength(1);
  });

  test('that was sent to the old address is invalid after the address has changed', async () => {
    const member = await buildMember(site);
    const moved = address();
    await site.api('PUT', '/auth/v1/user', { token: member.token, body: { email: moved } });
    const [old, fresh] = [await emailsOf(site, member.email, 1), await emailsOf(site, moved, 1)];
    await post('recover', { email: member.email });
    const recovery = await emailsOf(site, member.email, 2);
    for (const { link } of [old, fresh]) await fetch(link, { redirect: 'manual' });
    expect((await fetch(recovery.link, { redirect: 'manual' })).headers.get('location')).toContain(
      'otp_expired',
    );
  });

  test('to one of two addresses changes nothing, even if it is followed twice', async () => {
    const member = await buildMember(site);
    const moved = address();
    const change = () => site.api('PUT', '/auth/v1/user', { token: member.token, body: { email: moved } });
    await change();
    const first = await emailsOf(site, moved, 1);
    await fetch(first.link, { redirect: 'manual' });
    await post('resend', { type: 'email_change', email: member.email });
    const again = await emailsOf(site, moved, 2);
    await fetch(again.link, { redirect: 'manual' });
    // After another request, the half that was confirmed no longer counts.
    await change();
    const user = await site.api('GET', '/auth/v1/user', { token: member.token });
    expect(user.body).toMatchObject({ email: member.email, new_email: moved });
  });
});

describe('nobody can find out who has an account', () => {
  test('by sign-up that asks for confirmation: same status, same keys, an id of no account', async () => {
    await setSetting(site, 'confirm_email', 'true');
    const [known, unknown] = [(await buildConfirmed()).email, address()];
    const answers = [];
    for (const email of [known, unknown, unknown, known])
      answers.push(await post('signup', { email, password }));
    const [a, b, c, d] = answers.map(({ status, body }) => ({
      status,
      keys: Object.keys(body),
      id: body.id,
    }));
    expect([a?.status, a?.keys]).toEqual([200, b?.keys]);
    expect([c?.id, d?.id]).toEqual([b?.id, a?.id]);
    const account = await site.db
      .selectFrom('auth.users')
      .select('id')
      .where('email', '=', unknown)
      .execute();
    expect(account.map(({ id }) => id)).not.toContain(b?.id);
    expect((await emailsOf(site, known, 2)).subject).toContain('You already have an account');
    await setSetting(site, 'confirm_email', 'false');
  });

  test.each(['otp', 'recover', 'resend'])('by %s', async (path) => {
    const [known, unknown] = [(await buildMember(site)).email, address()];
    const more = path === 'resend' ? { type: 'signup' } : { create_user: false };
    const [a, b] = [
      await post(path, { email: known, ...more }),
      await post(path, { email: unknown, ...more }),
    ];
    expect([a.status, a.text]).toEqual([b.status, b.text]);
    expect(a.status).toBe(200);
  });

  test('by how long checking a wrong password or code takes', async () => {
    const { email } = await buildMember(site);
    await post('otp', { email });
    await emailsOf(site, email, 1);
    // argon2id with 19 MiB and two passes, as OWASP recommends.
    const price = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
    for (const [path, extra, prices] of [
      ['token?grant_type=password', { password: 'wrong' }, [price]],
      ['verify', { type: 'email', token: '000000' }, []],
    ] as const)
      for (const given of [email, address()]) {
        paid.length = 0;
        await post(path, { email: given, ...extra });
        expect([path, given, paid]).toEqual([path, given, prices]);
      }
  });

  async function buildConfirmed() {
    const email = address();
    await site.db.insertInto('auth.users').values({ email, email_confirmed_at: new Date() }).execute();
    return { email };
  }
});
