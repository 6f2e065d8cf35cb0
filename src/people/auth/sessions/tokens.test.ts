import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { GoTrueClient } from '@supabase/auth-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newAddress, password, signUp } from '#tests/harness/sign-in.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.stop());

const refresh = (refresh_token: string) =>
  site.api('POST', '/auth/v1/token?grant_type=refresh_token', { body: { refresh_token } });
const getUser = (token?: string) => site.api('GET', '/auth/v1/user', token === undefined ? {} : { token });

describe('refresh', () => {
  test('rotates the token; the previous token still returns the active one', async () => {
    const { session } = await signUp(site);
    const first = await refresh(session.refresh_token);
    expect(first.status).toBe(200);
    expect(first.body.refresh_token).not.toBe(session.refresh_token);
    const again = await refresh(session.refresh_token);
    expect(again.body.refresh_token).toBe(first.body.refresh_token);
  });

  test('twenty times at once leaves one active token and causes no error', async () => {
    const { session } = await signUp(site);
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(session.refresh_token)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map((answer) => answer.body.refresh_token)).size).toBe(1);
  });

  test('with an old token revokes the whole session', async () => {
    const { session } = await signUp(site);
    const second = await refresh(session.refresh_token);
    const third = await refresh(second.body.refresh_token);
    await site.db
      .updateTable('auth.refresh_tokens')
      .set({ revoked_at: new Date(Date.now() - 11_000) })
      .where('revoked_at', 'is not', null)
      .execute();
    const stolen = await refresh(session.refresh_token);
    expect(stolen.body).toMatchObject({
      error_code: 'refresh_token_already_used',
      msg: 'Invalid Refresh Token: Already Used',
    });
    expect((await refresh(third.body.refresh_token)).body.error_code).toBe('refresh_token_not_found');
    expect((await getUser(third.body.access_token)).body.error_code).toBe('session_not_found');
  });

  test('refuses anything that is not a token', async () => {
    for (const token of ['short', 'abcdefghijk9'])
      expect((await refresh(token)).body).toEqual({
        code: 400,
        error_code: 'refresh_token_not_found',
        msg: 'Invalid Refresh Token: Refresh Token Not Found',
      });
  });

  test('is retried by the client after 502, 503 and 504, and keeps the session', async () => {
    const { session } = await signUp(site);
    const failures = [502, 503, 504];
    const proxy = createServer(async (request, response) => {
      const failure = failures.shift();
      if (failure) return response.writeHead(failure).end();
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const answer = await fetch(`${site.url}/auth/v1${request.url}`, {
        method: request.method ?? 'POST',
        headers: { 'content-type': 'application/json' },
        body: Buffer.concat(chunks),
      });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const port = (proxy.address() as { port: number }).port;
    const client = new GoTrueClient({
      url: `http://127.0.0.1:${port}`,
      persistSession: false,
      autoRefreshToken: false,
    });
    const { data, error } = await client.refreshSession({ refresh_token: session.refresh_token });
    await new Promise((resolve) => proxy.close(resolve));
    expect(error).toBeNull();
    expect(failures).toEqual([]);
    expect(data.session?.user.id).toBe(session.user.id);
  });
});

describe('sign-out', () => {
  test.each([
    ['local', { here: 403, there: 200 }],
    ['others', { here: 200, there: 403 }],
    ['global', { here: 403, there: 403 }],
  ] as const)('%s ends the right sessions at once', async (scope, expected) => {
    const { client, email, session } = await signUp(site);
    const there = await site.authClient().signInWithPassword({ email, password });
    expect((await client.signOut({ scope })).error).toBeNull();
    expect((await getUser(session.access_token)).status).toBe(expected.here);
    expect((await getUser(there.data.session?.access_token)).status).toBe(expected.there);
    const api = await site.api('GET', '/api/v1/profile', { token: session.access_token });
    expect(api.status).toBe(expected.here === 200 ? 200 : 401);
  });

  test('refuses another scope', async () => {
    const { session } = await signUp(site);
    const answer = await site.api('POST', '/auth/v1/logout?scope=everything', {
      token: session.access_token,
    });
    expect(answer.status).toBe(400);
  });
});

