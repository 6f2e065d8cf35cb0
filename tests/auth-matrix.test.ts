import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AuthCaller,
  authCallers,
  authMatrix,
  expectedStatus,
  prepareAuthMatrix,
} from './harness/auth-matrix.ts';
import { setSetting } from './harness/sign-in.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

let site: TestSite;
let tokens: Partial<Record<AuthCaller, string>>;
beforeAll(async () => {
  site = await createTestSite();
  await setSetting(site, 'passkeys', 'true');
  tokens = await prepareAuthMatrix(site);
});
afterAll(() => site.stop());

test('every endpoint of the auth protocol has a row', () => {
  const served = site.endpoints.filter((endpoint) => /^(?!ALL )\S+ \/auth\/v1/.test(endpoint));
  expect([...new Set(served)].sort()).toEqual(Object.keys(authMatrix).sort());
});

describe.each(Object.entries(authMatrix))('%s', (endpoint, cell) => {
  test('answers each kind of caller as it should', async () => {
    const found: Record<string, number> = {};
    // Several callers request the same emails, which works because rate limits are off here.
    for (const caller of authCallers) {
      const token = tokens[caller];
      const [method = ''] = endpoint.split(' ');
      const answer = await site.api(method, `/auth/v1/${cell.path}`, {
        ...(token === undefined ? {} : { token }),
        ...(cell.body ? { body: cell.body } : {}),
      });
      found[caller] = answer.status;
      if (answer.status >= 400) expect(answer.body, caller).toMatchObject({ error_code: expect.any(String) });
    }
    expect(found).toEqual(
      Object.fromEntries(authCallers.map((caller) => [caller, expectedStatus(cell, caller)])),
    );
  });
});

test.each(['service', 'endedService'] as const)(
  'a token of %s opens nothing of the data API',
  async (caller) => {
    const answer = await site.api('GET', '/api/v1/profile', { token: tokens[caller] ?? '' });
    expect([answer.status, answer.body.code]).toEqual([401, 'invalid_token']);
  },
);

test('the public token counts as a visitor', async () => {
  const token = tokens.anonymous ?? '';
  expect((await site.api('GET', '/api/v1/settings', { token })).status).toBe(200);
  expect((await site.api('GET', '/api/v1/profile', { token })).status).toBe(401);
  const call = (as: string) =>
    site.api('POST', '/functions/v1/send-welcome-email', {
      token: as,
      body: { email: 'nobody@example.com' },
    });
  expect((await call(token)).status).toBe(200);
  expect((await call(tokens.forged ?? '')).status).toBe(200);
  const { data } = await site.authClient().getClaims(token);
  expect(data?.claims.role).toBe('anon');
});
