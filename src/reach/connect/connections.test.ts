import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestLimits } from '#constants';
import { buildAdmin, buildMember } from '#tests/harness/build.ts';
import { openConsent } from '#tests/harness/consent.ts';
import { freePort } from '#tests/harness/free-port.ts';
import { setSetting } from '#tests/harness/sign-in.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';
import { createStrictProgram, redirect } from '#tests/harness/strict-program.ts';

let site: TestSite;
/** Another process on the same database, with rate limits. */
let limited: TestSite;
let program: Awaited<ReturnType<typeof createStrictProgram>>;
beforeAll(async () => {
  site = await createTestSite();
  const PORT = String(await freePort());
  limited = await createTestSite({
    database: site.database,
    environment: { PUBLIC_URL: site.url, PORT, RATE_LIMITS: 'on', TRUST_PROXY: 'true' },
  });
  program = await createStrictProgram(site, PORT);
});
afterAll(async () => {
  await limited.stop();
  await site.stop();
});

type Member = Awaited<ReturnType<typeof buildMember>>;
const get = async (path: string, { token }: Member) =>
  (await site.api('GET', `/api/v1${path}`, { token })).body;

test("connected programs are listed newest first while they last, and in their member's export alone", async () => {
  const [member, other] = [await buildMember(site), await buildMember(site)];
  const first = await program.connect(member.token);
  const second = await program.connect(member.token, { scope: 'library:read' });
  const theirs = await program.connect(other.token);
  const listed = async () =>
    (await get('/connections', member)).items.map(({ scopes }: { scopes: string[] }) => scopes.join(' '));
  expect(await listed()).toEqual(['library:read', 'library:read library:copy']);
  const exported = async (whose: Member) =>
    (await get('/profile/export', whose)).programs.map(({ client_id }: { client_id: string }) => client_id);
  expect(await exported(member)).toEqual([first.client.client_id, second.client.client_id]);
  expect(await exported(other)).toEqual([theirs.client.client_id]);
  await site.pool.query(
    "update oauth_records set expires_at = now() - interval '1 second' where model = 'Grant' and client_id = $1",
    [second.client.client_id],
  );
  expect(await listed()).toEqual(['library:read library:copy']);
});

test('a program is shown as used once it has used its token', async () => {
  const member = await buildMember(site);
  const { tokens } = await program.connect(member.token, { resource: `${site.url}/api/v1` });
  const used = async () => (await get('/connections', member)).items[0].last_used_at;
  expect(await used()).toBeNull();
  expect((await site.api('GET', '/api/v1/prompts', { token: tokens.access_token })).status).toBe(200);
  await expect.poll(used).not.toBeNull();
});

test('a member who may give nothing that a program asks for connects nothing', async () => {
  const member = await buildMember(site);
  const asked = await program.ask(
    await program.register(),
    { scope: 'catalog:write' },
    oauth.generateRandomCodeVerifier(),
  );
  const { back, shown } = await program.agree(member.token, asked);
  expect(shown.body.scopes).toEqual([]);
  expect(back?.searchParams.get('error')).toBe('access_denied');
  expect((await get('/profile/export', member)).programs).toEqual([]);
});

test('an admin who has a passkey, but signed in with the password alone, connects nothing', async () => {
  const admin = await buildAdmin(site);
  await setSetting(site, 'passkeys', 'true');
  await site.pool.query(
    "insert into auth.passkeys (user_id, friendly_name, credential_id, public_key, counter) values ($1, 'Laptop', '\\x01', '\\x02', 0)",
    [admin.id],
  );
  const asked = await program.ask(await program.register(), {}, oauth.generateRandomCodeVerifier());
  const { answer } = await program.agree(admin.token, asked);
  expect([answer.status, answer.body.error]).toEqual([
    403,
    expect.stringContaining('Sign in with your passkey to change this.'),
  ]);
  expect((await get('/profile/export', admin)).programs).toEqual([]);
  await setSetting(site, 'passkeys', 'false');
});

