import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMember } from '#tests/harness/build.ts';
import { buildKey } from '#tests/harness/build-key.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.stop());

const send = (message: object, token?: string, headers: Record<string, string> = {}) =>
  site.api('POST', '/mcp', {
    ...(token ? { token } : {}),
    body: { jsonrpc: '2.0', id: 1, ...message },
    headers: { accept: 'application/json, text/event-stream', ...headers },
  });
const list = { method: 'tools/list', params: {} };

test('refusals name where tokens come from, and which scope is missing', async () => {
  const member = await buildMember(site);
  const nobody = await send(list);
  expect(nobody.status).toBe(401);
  expect(nobody.headers.get('www-authenticate')).toMatch(
    /^Bearer scope="library:read .*", resource_metadata="http:\/\/localhost:\d+\/\.well-known\/oauth-protected-resource\/mcp"$/,
  );
  for (const token of ['none', member.token, `promptory_${'a'.repeat(40)}`]) {
    const refused = await send(list, token);
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toContain('error="invalid_token"');
  }
  const reader = await buildKey(site, member, ['library:read']);
  const get = await send({ method: 'prompts/get', params: { name: 'x' } }, reader);
  expect(get.status).toBe(403);
  expect(get.headers.get('www-authenticate')).toContain(
    'error="insufficient_scope", error_description="The scope library:copy is needed", scope="library:read library:copy"',
  );
  const favor = { method: 'tools/call', params: { name: 'set_favorite', arguments: {} } };
  expect((await send(favor, reader)).status).toBe(403);
});

test('what is no message meets a 4xx', async () => {
  const key = await buildKey(site, await buildMember(site));
  for (const body of ['', '{', '[]', '7', 'null', '{"jsonrpc":"2.0"}', `"${'x'.repeat(1_100_000)}"`]) {
    const answer = await site.api('POST', '/mcp', {
      token: key,
      body,
      headers: { accept: 'application/json, text/event-stream' },
    });
    expect(answer.status, body.slice(0, 20)).toBeGreaterThanOrEqual(400);
    expect(answer.status, body.slice(0, 20)).toBeLessThan(500);
  }
});

test('pages of other origins are not refused: they bring a key', async () => {
  const key = await buildKey(site, await buildMember(site));
  const headers = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
  const answer = await send(list, key, headers);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  const asked = await site.api('OPTIONS', '/mcp', {
    headers: { ...headers, 'access-control-request-headers': 'authorization, content-type' },
  });
  expect([asked.status, asked.headers.get('access-control-allow-headers')]).toEqual([
    204,
    'authorization, content-type',
  ]);
});
