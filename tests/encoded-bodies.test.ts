import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAdmin, buildMember, buildPlaybook, buildPrompt } from './harness/build.ts';
import { buildKey } from './harness/build-key.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

// JSON is UTF-8. Anything else would be stored with replacement characters in place of its letters.

let site: TestSite;
let member: Awaited<ReturnType<typeof buildMember>>;
let admin: Awaited<ReturnType<typeof buildAdmin>>;
beforeAll(async () => {
  site = await createTestSite();
  [member, admin] = await Promise.all([buildMember(site), buildAdmin(site)]);
});
afterAll(() => site.stop());

const send = async (
  method: string,
  path: string,
  {
    body,
    token,
    type = 'application/json',
  }: { body: Uint8Array<ArrayBuffer>; token?: string; type?: string },
) => {
  const authorization = token && `Bearer ${token}`;
  const headers = { 'content-type': type, ...(authorization ? { authorization } : {}) };
  const answer = await fetch(`${site.url}${path}`, { method, headers, body });
  return { status: answer.status, body: await answer.json() };
};
const latin1 = (value: unknown) => new Uint8Array(Buffer.from(JSON.stringify(value), 'latin1'));
const utf8 = (value: unknown) => new Uint8Array(Buffer.from(JSON.stringify(value)));

test('a body that is not UTF-8 is refused and changes nothing', async () => {
  const { token } = member;
  const bio = async () => (await site.api('GET', '/api/v1/profile', { token })).body.bio;
  await send('PATCH', '/api/v1/profile', { token, body: utf8({ bio: 'Café 🙂' }) });
  for (const type of [
    'application/json',
    'application/json; charset=iso-8859-1',
    'application/merge-patch+json',
  ]) {
    const answer = await send('PATCH', '/api/v1/profile', { token, body: latin1({ bio: 'Café' }), type });
    const error = { error: "The body can't be read as JSON.", code: 'bad_request' };
    expect([answer.status, answer.body], type).toEqual([400, error]);
  }
  expect(await bio()).toBe('Café 🙂');
  const body = latin1({ title: 'Café', prompt_body: 'x' });
  expect((await send('POST', '/api/v1/admin/prompts', { token: admin.token, body })).status).toBe(400);
});

test('a password that is not sent as UTF-8 opens no account', async () => {
  const account = (email: string) => ({ email, password: 'Café au lait' });
  const signup = await send('POST', '/auth/v1/signup', { body: latin1(account('latin@example.com')) });
  expect([signup.status, signup.body.error_code]).toEqual([400, 'bad_json']);
  expect((await send('POST', '/auth/v1/signup', { body: utf8(account('utf@example.com')) })).status).toBe(
    200,
  );
});

test('a message over MCP that is not UTF-8 is answered as one that cannot be parsed', async () => {
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'search', arguments: { q: 'Café' } },
  };
  const { status, body } = await send('POST', '/mcp', {
    token: await buildKey(site, member),
    body: latin1(call),
  });
  expect([status, body.error.code]).toEqual([400, -32_700]);
});

test('a compressed body is refused with the reason, and accepted once it is sent as it is', async () => {
  const put = async (path: string, encoding: string) => {
    const { status, headers, body } = await site.api(path === '/api/v1/profile' ? 'PATCH' : 'POST', path, {
      token: path === '/mcp' ? await buildKey(site, member) : member.token,
      body: '{"bio":"Sent as it is"}',
      headers: { 'content-encoding': encoding },
    });
    return [path, status, headers.get('accept-encoding'), body?.error_code ?? body?.code];
  };
  for (const path of ['/api/v1/profile', '/functions/v1/create-checkout-session', '/auth/v1/recover', '/mcp'])
    for (const encoding of ['gzip', 'br', 'unknown'])
      expect(await put(path, encoding)).toEqual([path, 415, 'identity', 'unsupported_media_type']);
  expect((await put('/api/v1/profile', 'identity'))[1]).toBe(200);
});

/** Every operation whose JSON body is or isn't required, at addresses that name nothing. */
async function addresses({ isRequired }: { isRequired: boolean }) {
  const { body } = await site.api('GET', '/api/v1/openapi.json');
  type Operation = {
    servers?: { url: string }[];
    requestBody?: { required?: boolean; content: Record<string, unknown> };
  };
  const named = new Map([
    ['id', crypto.randomUUID()],
    ['item', crypto.randomUUID()],
    ['collection', 'prompts'],
  ]);
  const fill = (path: string) =>
    path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => named.get(name) ?? '1');
  return Object.entries(body.paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(
        ([, { requestBody }]) =>
          requestBody?.content['application/json'] && requestBody.required === isRequired,
      )
      .map(([method, { servers }]) => ({
        method: method.toUpperCase(),
        path: `${servers?.[0]?.url ?? '/api/v1'}${fill(path)}`,
      })),
  );
}

test('an optional body may be empty, whatever type is named', async () => {
  const { token } = admin;
  const optional = await addresses({ isRequired: false });
  expect(optional.length).toBeGreaterThan(4);
  for (const { method, path } of optional) {
    const without = await site.api(method, path, { token });
    expect(without.status, path).toBe(404);
    const empty = await site.api(method, path, { token, body: '' });
    expect([path, empty.status, empty.body]).toEqual([path, 404, without.body]);
    const broken = await site.api(method, path, { token, body: '{' });
    expect([path, broken.status, broken.body.code]).toEqual([path, 400, 'bad_request']);
  }
  const { slug, prompt_body } = await buildPrompt(site);
  const copied = await site.api('POST', `/api/v1/prompts/${slug}/copies`, { token, body: '' });
  expect([copied.status, copied.body.prompt_body]).toEqual([200, prompt_body]);
  const playbook = await buildPlaybook(site);
  const run = await site.api('POST', `/api/v1/playbooks/${playbook.slug}/runs`, { token, body: '' });
  expect(run.status).toBe(201);
});

test('a required body may not be empty', async () => {
  const required = await addresses({ isRequired: true });
  expect(required.length).toBeGreaterThan(30);
  for (const { method, path } of required) {
    const { status, body } = await site.api(method, path, { token: admin.token, body: '' });
    const error = { error: "The body can't be read as JSON.", code: 'bad_request' };
    expect([path, status, body]).toEqual([path, 400, error]);
  }
});
