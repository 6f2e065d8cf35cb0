import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newAddress, password, signUp } from '#tests/harness/sign-in.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.stop());

describe('sign-up', () => {
  test('creates an account with a profile and signs it in', async () => {
    const { session, id, email } = await signUp(site, `  ${newAddress().toUpperCase()}`.trim());
    expect(session.refresh_token).toMatch(/^[a-z0-9]{12}$/);
    expect(session.user.email).toBe(email.toLowerCase());
    const profile = await site.db
      .selectFrom('profiles')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(profile).toMatchObject({ role: 'member', tier_id: null, email: email.toLowerCase() });
  });

  test('cannot set a role or a tier', async () => {
    const body = {
      email: newAddress(),
      password,
      role: 'admin',
      data: { role: 'admin' },
      app_metadata: { role: 'admin' },
      tier_id: randomUUID(),
    };
    const { body: session } = await site.api('POST', '/auth/v1/signup', { body });
    const profile = await site.db
      .selectFrom('profiles')
      .selectAll()
      .where('id', '=', session.user.id)
      .executeTakeFirstOrThrow();
    expect(profile).toMatchObject({ role: 'member', tier_id: null });
  });

  test.each([
    [
      { email: 'nobody', password },
      400,
      'validation_failed',
      'Unable to validate email address: invalid format',
    ],
    [{ email: 'a@example.com' }, 400, 'validation_failed', 'Signup requires a valid password'],
    [
      { email: 'a@example.com', password: '12345' },
      422,
      'weak_password',
      'Password should be at least 6 characters.',
    ],
    [
      { email: 'a@example.com', password: 'x'.repeat(73) },
      400,
      'validation_failed',
      'Password cannot be longer than 72 characters',
    ],
    [{ password }, 422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'],
  ])('refuses %o', async (body, status, code, message) => {
    const answer = await site.api('POST', '/auth/v1/signup', {
      body,
      headers: { 'X-Supabase-Api-Version': '2024-01-01' },
    });
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([status, code, message]);
  });

  test('with a known address says so; a weak password is refused with its reasons', async () => {
    const { email } = await signUp(site);
    const { error } = await site.authClient().signUp({ email, password });
    expect(error).toMatchObject({
      status: 422,
      code: 'user_already_exists',
      message: 'User already registered',
    });
    const weak = await site.authClient().signUp({ email: newAddress(), password: '123' });
    expect(weak.error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['length'] });
  });

  test('with one address, ten times at once, creates one account', async () => {
    const email = newAddress();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => site.api('POST', '/auth/v1/signup', { body: { email, password } })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(9).fill(422)]);
  });
});

describe('sign-in', () => {
  test('starts a session; the address is not case-sensitive', async () => {
    const { email, id } = await signUp(site);
    const { data, error } = await site
      .authClient()
      .signInWithPassword({ email: email.toUpperCase(), password });
    expect(error).toBeNull();
    expect(data.user?.id).toBe(id);
    expect(data.session?.expires_in).toBe(3600);
  });

  test('answers a wrong password and an unknown address alike', async () => {
    const { email } = await signUp(site);
    const wrong = await site.api('POST', '/auth/v1/token?grant_type=password', {
      body: { email, password: 'wrong' },
    });
    const unknown = await site.api('POST', '/auth/v1/token?grant_type=password', {
      body: { email: newAddress(), password: 'wrong' },
    });
    expect(wrong.body).toEqual({
      code: 400,
      error_code: 'invalid_credentials',
      msg: 'Invalid login credentials',
    });
    expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text]);
  });

  test('is refused while the account is banned', async () => {
    const { email, id, session } = await signUp(site);
    await site.db
      .updateTable('auth.users')
      .set({ banned_until: new Date(Date.now() + 60_000) })
      .where('id', '=', id)
      .execute();
    const { error } = await site.authClient().signInWithPassword({ email, password });
    expect(error?.code).toBe('user_banned');
    expect((await site.api('GET', '/api/v1/profile', { token: session.access_token })).status).toBe(401);
  });
});

