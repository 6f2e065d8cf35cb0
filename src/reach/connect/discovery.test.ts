import { afterAll, beforeAll, expect, test } from 'vitest';
import { scopes } from '#constants';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.stop());

test.each([
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-protected-resource/mcp',
  '/.well-known/oauth-protected-resource/api/v1',
  '/.well-known/oauth-authorization-server',
  '/.well-known/openid-configuration',
  '/oauth/jwks',
])('a program on another origin asks first whether it may read %s', async (path) => {
  const origin = 'https://app.example';
  const asked = await site.api('OPTIONS', path, {
    headers: {
      origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'mcp-protocol-version',
    },
  });
  expect([asked.status, asked.headers.get('access-control-allow-headers')]).toEqual([
    204,
    'mcp-protocol-version',
  ]);
  const read = await site.api('GET', path, { headers: { origin, 'mcp-protocol-version': '2025-11-25' } });
  expect(read.status).toBe(200);
  for (const { headers } of [asked, read]) expect(headers.get('access-control-allow-origin')).toBe('*');
});

test.each(['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'])(
  '%s names the scopes of the site, and those of OpenID Connect',
  async (path) => {
    const { body } = await site.api('GET', path);
    expect(body.scopes_supported).toEqual([...scopes, 'openid', 'offline_access']);
  },
);

test.each([
  ['GET', '/oauth/token'],
  ['PUT', '/oauth/register'],
  ['GET', '/oauth/revoke'],
  ['DELETE', '/oauth/register/some-id'],
  ['POST', '/oauth/authorize'],
  ['POST', '/oauth/authorize/some-id'],
  ['GET', '/oauth/end/confirm'],
  ['POST', '/oauth/jwks'],
  ['POST', '/.well-known/oauth-authorization-server'],
  ['DELETE', '/.well-known/openid-configuration'],
  ['POST', '/.well-known/oauth-protected-resource'],
])('%s %s is refused as everywhere else', async (method, path) => {
  const { status, body } = await site.api(method, path);
  expect([status, body]).toEqual([
    404,
    { error: 'Nothing at this address accepts this method.', code: 'not_found' },
  ]);
});
