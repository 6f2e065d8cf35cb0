import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAdmin, buildMember } from './harness/build.ts';
import { createTestSite, type TestSite } from './harness/site.ts';
import { expireToken, forgeToken } from './harness/tokens.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.stop());

const refresh = (refresh_token: string, on = site) =>
  on.api('POST', '/auth/v1/token?grant_type=refresh_token', { body: { refresh_token } });
const userOf = (token: string, on = site) => on.api('GET', '/auth/v1/user', { token });
const profileOf = (token: string, on = site) => on.api('GET', '/api/v1/profile', { token });
const sessionIdOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).session_id;
/** Makes all used tokens of a session that many seconds older. */
const ageTokens = (token: string, seconds: number) =>
  site.db
    .updateTable('auth.refresh_tokens')
    .set({ revoked_at: new Date(Date.now() - seconds * 1_000) })
    .where('session_id', '=', sessionIdOf(token))
    .where('revoked_at', 'is not', null)
    .execute();

test('devices are listed by their last use', async () => {
  const { email, password, session } = await buildMember(site);
  await site.authClient().signInWithPassword({ email, password });
  const list = async () =>
    (await site.api('GET', '/api/v1/sessions', { token: session.access_token })).body.items;
  expect((await list()).map(({ is_current }: { is_current: boolean }) => is_current)).toEqual([false, true]);
  await refresh(session.refresh_token);
  expect((await list()).map(({ is_current }: { is_current: boolean }) => is_current)).toEqual([true, false]);
});

describe('refresh tokens', () => {
  test('the parent of the active token returns the active session, however long ago it was used', async () => {
    const { session } = await buildMember(site);
    const first = await refresh(session.refresh_token);
    await ageTokens(session.access_token, 3_600);
    for (let time = 0; time < 3; time += 1) {
      const again = await refresh(session.refresh_token);
      expect(again.status, again.text).toBe(200);
      expect(again.body.refresh_token).toBe(first.body.refresh_token);
      expect(sessionIdOf(again.body.access_token)).toBe(sessionIdOf(session.access_token));
    }
    // The active token still works, and its own parent is now the previous one.
    expect((await refresh(first.body.refresh_token)).status).toBe(200);
  });

  test('the grandparent returns the active session for ten seconds, then ends it', async () => {
    const { session } = await buildMember(site);
    const second = (await refresh(session.refresh_token)).body;
    const third = (await refresh(second.refresh_token)).body;
    await ageTokens(session.access_token, 5);
    expect((await refresh(session.refresh_token)).body.refresh_token).toBe(third.refresh_token);
    await ageTokens(session.access_token, 12);
    expect((await refresh(session.refresh_token)).body.error_code).toBe('refresh_token_already_used');
    for (const token of [second, third]) {
      expect((await refresh(token.refresh_token)).body.error_code).toBe('refresh_token_not_found');
    }
    expect((await userOf(third.access_token)).body.error_code).toBe('session_not_found');
    expect((await profileOf(third.access_token)).status).toBe(401);
  });

  test('a stolen one ends its session, not the member’s others', async () => {
    const member = await buildMember(site);
    const { data } = await site.authClient().signInWithPassword(member);
    const second = (await refresh(member.session.refresh_token)).body;
    await refresh(second.refresh_token);
    await ageTokens(member.token, 60);
    expect((await refresh(member.session.refresh_token)).status).toBe(400);
    expect((await refresh(data.session?.refresh_token ?? '')).status).toBe(200);
  });

  test('a chain of them belongs to one session with one active token', async () => {
    const { session } = await buildMember(site);
    let token = session.refresh_token;
    const seen = new Set([token]);
    for (let turn = 0; turn < 5; turn += 1) {
      const { body } = await refresh(token);
      token = body.refresh_token;
      seen.add(token);
      expect(sessionIdOf(body.access_token)).toBe(sessionIdOf(session.access_token));
      expect(body.expires_at - Date.now() / 1_000).toBeGreaterThan(3_500);
    }
    expect(seen.size).toBe(6);
    const rows = await site.db
      .selectFrom('auth.refresh_tokens')
      .select('revoked_at')
      .where('session_id', '=', sessionIdOf(session.access_token))
      .execute();
    expect(rows.filter((row) => row.revoked_at === null)).toHaveLength(1);
  });

  test('are never stored in plain text', async () => {
    const { session } = await buildMember(site);
    const rows = await site.db
      .selectFrom('auth.refresh_tokens')
      .selectAll()
      .where('session_id', '=', sessionIdOf(session.access_token))
      .execute();
    for (const { token_hash, token_encrypted } of rows) {
      expect(token_hash.includes(session.refresh_token)).toBe(false);
      expect(token_encrypted.includes(session.refresh_token)).toBe(false);
    }
  });

  test.each(['', 'UPPERCASE123', 'short', 'abcdefghijkl1', 'abc-12345678', "a' or '1'='1", 'ä23456789012'])(
    '%j is none',
    async (token) => {
      const answer = await refresh(token);
      expect([answer.status, answer.body.error_code]).toEqual([400, 'refresh_token_not_found']);
    },
  );

  test('of a banned or deleted account are refused', async () => {
    const [banned, gone] = await Promise.all([buildMember(site), buildMember(site)]);
    await site.db
      .updateTable('auth.users')
      .set({ banned_until: new Date(Date.now() + 60_000) })
      .where('id', '=', banned.id)
      .execute();
    expect((await refresh(banned.session.refresh_token)).body.error_code).toBe('user_banned');
    await site.db.deleteFrom('auth.users').where('id', '=', gone.id).execute();
    expect((await refresh(gone.session.refresh_token)).body.error_code).toBe('refresh_token_not_found');
    expect((await userOf(gone.token)).body.error_code).toBe('user_not_found');
  });
});