describe("what the site doesn't support", () => {
  const phone = '+15550100';
  test.each([
    ['signup', { phone, password }, 400, 'phone_provider_disabled', 'Phone signups are disabled'],
    [
      'token?grant_type=password',
      { phone, password },
      400,
      'phone_provider_disabled',
      'Phone logins are disabled',
    ],
    [
      'token?grant_type=web3',
      { chain: 'ethereum' },
      422,
      'web3_provider_disabled',
      'Web3 provider is disabled',
    ],
    [
      'token?grant_type=id_token',
      { provider: 'google', id_token: 'x' },
      400,
      'provider_disabled',
      'Provider (issuer "google") is not enabled',
    ],
    ['sso', { domain: 'example.com' }, 404, 'saml_provider_disabled', 'SAML 2.0 is disabled'],
    [
      'verify',
      { type: 'sms', phone, token: '123456' },
      403,
      'otp_expired',
      'Token has expired or is invalid',
    ],
    [
      'verify',
      { type: 'sms', phone: 'x', token: '123456' },
      400,
      'validation_failed',
      'Invalid phone number format (E.164 required)',
    ],
  ])('%s %o is told as GoTrue does', async (path, body, status, code, message) => {
    const answer = await site.api('POST', `/auth/v1/${path}`, { body });
    expect([answer.status, answer.body.error_code, answer.body.msg]).toEqual([status, code, message]);
  });

  test("changing an account's phone number is refused, not ignored", async () => {
    const client = site.authClient();
    await client.signUp({ email: newAddress(), password });
    const { error } = await client.updateUser({ phone, data: { name: 'New' } });
    expect([error?.status, error?.code]).toEqual([400, 'phone_provider_disabled']);
    expect((await client.getUser()).data.user?.user_metadata).toEqual({});
    expect((await client.updateUser({ phone: '', data: { name: 'New' } })).error).toBeNull();
  });

  test('linking identities is refused, and requires signing in first', async () => {
    const { client } = await signUp(site);
    const { data } = await client.getUserIdentities();
    const identity = data?.identities[0];
    if (!identity) throw new Error('no identity');
    expect((await client.unlinkIdentity(identity)).error?.message).toBe('Manual linking is disabled');
    expect((await client.linkIdentity({ provider: 'google' })).error?.message).toBe(
      'Manual linking is disabled',
    );
    expect((await site.api('DELETE', `/auth/v1/user/identities/${identity.identity_id}`)).status).toBe(401);
  });
});

describe('a verification', () => {
  const email = 'a@example.com';
  const neither = 'Verify requires either a token or a token hash';
  test.each([
    [{}, 'Verify requires a verification type'],
    [{ token_hash: 'x' }, 'Verify requires a verification type'],
    [{ type: '', token: '123456', email }, 'Verify requires a verification type'],
    [{ type: 'recovery' }, neither],
    [{ type: 'email', email }, neither],
    [{ type: 'email', email, token: '' }, neither],
    [{ type: 'email', token: '123456', token_hash: 'x' }, neither],
    [
      { type: 'email', token: '123456' },
      'Only an email address or phone number should be provided on verify',
    ],
    [{ type: 'nothing', token_hash: 'x' }, 'Invalid email verification type'],
  ])('without what it needs, %j, is told as GoTrue does', async (body, message) => {
    const answer = await site.api('POST', '/auth/v1/verify', { body });
    expect([answer.status, answer.body.error_code, answer.body.msg]).toEqual([
      400,
      'validation_failed',
      message,
    ]);
  });

  test.each([
    { type: 'recovery', token_hash: 'x' },
    { type: 'recovery', token: 'x' },
    { type: 'recovery', token: 'x', email },
    { type: 'email', token: '123456', email },
    { type: 'email', token: '123456', token_hash: '', email },
    { type: 'nothing', token: '123456', email },
  ])('with an unknown link or code, %j, is refused', async (body) => {
    const answer = await site.api('POST', '/auth/v1/verify', { body });
    expect([answer.status, answer.body.error_code, answer.body.msg]).toEqual([
      403,
      'otp_expired',
      'Token has expired or is invalid',
    ]);
  });
});

