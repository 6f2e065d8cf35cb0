import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestLimits } from '#constants';
import { buildAdmin, buildMember, buildPrompt } from '#tests/harness/build.ts';
import { freePort } from '#tests/harness/free-port.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';
import { createStrictProgram, insecure, redirect } from '#tests/harness/strict-program.ts';

// A strict client of the protocol, and attempts that must be refused.

let site: TestSite;
/** Another process on the same database and public URL. */
let other: TestSite;
let otherPort: string;
let program: Awaited<ReturnType<typeof createStrictProgram>>;

beforeAll(async () => {
  site = await createTestSite();
  otherPort = String(await freePort());
  other = await createTestSite({
    database: site.database,
    environment: { PUBLIC_URL: site.url, PORT: otherPort, RATE_LIMITS: 'on', TRUST_PROXY: 'true' },
  });
  program = await createStrictProgram(site, otherPort);
});
afterAll(async () => {
  await other.stop();
  await site.stop();
});

const mcp = (token: string) =>
  site.api('POST', '/mcp', {
    token,
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
    headers: { accept: 'application/json, text/event-stream' },
  });

test('a program discovers the endpoints, asks for access, and gets what its member allows', async () => {
  const member = await buildMember(site, { level: 1 });
  const prompt = await buildPrompt(site, { tier_access: 1 });
  const refused = await site.api('POST', '/mcp', { body: {} });
  const metadata =
    /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '')?.[1] ?? '';
  const resource = await oauth.resourceDiscoveryRequest(new URL(`${site.url}/mcp`), insecure);
  expect(metadata).toBe(`${site.url}/.well-known/oauth-protected-resource/mcp`);
  const described = await oauth.processResourceDiscoveryResponse(new URL(`${site.url}/mcp`), resource);
  expect(described.authorization_servers).toEqual([site.url]);
  expect(program.server).toMatchObject({
    code_challenge_methods_supported: ['S256'],
    response_types_supported: ['code'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  });

  const { client, tokens, shown, back } = await program.connect(member.token);
  expect(shown.body).toEqual({
    name: 'Test program',
    host: '127.0.0.1:5555',
    scopes: ['library:read', 'library:copy'],
    resource: 'mcp',
  });
  expect(back.searchParams.get('iss')).toBe(site.url);
  const sent = async () => (await Promise.all([site, other].map((origin) => origin.emails()))).flat();
  await expect.poll(sent).toEqual([expect.stringContaining(`To: ${member.email}`)]);
  const [told] = await sent();
  expect(told).toContain('Subject: A program was connected to your account at Promptory');
  expect(told).toContain('(127.0.0.1:5555) can now use Promptory as you.');
  expect(tokens.scope).toBe('library:read library:copy');
  expect((await mcp(tokens.access_token)).status).toBe(200);
  const stored = await site.pool.query('select model, payload from oauth_records');
  for (const secret of [tokens.access_token, tokens.refresh_token ?? ''])
    expect(JSON.stringify(stored.rows)).not.toContain(secret);

  const next = await program.refresh(client, tokens.refresh_token ?? '');
  const list = await site.api('GET', '/api/v1/connections', { token: member.token });
  expect(list.body.items).toMatchObject([{ name: 'Test program', scopes: ['library:read', 'library:copy'] }]);
  const path = `/api/v1/connections/${list.body.items[0].id}`;
  const stranger = await buildMember(site);
  expect((await site.api('DELETE', path, { token: stranger.token })).status).toBe(404);
  expect((await mcp(next.access_token)).status).toBe(200);
  expect((await site.api('DELETE', path, { token: member.token })).status).toBe(200);
  expect((await mcp(next.access_token)).status).toBe(401);
  await expect(program.refresh(client, next.refresh_token ?? '')).rejects.toThrow();
  expect(prompt.slug).toBeTruthy();
});

test("a session that is a day old can't connect a program, but can refuse one", async () => {
  const member = await buildMember(site);
  await site.db
    .updateTable('auth.sessions')
    .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
    .where('user_id', '=', member.id)
    .execute();
  const asked = await program.ask(await program.register(), {}, oauth.generateRandomCodeVerifier());
  const { answer } = await program.agree(member.token, asked);
  expect([answer.status, answer.body.code]).toEqual([403, 'reauthentication_needed']);
  const { back } = await program.agree(member.token, asked, false);
  expect(back?.searchParams.get('error')).toBe('access_denied');
});