describe('access tokens', () => {
  test('that have expired, or are signed by another key, are refused everywhere', async () => {
    const { token } = await buildMember(site);
    for (const bad of [await expireToken(site, token), await forgeToken(site, token)]) {
      expect((await userOf(bad)).body.error_code).toBe('bad_jwt');
      expect((await profileOf(bad)).body.code).toBe('invalid_token');
      expect((await site.api('GET', '/api/v1/prompts', { token: bad })).status).toBe(401);
    }
    expect((await profileOf(token)).status).toBe(200);
  });

  test('of another site are refused', async () => {
    const other = await createTestSite();
    const member = await buildMember(other);
    expect((await profileOf(member.token)).status).toBe(401);
    expect((await profileOf(member.token, other)).status).toBe(200);
    await other.stop();
  });

  test.each(['Basic abc', 'Bearer', 'Bearer ', 'Bearer a b', 'bearer x.y.z', 'Token x'])(
    'are not found in the header %j',
    async (authorization) => {
      const answer = await site.api('GET', '/api/v1/prompts', { headers: { authorization } });
      expect([answer.status, answer.body.code]).toEqual([401, 'invalid_token']);
    },
  );

  test('say nothing about rights: a change of role counts at once, with the same token', async () => {
    const member = await buildMember(site);
    const users = () => site.api('GET', '/api/v1/admin/users', { token: member.token });
    const setRole = (role: 'admin' | 'member') =>
      site.db.updateTable('profiles').set({ role }).where('id', '=', member.id).execute();
    expect((await users()).status).toBe(403);
    await setRole('admin');
    expect((await users()).status).toBe(200);
    await setRole('member');
    expect((await users()).status).toBe(403);
  });

  test('are valid in every process of a site, and end in all of them at once', async () => {
    const other = await createTestSite({ database: site.database, environment: { PUBLIC_URL: site.url } });
    const member = await buildMember(site);
    expect((await profileOf(member.token, other)).status).toBe(200);
    await site.api('POST', '/auth/v1/logout?scope=local', { token: member.token });
    expect((await profileOf(member.token, other)).status).toBe(401);
    expect((await userOf(member.token, other)).status).toBe(403);
    await other.stop();
  });

  test('lists and items work without one, except for what needs an account', async () => {
    expect((await site.api('GET', '/api/v1/prompts')).status).toBe(200);
    for (const path of [
      '/api/v1/profile',
      '/api/v1/stats',
      '/api/v1/prompts/x',
      '/api/v1/prompts?favorites=true',
    ]) {
      const answer = await site.api('GET', path);
      expect([path, answer.status, answer.body.code]).toEqual([path, 401, 'not_signed_in']);
    }
  });
});