test('a request that is allowed again, as after a lost answer, connects its program once, for each member', async () => {
  const [member, other] = [await buildMember(site), await buildMember(site)];
  const asked = await program.ask(await program.register(), {}, oauth.generateRandomCodeVerifier());
  const uid = new URL(asked.location, site.url).searchParams.get('request');
  const allow = async ({ token }: Member) => {
    const headers = { cookie: asked.cookies };
    return site.api('POST', `/api/v1/connections/requests/${uid}`, { token, body: { allow: true }, headers });
  };
  const connected = async (whose: Member) => (await get('/profile/export', whose)).programs.length;
  const [first, again] = [await allow(member), await allow(member)];
  expect([again.status, again.body, await connected(member)]).toEqual([200, first.body, 1]);
  expect([(await allow(other)).status, await connected(other)]).toEqual([200, 1]);
  // What was connected has been disconnected since.
  await site.pool.query("delete from oauth_records where model = 'Grant' and user_id = $1", [other.id]);
  expect([(await allow(other)).status, await connected(other)]).toEqual([200, 1]);
});

test('two requests in one browser are answered independently', async () => {
  const member = await buildMember(site);
  const jar = new Map<string, string>();
  const keep = (cookies: string[]) => {
    for (const cookie of cookies) jar.set(cookie.split('=')[0] ?? '', cookie);
  };
  const asked = [];
  for (const client of [await program.register(), await program.register()])
    asked.push(await program.ask(client, {}, oauth.generateRandomCodeVerifier()));
  for (const { cookies } of asked) keep(cookies.split('; '));
  for (const { location, cookies } of asked) {
    const uid = new URL(location, site.url).searchParams.get('request');
    const path = `/api/v1/connections/requests/${uid}`;
    // The cookies for the way back are of its path.
    keep(cookies.split('; ').filter((cookie) => cookie.startsWith('connect_resume')));
    const headers = { cookie: [...jar.values()].join('; ') };
    expect((await site.api('GET', path, { token: member.token, headers })).status).toBe(200);
    const { body } = await site.api('POST', path, { token: member.token, headers, body: { allow: true } });
    const resumed = await fetch(body.url, { redirect: 'manual', headers });
    expect(resumed.headers.get('location')).toContain(`${redirect}?code=`);
    keep(resumed.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? ''));
  }
});

test('a program for the API is shown as such, and the email about it leads to the connected programs', async () => {
  const member = await buildMember(site);
  const { shown } = await program.connect(member.token, { resource: `${site.url}/api/v1` });
  expect(shown.body.resource).toBe('api');
  const sent = async () =>
    (await Promise.all([site, limited].map((origin) => origin.emails())))
      .flat()
      .find((raw) => raw.includes(`To: ${member.email}`));
  await expect.poll(sent).toContain(`${site.url}/settings/connect`);
});

test('a browser that has connected a website is asked again the next time', async () => {
  const member = await buildMember(site);
  const redirect_uri = 'https://app.example/back';
  const { body: client } = await site.api('POST', '/oauth/register', {
    body: { redirect_uris: [redirect_uri], application_type: 'web' },
  });
  const address = new URL(program.server.authorization_endpoint ?? '');
  const parameters = {
    client_id: client.client_id,
    response_type: 'code',
    redirect_uri,
    scope: 'library:read library:copy',
    code_challenge: await oauth.calculatePKCECodeChallenge(oauth.generateRandomCodeVerifier()),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  const asked = await openConsent(address);
  const uid = new URL(asked.location, site.url).searchParams.get('request');
  const { body } = await site.api('POST', `/api/v1/connections/requests/${uid}`, {
    token: member.token,
    body: { allow: true },
    headers: { cookie: asked.cookies },
  });
  const resumed = await fetch(body.url, { redirect: 'manual', headers: { cookie: asked.cookies } });
  expect(resumed.headers.get('location')).toContain(`${redirect_uri}?code=`);
  const kept = resumed.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  expect(kept.join()).toContain('connect_session');
  const again = await openConsent(address, kept.join('; '));
  expect(again.location).toContain('/connect?request=');
});

test.each([
  ['oauth-register', '/oauth/register'],
  ['oauth-revoke', '/oauth/revoke'],
  ['oauth-token', '/oauth/token'],
] as const)('%s limits the requests of one address', async (limit, path) => {
  const answerTo = (address: string) =>
    limited.api('POST', path, { body: {}, headers: { 'x-forwarded-for': address } });
  const statusFrom = async (address: string) => (await answerTo(address)).status;
  expect(await statusFrom('192.0.2.7')).toBe(400);
  await site.pool.query('update rate_limits set points = $2 where key = $1', [
    `${limit}:192.0.2.7`,
    requestLimits[limit].points,
  ]);
  const { status, body, headers } = await answerTo('192.0.2.7');
  expect([status, body]).toEqual([
    429,
    { error: 'temporarily_unavailable', error_description: expect.stringMatching(/ /) },
  ]);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await statusFrom('192.0.2.8')).toBe(400);
});

