import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildMember, buildPrompt } from './harness/build.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

// Requests that other sites' pages can make through a member's browser.
let site: TestSite;
let member: Awaited<ReturnType<typeof buildMember>>;
let slug: string;
beforeAll(async () => {
  site = await createTestSite();
  member = await buildMember(site);
  slug = (await buildPrompt(site)).slug;
});
afterAll(() => site.stop());

describe('a write request from another site', () => {
  test('is refused everywhere, while reads are allowed', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    for (const [method, path] of [
      ['PUT', `/api/v1/prompts/${slug}/vote`],
      ['DELETE', '/api/v1/profile'],
      ['POST', '/auth/v1/logout'],
      ['POST', '/functions/v1/create-checkout-session'],
    ] as const) {
      const answer = await site.api(method, path, { token: member.token, headers, body: {} });
      const { code, error_code = code } = answer.body;
      expect([path, answer.status, error_code]).toEqual([path, 403, 'forbidden']);
    }
    expect((await site.api('GET', '/api/v1/prompts', { headers })).status).toBe(200);
    expect((await site.api('GET', '/pricing', { headers })).status).toBe(200);
    for (const place of ['same-origin', 'same-site', 'none'])
      expect(
        (
          await site.api('PUT', `/api/v1/prompts/${slug}/vote`, {
            token: member.token,
            headers: { 'sec-fetch-site': place },
          })
        ).status,
      ).toBe(200);
  });
});

describe('a refused write to the auth protocol', () => {
  const headers = { origin: 'https://evil.example' };
  const ask = (version: Record<string, string>) =>
    site.api('POST', '/auth/v1/logout', { token: member.token, headers: { ...headers, ...version } });
  const message = 'Requests from other sites are not allowed.';

  test('is answered in the format that the client requests', async () => {
    const dated = await ask({ 'x-supabase-api-version': '2024-01-01' });
    expect([dated.status, dated.body]).toEqual([403, { code: 'forbidden', message }]);
    expect(dated.headers.get('x-supabase-api-version')).toBe('2024-01-01');
    const old = await ask({});
    expect([old.status, old.body]).toEqual([403, { code: 403, error_code: 'forbidden', msg: message }]);
    expect(old.headers.get('x-supabase-api-version')).toBeNull();
    for (const answer of [dated, old]) {
      expect(answer.headers.get('x-sb-error-code')).toBe('forbidden');
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });

  test.each(['junk', '2023-12-31', '2024', 'zzzz-99-99', ''])(
    'has the old shape where the version is no date from 2024 on: %s',
    async (version) => {
      const { body, headers: answered } = await ask({ 'x-supabase-api-version': version });
      expect(body).toEqual({ code: 403, error_code: 'forbidden', msg: message });
      expect(answered.get('x-supabase-api-version')).toBeNull();
    },
  );
});

describe('a sign-in', () => {
  const credentials = () => ({ email: member.email, password: member.password });
  const signIn = (headers: Record<string, string>) =>
    site.api('POST', '/auth/v1/token?grant_type=password', { body: credentials(), headers });

  test('from another origin is refused, whichever of the headers is sent', async () => {
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${site.url}.evil.example` },
      { origin: site.url.replace(/\d+$/, '1') },
      { 'sec-fetch-site': 'cross-site' },
      { origin: site.url, 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    ])
      expect([headers, (await signIn(headers as Record<string, string>)).status]).toEqual([headers, 403]);
  });

  test('sent as a form or as plain text, which browsers allow without asking, is refused', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      '',
    ]) {
      const answer = await signIn({ 'content-type': type });
      expect([type, answer.status, answer.body.access_token]).toEqual([type, 415, undefined]);
    }
  });

  test('from the site itself and from programs is accepted, under each name of the site', async () => {
    const { port } = new URL(site.url);
    for (const headers of [
      {},
      { origin: site.url },
      { 'content-type': 'application/json;charset=UTF-8' },
      { 'sec-fetch-site': 'same-origin', origin: site.url },
    ])
      expect((await signIn(headers as Record<string, string>)).status).toBe(200);
    const status = await new Promise((resolve) => {
      request(
        `http://127.0.0.1:${port}/auth/v1/token?grant_type=password`,
        {
          method: 'POST',
          headers: {
            host: `prompts.home.arpa:${port}`,
            origin: `http://prompts.home.arpa:${port}`,
            'content-type': 'application/json',
          },
        },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      ).end(JSON.stringify(credentials()));
    });
    expect(status).toBe(200);
  });
});