test('a program that keeps refreshing stays connected', async () => {
  const member = await buildMember(site);
  const { client, tokens } = await program.connect(member.token);
  const past = Math.floor(Date.now() / 1_000) - 61 * 86_400;
  await site.pool.query(
    `update oauth_records set created_at = now() - interval '61 days',
       expires_at = case when model = 'Grant' then now() + interval '1 hour' else expires_at end,
       payload = case when model = 'Grant' then payload || $2 else payload end
     where client_id = $1 and model in ('Client', 'Grant')`,
    [client.client_id, { iat: past, exp: past + 61 * 86_400 + 3_600 }],
  );
  const next = await program.refresh(client, tokens.refresh_token ?? '');
  const { rows } = await site.pool.query(
    `select expires_at > now() + interval '59 days' as row, to_timestamp((payload ->> 'exp')::int) > now() + interval '59 days' as payload
     from oauth_records where client_id = $1 and model = 'Grant'`,
    [client.client_id],
  );
  expect(rows).toEqual([{ row: true, payload: true }]);
  await site.services.retention();
  expect((await mcp(next.access_token)).status).toBe(200);
  await program.refresh(client, next.refresh_token ?? '');
});

test("a token is for one resource, and isn't accepted by any other", async () => {
  const member = await buildMember(site);
  const forMcp = await program.connect(member.token);
  expect((await site.api('GET', '/api/v1/prompts', { token: forMcp.tokens.access_token })).status).toBe(401);
  const forApi = await program.connect(member.token, { resource: `${site.url}/api/v1` });
  expect((await mcp(forApi.tokens.access_token)).status).toBe(401);
  const api = (path: string) => site.api('GET', `/api/v1${path}`, { token: forApi.tokens.access_token });
  expect((await api('/prompts')).status).toBe(200);
  expect((await api('/connections')).status).toBe(403);
  expect((await api('/profile')).status).toBe(403);
});

test.each(['AccessToken', 'Grant'])('a token opens nothing once its %s is over', async (model) => {
  const member = await buildMember(site);
  const { tokens } = await program.connect(member.token);
  expect((await mcp(tokens.access_token)).status).toBe(200);
  await site.pool.query(
    "update oauth_records set expires_at = now() - interval '1 second' where model = $2 and user_id = $1",
    [member.id, model],
  );
  expect((await mcp(tokens.access_token)).status).toBe(401);
});

test('only an admin gives the right to change the catalog', async () => {
  const [member, admin] = [await buildMember(site), await buildAdmin(site)];
  const scope = 'library:read catalog:write';
  expect((await program.connect(member.token, { scope })).tokens.scope).toBe('library:read');
  expect((await program.connect(admin.token, { scope })).tokens.scope).toBe(scope);
});

test('a program that names no scope of the site asks for reading and copying', async () => {
  const member = await buildMember(site);
  for (const scope of ['', 'openid', 'profile somewhere:else'])
    expect((await program.connect(member.token, { scope })).shown.body.scopes).toEqual([
      'library:read',
      'library:copy',
    ]);
});