test('someone whom a program sends too often sees a page that says so', async () => {
  const ask = () =>
    limited.api('GET', '/oauth/authorize?client_id=none', {
      headers: { 'x-forwarded-for': '192.0.2.9', accept: 'text/html' },
    });
  expect((await ask()).status).toBe(400);
  await site.pool.query('update rate_limits set points = $2 where key = $1', [
    'oauth-authorize:192.0.2.9',
    requestLimits['oauth-authorize'].points,
  ]);
  const { status, headers, text } = await ask();
  expect([status, headers.get('content-type')]).toEqual([429, expect.stringContaining('text/html')]);
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(text).toContain('temporarily_unavailable: ');
});

test.each(['/mcp', '/api/v1'])('the description of %s names it as the resource', async (path) => {
  const { body } = await site.api('GET', `/.well-known/oauth-protected-resource${path}`);
  expect(body).toMatchObject({ resource: `${site.url}${path}`, authorization_servers: [site.url] });
});

test.each([
  ['of letters', 'x'.repeat(150), 'x'.repeat(100)],
  ['with an emoji at its end', `${'x'.repeat(99)}😀 and more`, 'x'.repeat(99)],
])('a program with a long name %s is connected under its beginning', async (_, client_name, name) => {
  const member = await buildMember(site);
  const { body: client } = await site.api('POST', '/oauth/register', {
    body: { client_name, redirect_uris: [redirect] },
  });
  const asked = await program.ask(client, {}, oauth.generateRandomCodeVerifier());
  const { shown, answer } = await program.agree(member.token, asked);
  expect([shown.body.name, answer.status]).toEqual([name, 200]);
});

test.each([
  [
    'invalid_redirect_uri',
    { redirect_uris: Array.from({ length: 21 }, (_, port) => `http://127.0.0.1:${port}/`) },
  ],
  ['invalid_redirect_uri', { redirect_uris: [redirect, `https://app.example/${'x'.repeat(2_000)}`] }],
  ['invalid_client_metadata', { client_name: 'x'.repeat(201) }],
  ['invalid_client_metadata', { client_uri: `https://app.example/${'x'.repeat(4_000)}` }],
  [
    'invalid_client_metadata',
    { contacts: Array.from({ length: 500 }, (_, index) => `${index}@app.example`) },
  ],
  ['invalid_client_metadata', { jwks: { keys: [{ kty: 'EC', x: 'x'.repeat(4_000) }] } }],
])('%s refuses a program that registers too much', async (code, body) => {
  const answer = await site.api('POST', '/oauth/register', { body: { redirect_uris: [redirect], ...body } });
  expect([answer.status, answer.body.error]).toEqual([400, code]);
  expect(answer.body.error_description).toContain(`${Object.keys(body)[0]} must have at most`);
});

test('a registration that is too large is refused as such', async () => {
  const body = { redirect_uris: [redirect], client_name: 'x'.repeat(60_000) };
  const answer = await site.api('POST', '/oauth/register', { body });
  const reason = { error: 'invalid_request', error_description: 'The body is too large.' };
  expect([answer.status, answer.body]).toEqual([413, reason]);
});

test('a program that registers as much as it may is registered', async () => {
  const body = {
    redirect_uris: Array.from({ length: 20 }, (_, index) =>
      `https://app.example/${index}`.padEnd(2_000, 'x'),
    ),
    client_name: 'x'.repeat(200),
    client_uri: 'https://app.example/'.padEnd(4_000, 'x'),
  };
  expect((await site.api('POST', '/oauth/register', { body })).status).toBe(201);
});
