import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildAdmin, buildMember, buildPlaybook, buildPrompt } from '#tests/harness/build.ts';
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
  const copier = await buildKey(site, member, ['library:copy']);
  const refused = await send({ method: 'prompts/get', params: { name: 'x' } }, copier);
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
    403,
    expect.stringContaining('The scope library:read is needed", scope="library:copy library:read"'),
  ]);
  const liker = await buildKey(site, member, ['engagement:write']);
  const start = await send({ method: 'tools/call', params: { name: 'start_run', arguments: {} } }, liker);
  expect([start.status, start.headers.get('www-authenticate')]).toEqual([
    403,
    expect.stringContaining(
      'The scopes runs:write and library:read are needed", scope="engagement:write runs:write library:read"',
    ),
  ]);
  const favor = { method: 'tools/call', params: { name: 'set_favorite', arguments: {} } };
  expect((await send(favor, reader)).status).toBe(403);
});

test('an invalid message gets a 4xx', async () => {
  const key = await buildKey(site, await buildMember(site));
  for (const body of ['', '{', '[]', '7', 'null', '{"jsonrpc":"2.0"}', `"${'x'.repeat(4_200_000)}"`]) {
    const answer = await site.api('POST', '/mcp', {
      token: key,
      body,
      headers: { accept: 'application/json, text/event-stream' },
    });
    expect(answer.status, body.slice(0, 20)).toBeGreaterThanOrEqual(400);
    expect(answer.status, body.slice(0, 20)).toBeLessThan(500);
  }
});

test("internal errors aren't revealed to the client", async () => {
  const key = await buildKey(site, await buildMember(site));
  const { readablePrompts, favorites } = site.services;
  const broken = new Error('relation "prompts" has a secret');
  for (const call of [vi.spyOn(readablePrompts, 'list'), vi.spyOn(favorites, 'set')])
    call.mockRejectedValueOnce(broken);
  const ask = (method: string, params: object) =>
    site.api('POST', '/mcp', {
      token: key,
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      headers: { accept: 'application/json, text/event-stream' },
    });
  const answers = [
    await ask('prompts/list', {}),
    await ask('tools/call', {
      name: 'set_favorite',
      arguments: { kind: 'prompt', slug: 'any', favorite: true },
    }),
  ];
  for (const { text } of answers) {
    expect(text).toContain('Something went wrong on our side.');
    expect(text).not.toContain('secret');
  }
});

test('an unreadable message is a parse error', async () => {
  const key = await buildKey(site, await buildMember(site));
  for (const body of ['{', '\ufeff\ufeff[]', '{"method":"tools/list"} {}']) {
    const answer = await site.api('POST', '/mcp', {
      token: key,
      body,
      headers: { accept: 'application/json, text/event-stream' },
    });
    expect([answer.status, answer.body]).toEqual([
      400,
      { jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'Parse error: Invalid JSON' } },
    ]);
  }
});

test('a byte order mark hides nothing: messages count, need their scope, and are in the audit log', async () => {
  const admin = await buildAdmin(site);
  const headers = { accept: 'application/json, text/event-stream' };
  const post = (token: string, message: unknown) =>
    site.api('POST', '/mcp', { token, body: `\ufeff${JSON.stringify(message)}`, headers });
  const call = (name: string, args: object, id = 1) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name, arguments: args },
  });
  const favorite = call('set_favorite', {});
  expect((await post(await buildKey(site, admin, ['library:read']), favorite)).status).toBe(403);

  const key = await buildKey(site, admin);
  expect((await post(key, call('create_prompt', { title: 'Marked', prompt_body: 'x' }))).status).toBe(200);
  const logged = await site.db
    .selectFrom('audit_log')
    .select('action')
    .where('actor_id', '=', admin.id)
    .execute();
  expect(logged).toEqual([{ action: 'MCP create_prompt' }]);

  const limited = await createTestSite({ environment: { RATE_LIMITS: 'on' }, database: site.database });
  const messages = Array.from({ length: 50 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'tools/list' }));
  const remaining = async (mark: string) => {
    const body = `${mark}${JSON.stringify(messages)}`;
    const answer = await limited.api('POST', '/mcp', { token: key, body, headers });
    return Number(/r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1]);
  };
  expect((await remaining('')) - (await remaining('\ufeff'))).toBe(50);
  await limited.stop();
});

test("pages of other origins aren't refused, because they send a key", async () => {
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

test.each([
  ['tools/list', { cursor: 7 }, 'params.cursor: Must be of type string'],
  ['prompts/list', { cursor: null }, 'params.cursor: Required'],
  ['resources/list', { cursor: ['x'] }, 'params.cursor: Must be of type string'],
  ['resources/templates/list', { cursor: {} }, 'params.cursor: Must be of type string'],
  ['resources/read', { uri: 7 }, 'params.uri: Must be of type string'],
  ['prompts/get', { name: 7 }, 'params.name: Must be of type string'],
  ['prompts/get', { name: 'x', arguments: { tone: 7 } }, 'params.arguments.tone: Must be of type string'],
  [
    'completion/complete',
    { ref: 7, argument: { name: 'x', value: '' } },
    'params.ref: Must be of type object',
  ],
  ['initialize', {}, 'params.protocolVersion: Required'],
])('%s with %j is refused as invalid parameters', async (method, params, message) => {
  const key = await buildKey(site, await buildMember(site));
  const modern = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const named: Record<string, string> = 'arguments' in params ? { 'mcp-name': 'x' } : {};
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...named };
  const answers = [await send({ method, params }, key)];
  if (method !== 'initialize')
    answers.push(await send({ method, params: { ...params, _meta: modern } }, key, headers));
  for (const { text } of answers) {
    expect(JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text).error).toEqual({ code: -32_602, message });
  }
});

test('arguments that cannot be kept are refused as such, and cost no copy', async () => {
  const member = await buildMember(site, { level: 1 });
  const key = await buildKey(site, member);
  const { slug } = await buildPrompt(site, { prompt_body: 'In {{tone}}' });
  const playbook = await buildPlaybook(site);
  const many = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`name ${index}`, 'x']));
  const ask = async (method: string, params: object) => {
    const { text } = await send({ method, params }, key);
    return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);
  };
  const get = (values: object) => ask('prompts/get', { name: slug, arguments: values });
  for (const values of [
    { tone: 'nul \0' },
    { tone: 'half \ud83d' },
    { tone: 'x', 'nul \0': 'x' },
    { tone: 'x'.repeat(20_001) },
    { tone: 'x', ...many },
  ])
    expect(await get(values)).toMatchObject({ error: { code: -32_602 } });
  const nul = { ref: { type: 'ref/prompt', name: 'nul \0' }, argument: { name: 'tone', value: '' } };
  for (const [method, params] of [
    ['prompts/get', { name: 'nul \0' }],
    ['resources/read', { uri: 'promptory://prompts/nul%00' }],
    ['completion/complete', nul],
  ] as const)
    expect(await ask(method, params), method).toMatchObject({ error: { code: -32_602 } });
  const run = { playbook: playbook.slug, values: many };
  const { result } = await ask('tools/call', { name: 'start_run', arguments: run });
  expect(result).toMatchObject({ isError: true });
  const copies = site.db.selectFrom('user_activity').select('id').where('user_id', '=', member.id);
  expect(await copies.execute()).toEqual([]);
  expect((await get({ tone: 'dry' })).result.messages[0].content.text).toBe('In dry');
});