describe('refused are', () => {
  test('an address that the program did not register, a foreign resource, and a request without PKCE', async () => {
    const client = await program.register();
    const verifier = oauth.generateRandomCodeVerifier();
    const wrong = await program.ask(client, { redirectUri: 'https://evil.example/back' }, verifier);
    expect([wrong.status, wrong.location]).toEqual([400, '']);
    for (const asked of [
      { resource: 'https://elsewhere.example/mcp' },
      { resourceToo: `${site.url}/api/v1` },
      { challenge: null },
      { state: '\0' },
    ]) {
      const { location } = await program.ask(client, asked, verifier);
      expect(location.startsWith(redirect)).toBe(true);
      expect(new URL(location).searchParams.get('error')).toMatch(/^invalid_(target|request)$/);
      expect(new URL(location).searchParams.get('code')).toBeNull();
    }
  });

  test("an address without encryption, unless it is on the member's machine", async () => {
    const register = (uri: string) =>
      site.api('POST', '/oauth/register', { body: { redirect_uris: [uri], application_type: 'web' } });
    expect((await register('http://app.example/back')).body).toEqual({
      error: 'invalid_redirect_uri',
      error_description: 'redirect_uris must use https, except on the same machine',
    });
    for (const uri of ['https://app.example/back', 'http://127.0.0.1:7/back', 'http://localhost/back'])
      expect((await register(uri)).status).toBe(201);
  });

  test('a code used twice, which also revokes its tokens', async () => {
    const member = await buildMember(site);
    const { tokens, exchange } = await program.connect(member.token);
    const again = await exchange();
    expect([again.status, (await again.json()).error]).toEqual([400, 'invalid_grant']);
    expect((await mcp(tokens.access_token)).status).toBe(401);
  });

  test('a code used twice at the same moment', async () => {
    const member = await buildMember(site);
    const client = await program.register();
    const verifier = oauth.generateRandomCodeVerifier();
    const { back } = await program.agree(member.token, await program.ask(client, {}, verifier));
    const code = oauth.validateAuthResponse(program.server, client, back as URL, 'the-state');
    const exchange = async () => {
      const answer = await oauth.authorizationCodeGrantRequest(
        ...([program.server, client, oauth.None(), code, redirect, verifier] as const),
        { ...insecure, [oauth.customFetch]: program.alternating as never },
      );
      return `${answer.status} ${(await answer.json()).error}`;
    };
    const holder = await site.pool.connect();
    await holder.query("begin; select from oauth_records where model = 'AuthorizationCode' for update");
    const answers = Promise.all([exchange(), exchange()]);
    // Both requests found it unused.
    await expect
      .poll(async () => {
        const { rows } = await site.pool.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        return rows.length;
      })
      .toBe(2);
    await holder.query('commit');
    holder.release();
    expect((await answers).sort()).toEqual(['200 undefined', '400 invalid_grant']);
  });

  test('text that cannot be stored', async () => {
    for (const client_name of ['a\0', 'a\ud800']) {
      const answer = await site.api('POST', '/oauth/register', {
        body: { client_name, redirect_uris: [redirect] },
      });
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
    }
  });

  test('paths that are almost correct', async () => {
    const body = { redirect_uris: [redirect] };
    for (const path of ['/oauth/Register', '/oauth/register/'])
      expect([path, (await site.api('POST', path, { body })).status]).toEqual([path, 404]);
    for (const path of ['/oauth/Authorize', '/oauth/authorize/', '/oauth/request'])
      expect([path, (await site.api('GET', path)).status]).toEqual([path, 404]);
  });

  test('too many requests from one address, without affecting others', async () => {
    const statusFrom = async (address: string) => {
      const headers = { 'x-forwarded-for': address };
      return (await fetch(`http://localhost:${otherPort}/oauth/authorize`, { headers })).status;
    };
    const statuses = new Set<number>();
    for (let count = 0; count < 60; count += 1) statuses.add(await statusFrom('192.0.2.1'));
    expect([...statuses, await statusFrom('192.0.2.1')]).toEqual([400, 429]);
    expect(await statusFrom('192.0.2.2')).toBe(400);
  });

  test('a wrong verifier', async () => {
    const member = await buildMember(site);
    const client = await program.register();
    const { back } = await program.agree(
      member.token,
      await program.ask(client, {}, oauth.generateRandomCodeVerifier()),
    );
    const code = oauth.validateAuthResponse(program.server, client, back as URL, 'the-state');
    const verifier = oauth.generateRandomCodeVerifier();
    const answer = await oauth.authorizationCodeGrantRequest(
      ...([program.server, client, oauth.None(), code, redirect, verifier, insecure] as const),
    );
    expect([answer.status, (await answer.json()).error]).toEqual([400, 'invalid_grant']);
  });

  test('an answer from another browser than the one that asked, and a denial', async () => {
    const member = await buildMember(site);
    const client = await program.register();
    const asked = await program.ask(client, {}, oauth.generateRandomCodeVerifier());
    const elsewhere = await program.agree(member.token, { ...asked, cookies: '' });
    expect([elsewhere.shown.status, elsewhere.answer.status]).toEqual([404, 404]);
    const { back } = await program.agree(member.token, asked, false);
    expect(back?.searchParams.get('error')).toBe('access_denied');
    expect(back?.searchParams.get('code')).toBeNull();
  });

  test('documents of programs in private networks', async () => {
    const client = { client_id: 'https://localhost:1/program.json' };
    const { status, location } = await program.ask(client, {}, oauth.generateRandomCodeVerifier());
    expect([status, location]).toEqual([400, '']);
  });

  test('more documents than an address may have fetched, also on the page that asks the member', async () => {
    const member = await buildMember(site);
    const asked = await program.ask(await program.register(), {}, oauth.generateRandomCodeVerifier());
    const uid = new URL(asked.location, site.url).searchParams.get('request');
    await site.pool.query(
      `update oauth_records set payload = jsonb_set(payload, '{params,client_id}', '"https://localhost:1/program.json"')
       where model = 'Interaction' and id_hash = sha256(convert_to($1, 'UTF8'))`,
      [uid],
    );
    const show = () =>
      other.api('GET', `/api/v1/connections/requests/${uid}`, {
        token: member.token,
        headers: { cookie: asked.cookies, 'x-forwarded-for': '192.0.2.40' },
      });
    for (let count = 0; count < 40; count += 1) expect((await show()).body.host).toBe('localhost:1');
    const { rows } = await site.pool.query(
      "select points from rate_limits where key = 'program-documents:all'",
    );
    expect(rows).toEqual([{ points: requestLimits['program-document'].points }]);
  });
});