describe('bad input', () => {
  const values = [null, [], 7, true, {}, { a: 1 }, 'x'.repeat(5_000), 'nul\0', '\ud800', ['a'], { $ne: '' }];
  test('gets a clear 4xx on every route', async () => {
    const { session } = await signUp(site);
    const token = session.access_token;
    for (const value of values) {
      const bodies = [
        value,
        { email: value, password },
        { email: newAddress(), password: value },
        { refresh_token: value },
        { email: 'a@example.com', password, data: value },
        { type: 'recovery', token_hash: value },
      ];
      for (const body of bodies) {
        for (const path of [
          'signup',
          'token?grant_type=password',
          'token?grant_type=refresh_token',
          'recover',
          'verify',
        ]) {
          const answer = await site.api('POST', `/auth/v1/${path}`, { body: JSON.stringify(body) });
          expect(answer.status, `${path} ${JSON.stringify(body).slice(0, 80)}`).toBeLessThan(500);
        }
        const changed = await site.api('PUT', '/auth/v1/user', {
          token,
          body: JSON.stringify({ email: value }),
        });
        expect(changed.status).toBeLessThan(500);
      }
    }
    expect((await site.api('POST', '/auth/v1/token?grant_type=magic', { body: {} })).body.msg).toBe(
      'unsupported_grant_type',
    );
    expect((await site.api('POST', '/auth/v1/signup', { body: '{"email"' })).status).toBe(400);
    expect(
      (await site.api('POST', '/auth/v1/signup', { body: { email: 'x'.repeat(1_100_000) } })).status,
    ).toBe(413);
    expect((await site.api('GET', '/auth/v1/nothing')).status).toBe(404);
    expect((await site.api('GET', '/auth/v1/user')).body).toMatchObject({
      error_code: 'no_authorization',
      msg: 'This endpoint requires a valid Bearer token',
    });
  });
});

describe('null in a body counts as a missing field', () => {
  const ask = async (method: string, path: string, body: unknown, token?: string) => {
    const answer = await site.api(method, `/auth/v1/${path}`, { body, ...(token ? { token } : {}) });
    return [answer.status, answer.body.error_code, answer.body.msg];
  };
  const missing = 'missing email or phone';

  test.each([
    ['token?grant_type=password', { email: null, password }, 400, 'validation_failed', missing],
    ['token?grant_type=password', null, 400, 'validation_failed', missing],
    [
      'token?grant_type=password',
      { email: 'a@example.com', password: null },
      400,
      'invalid_credentials',
      'Invalid login credentials',
    ],
    [
      'signup',
      { email: 'a@example.com', password: null },
      400,
      'validation_failed',
      'Signup requires a valid password',
    ],
    [
      'signup',
      { email: null, password },
      422,
      'anonymous_provider_disabled',
      'Anonymous sign-ins are disabled',
    ],
    ['recover', { email: null }, 400, 'validation_failed', 'Password recovery requires an email'],
    [
      'resend',
      { type: null },
      400,
      'validation_failed',
      'Missing one of these types: signup, email_change, sms, phone_change',
    ],
    [
      'verify',
      { type: 'recovery', token_hash: null, token: null },
      400,
      'validation_failed',
      'Verify requires either a token or a token hash',
    ],
  ])('%s %j', async (path, body, ...expected) => {
    expect(await ask('POST', path, body)).toEqual(expected);
  });

  test('in a change of the account', async () => {
    const { session, email, client } = await signUp(site);
    const change = { password: null, email: null, data: null, nonce: null, current_password: null };
    const { status, body } = await site.api('PUT', '/auth/v1/user', {
      token: session.access_token,
      body: change,
    });
    expect([status, body.email]).toEqual([200, email]);
    expect((await client.signInWithPassword({ email, password })).error).toBeNull();
  });

  test('in a second factor', async () => {
    const { session } = await signUp(site);
    const { status } = await site.api('POST', '/auth/v1/factors', {
      token: session.access_token,
      body: { factor_type: 'totp', friendly_name: null },
    });
    expect(status).toBe(200);
  });
});

test.each([
  ['null', null],
  ['a number', 12],
  ['a list', ['x']],
  ['too long', 'x'.repeat(3_000)],
  ['no text', 'x\0'],
])('a refresh token that is %s is unknown', async (_what, refresh_token) => {
  const answer = await site.api('POST', '/auth/v1/token?grant_type=refresh_token', {
    body: { refresh_token },
  });
  expect([answer.status, answer.body.error_code, answer.body.msg]).toEqual([
    400,
    'refresh_token_not_found',
    'Invalid Refresh Token: Refresh Token Not Found',
  ]);
});