describe('the account', () => {
  test('refuses the same password and a taken address', async () => {
    const { client } = await signUp(site);
    const other = await signUp(site);
    expect((await client.updateUser({ password })).error?.code).toBe('same_password');
    expect((await client.updateUser({ email: other.email })).error?.code).toBe('email_exists');
  });

  test('loses what is sent as null', async () => {
    const { client } = await signUp(site);
    await client.updateUser({ data: { theme: 'dark', city: 'London' } });
    const { data } = await client.updateUser({ data: { theme: null } });
    expect(data.user?.user_metadata).toEqual({ city: 'London' });
  });

  test('keeps its events in order', async () => {
    const events: string[] = [];
    const client = site.authClient();
    client.onAuthStateChange((event) => events.push(event));
    await expect.poll(() => events).toEqual(['INITIAL_SESSION']);
    const email = newAddress();
    await client.signUp({ email, password });
    await client.refreshSession();
    await client.updateUser({ data: { theme: 'dark' } });
    await client.signOut();
    expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_IN', 'TOKEN_REFRESHED', 'USER_UPDATED', 'SIGNED_OUT']);
  });
});

describe('tokens', () => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

  test('verify with the published key', async () => {
    const { client } = await signUp(site);
    const { data } = await client.getClaims();
    expect(data?.claims).toMatchObject({
      aud: 'authenticated',
      role: 'authenticated',
      aal: 'aal1',
      iss: `${site.url}/auth/v1`,
    });
    expect(data?.header.alg).toBe('ES256');
  });

  test('are refused everywhere if they are forged', async () => {
    const { session } = await signUp(site);
    const [head, body, signature] = session.access_token.split('.') as [string, string, string];
    const [header, claims] = [
      JSON.parse(Buffer.from(head, 'base64url').toString()),
      JSON.parse(Buffer.from(body, 'base64url').toString()),
    ];
    const { createHmac } = await import('node:crypto');
    const jwks = (await site.api('GET', '/auth/v1/.well-known/jwks.json')).text;
    const hs = `${encode({ ...header, alg: 'HS256' })}.${body}`;
    const forged = [
      `${encode({ alg: 'none', typ: 'JWT' })}.${body}.`,
      `${encode({ ...header, alg: 'none' })}.${body}.${signature}`,
      `${hs}.${createHmac('sha256', jwks).update(hs).digest('base64url')}`,
      `${encode({ ...header, kid: randomUUID() })}.${body}.${signature}`,
      `${encode({ ...header, kid: undefined })}.${body}.${signature}`,
      `${head}.${encode({ ...claims, sub: randomUUID() })}.${signature}`,
      `${head}.${encode({ ...claims, exp: claims.exp + 9_999 })}.${signature}`,
      `${head}.${body}.${signature.slice(0, -4)}`,
      `${head}.${body}`,
      'nonsense',
      'a.b.c',
    ];
    for (const token of forged) {
      expect((await getUser(token)).status).toBe(403);
      const answer = await site.api('GET', '/api/v1/profile', { token });
      expect([answer.status, answer.body.code]).toEqual([401, 'invalid_token']);
    }
  });

  test('stay valid when the key is rotated; new ones are signed with the new key', async () => {
    const { session, client } = await signUp(site);
    const before = JSON.parse(
      Buffer.from(session.access_token.split('.')[0] ?? '', 'base64url').toString(),
    ).kid;
    await site.services.auth.tokens.rotate();
    expect((await getUser(session.access_token)).status).toBe(200);
    const { data } = await client.refreshSession();
    const after = JSON.parse(
      Buffer.from(data.session?.access_token.split('.')[0] ?? '', 'base64url').toString(),
    ).kid;
    expect(after).not.toBe(before);
    const keys = (await site.api('GET', '/auth/v1/.well-known/jwks.json')).body.keys;
    expect(keys.map((key: { kid: string }) => key.kid)).toEqual([after, before]);
    expect(keys.every((key: object) => !('d' in key))).toBe(true);
  });
});