describe('a new password', () => {
  const change = (token: string, body: object) => site.api('PUT', '/auth/v1/user', { token, body });
  const signIn = (email: string, password: string) =>
    site.api('POST', '/auth/v1/token?grant_type=password', { body: { email, password } });
  async function recoveryLink(email: string) {
    const admin = await buildAdmin(site);
    const emails = async () =>
      (await site.api('GET', '/api/v1/admin/outbox', { token: admin.token })).body.items.filter(
        (mail: { to: string; subject: string }) =>
          mail.to === email && mail.subject.startsWith('Set a new password'),
      );
    const before = (await emails()).length;
    await site.api('POST', '/auth/v1/recover', { body: { email } });
    await expect.poll(async () => (await emails()).length).toBe(before + 1);
    const [{ id }] = await emails();
    const { body } = await site.api('GET', `/api/v1/admin/outbox/${id}`, { token: admin.token });
    return /http\S+\/auth\/v1\/verify\?\S+/.exec(body.text)?.[0] ?? '';
  }
  const follow = async (link: string) =>
    new URLSearchParams(
      (await fetch(link, { redirect: 'manual' })).headers.get('location')?.split('#')[1] ?? '',
    );

  test('makes an earlier recovery link invalid', async () => {
    const member = await buildMember(site);
    const link = await recoveryLink(member.email);
    expect((await change(member.token, { password: 'changed by the owner' })).status).toBe(200);
    expect((await follow(link)).get('error_code')).toBe('otp_expired');
    expect((await signIn(member.email, 'changed by the owner')).status).toBe(200);
    // A link that is requested after the change works.
    expect((await follow(await recoveryLink(member.email))).get('type')).toBe('recovery');
  });

  test('keeps the link valid if something else is changed', async () => {
    const member = await buildMember(site);
    const link = await recoveryLink(member.email);
    expect((await change(member.token, { data: { theme: 'dark' } })).status).toBe(200);
    expect((await follow(link)).get('type')).toBe('recovery');
  });

  test('ends the other sessions and keeps the one that set it', async () => {
    const member = await buildMember(site);
    const other = (await signIn(member.email, member.password)).body;
    expect((await change(member.token, { password: 'another password' })).status).toBe(200);
    expect((await profileOf(member.token)).status).toBe(200);
    expect((await refresh(member.session.refresh_token)).status).toBe(200);
    expect((await profileOf(other.access_token)).status).toBe(401);
    expect((await refresh(other.refresh_token)).body.error_code).toBe('refresh_token_not_found');
  });

  test('that is refused changes nothing: no session ends, the old password still works', async () => {
    const member = await buildMember(site);
    const other = (await signIn(member.email, member.password)).body;
    const refusals = [
      [{ password: 'short' }, 422, 'weak_password'],
      [{ password: 'x'.repeat(73) }, 400, 'validation_failed'],
      [{ password: 'ü'.repeat(37) }, 400, 'validation_failed'],
      [{ password: member.password }, 422, 'same_password'],
      [{ password: 'good enough', current_password: 'wrong' }, 400, 'invalid_credentials'],
      [{ password: 'good enough', email: 'not an address' }, 400, 'validation_failed'],
    ] as const;
    for (const [body, status, code] of refusals) {
      const answer = await change(member.token, body);
      expect([answer.status, answer.body.error_code]).toEqual([status, code]);
    }
    expect((await profileOf(other.access_token)).status).toBe(200);
    expect((await signIn(member.email, member.password)).status).toBe(200);
  });

  test('has a minimum length in characters and a maximum in bytes', async () => {
    const member = await buildMember(site);
    for (const password of ['😀😀😀😀😀😀', 'ü'.repeat(36), 'x'.repeat(72)]) {
      expect((await change(member.token, { password })).status).toBe(200);
      expect((await signIn(member.email, password)).status).toBe(200);
    }
    expect((await change(member.token, { password: '😀😀😀😀😀' })).body.error_code).toBe('weak_password');
  });

  test('can be changed with the address, which waits until both addresses have confirmed it', async () => {
    const member = await buildMember(site);
    const email = `moved-${member.email}`;
    const changed = await change(member.token, { email: ` ${email.toUpperCase()} `, password: 'moved too' });
    expect(changed.body).toMatchObject({ email: member.email, new_email: email });
    expect((await profileOf(member.token)).body.email).toBe(member.email);
    expect((await signIn(member.email, 'moved too')).status).toBe(200);
    expect((await signIn(email, 'moved too')).status).toBe(400);
  });
});

describe('user metadata', () => {
  test('is merged, not replaced, and gives no rights', async () => {
    const member = await buildMember(site);
    const change = (data: object) =>
      site.api('PUT', '/auth/v1/user', { token: member.token, body: { data } });
    await change({ theme: 'dark', role: 'admin', nested: { a: [1, null] } });
    const { body } = await change({ theme: 'light' });
    expect(body.user_metadata).toEqual({ theme: 'light', role: 'admin', nested: { a: [1, null] } });
    expect(body).toMatchObject({ role: 'authenticated', app_metadata: { provider: 'email' } });
    expect((await profileOf(member.token)).body.can).toEqual({
      administer: false,
      edit_catalog: false,
      support_members: false,
    });
    for (const bad of [{ name: 'nul \0' }, { 'k\0': 1 }]) expect((await change(bad)).status).toBe(400);
  });

  test('leaves out unset fields, and never shows a hash', async () => {
    const member = await buildMember(site);
    const { body, text } = await userOf(member.token);
    expect(body).toMatchObject({
      id: member.id,
      aud: 'authenticated',
      email: member.email,
      phone: '',
      is_anonymous: false,
      identities: [{ provider: 'email', user_id: member.id, identity_data: { email: member.email } }],
    });
    expect(Object.keys(body)).not.toContain('recovery_sent_at');
    expect(Object.keys(body)).not.toContain('banned_until');
    expect(text).not.toMatch(/argon2|password/);
  });
});