test('a program that asks for secret authentication gets a secret that works', async () => {
  const register = async (change: object) => {
    const body = { redirect_uris: [redirect], ...change };
    return (await site.api('POST', '/oauth/register', { body })).body;
  };
  const unnamed = await register({});
  expect(unnamed.token_endpoint_auth_method).toBe('none');
  expect(unnamed).not.toHaveProperty('client_secret');
  for (const method of ['client_secret_basic', 'client_secret_post'] as const) {
    const named = await register({ token_endpoint_auth_method: method });
    const prove = method === 'client_secret_basic' ? oauth.ClientSecretBasic : oauth.ClientSecretPost;
    const answer = await oauth.refreshTokenGrantRequest(
      program.server,
      named,
      prove(named.client_secret),
      'none',
      insecure,
    );
    // The program is known, but its token isn't.
    expect((await answer.json()).error).toBe('invalid_grant');
  }
});

test("sector identifiers aren't fetched, and only working features are announced", async () => {
  const body = { redirect_uris: [redirect], sector_identifier_uri: 'https://localhost:1/group.json' };
  expect((await site.api('POST', '/oauth/register', { body })).status).toBe(201);
  expect(program.server).not.toHaveProperty('pushed_authorization_request_endpoint');
  expect(program.server).not.toHaveProperty('dpop_signing_alg_values_supported');
});

test("a program that never fetched its tokens isn't listed as connected", async () => {
  const member = await buildMember(site);
  const connected = async () =>
    (await site.api('GET', '/api/v1/connections', { token: member.token })).body.total;
  const asked = await program.ask(await program.register(), {}, oauth.generateRandomCodeVerifier());
  expect((await program.agree(member.token, asked)).back?.searchParams.get('code')).toBeTruthy();
  expect(await connected()).toBe(0);
  await program.connect(member.token);
  expect(await connected()).toBe(1);
});

test.each([
  ['an app by its scheme', 'com.example.app:/back', 'com.example.app:'],
  ['an app that names a host by its scheme', 'com.example.app://assistant.example/back', 'com.example.app:'],
  [
    'a long host by its end',
    `https://assistant.example.${'x'.repeat(60)}.${'y'.repeat(60)}.${'z'.repeat(60)}.elsewhere.example/back`,
    expect.stringMatching(/^….+\.elsewhere\.example$/),
  ],
])('the page shows %s, which a stranger cannot choose freely', async (_what, redirectUri, host) => {
  const member = await buildMember(site);
  const asked = await program.ask(
    await program.register(redirectUri),
    { redirectUri },
    oauth.generateRandomCodeVerifier(),
  );
  expect((await program.agree(member.token, asked)).shown.body.host).toEqual(host);
});

test('a program can revoke its own token, and one on another origin can exchange a code', async () => {
  const member = await buildMember(site);
  const { client, tokens } = await program.connect(member.token);
  await oauth.processRevocationResponse(
    await oauth.revocationRequest(program.server, client, oauth.None(), tokens.access_token, insecure),
  );
  expect((await mcp(tokens.access_token)).status).toBe(401);
  const answer = await fetch(program.server.token_endpoint ?? '', {
    method: 'POST',
    headers: { origin: 'https://app.example', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: client.client_id,
      code: 'none',
    }),
  });
  expect([answer.status, answer.headers.has('access-control-allow-origin')]).toEqual([400, true]);
});
