// Needs the built pages.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientFile, generateClient } from './harness/api-client.ts';
import { buildAdmin, buildMember, buildPrompt } from './harness/build.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

const run = promisify(execFile);
let site: TestSite;
let folder: string;
let env: Record<string, string | undefined>;
beforeAll(async () => {
  site = await createTestSite();
  folder = await mkdtemp(join(tmpdir(), 'promptory-examples-'));
  await buildPrompt(site, { title: 'Shown by an example' });
  const { token } = await buildMember(site);
  const body = { name: 'Example', scopes: ['library:read'] };
  const { key } = (await site.api('POST', '/api/v1/keys', { token, body })).body;
  env = { ...process.env, PROMPTORY_KEY: key };
});
afterAll(async () => {
  await site.stop();
  await rm(folder, { recursive: true, force: true });
});

test('the description passes the linter without a warning', async () => {
  const { text } = await site.api('GET', '/api/v1/openapi.json');
  const file = join(folder, 'openapi.json');
  await writeFile(file, text);
  const args = ['lint', file, '--config=redocly.yaml', '--format=json'];
  const linter = 'node_modules/@redocly/cli/bin/cli.js';
  const { stdout } = await run(process.execPath, [linter, ...args], {
    env: { ...env, REDOCLY_TELEMETRY: 'off' },
  });
  const { problems } = JSON.parse(stdout.slice(stdout.indexOf('{')));
  expect(problems).toEqual([]);
});

test('the published client matches the description; if not, run "npm run generate"', async () => {
  const { body } = await site.api('GET', '/api/v1/openapi.json');
  const published = await site.api('GET', '/api/v1/client.ts');
  expect(published.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await readFile(clientFile, 'utf8')).toBe(await generateClient(body));
  expect(published.text).toBe(await readFile(clientFile, 'utf8'));
});

test.each(['client.ts', 'openapi.json'])(
  '%s is sent compressed, and only if it has changed',
  async (name) => {
    const get = (headers: Record<string, string>) => fetch(`${site.url}/api/v1/${name}`, { headers });
    const plain = await get({ 'accept-encoding': 'identity' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    const text = await plain.text();
    expect(Number(plain.headers.get('content-length'))).toBe(Buffer.byteLength(text));
    for (const encoding of ['br', 'gzip']) {
      const packed = await get({ 'accept-encoding': encoding });
      const { headers } = packed;
      expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([encoding, 'Accept-Encoding']);
      expect(Number(headers.get('content-length'))).toBeLessThan(text.length / 5);
      expect(await packed.text()).toBe(text);
    }
    const etag = plain.headers.get('etag') ?? '';
    const again = await get({ 'if-none-match': etag });
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
    expect((await get({ 'if-none-match': '"another"' })).status).toBe(200);
    const head = await fetch(`${site.url}/api/v1/${name}`, { method: 'HEAD' });
    expect([head.status, head.headers.get('etag')]).toEqual([200, etag]);
  },
);

/** The examples on the page, as text. */
async function examples() {
  const html = await (await fetch(`${site.url}/api/docs`)).text();
  const found = [...html.matchAll(/<pre[^>]* data-example="(\w+)"[^>]*>([\s\S]*?)<\/pre>/g)];
  const decode = (text: string) =>
    text
      .replaceAll('&quot;', '"')
      .replaceAll('&#x27;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&');
  return new Map(found.map(([, language = '', code = '']) => [language, decode(code)]));
}

test('the published client passes the strictest checks of TypeScript, and hides no global', async () => {
  await writeFile(join(folder, 'client.ts'), await readFile(clientFile, 'utf8'));
  const flags = [
    '--strict',
    '--exactOptionalPropertyTypes',
    '--noUncheckedIndexedAccess',
    '--erasableSyntaxOnly',
  ];
  const types = ['--target', 'ES2024', '--lib', 'ES2024,DOM,DOM.Iterable', '--noEmit', '--ignoreConfig'];
  const compiler = 'node_modules/typescript/bin/tsc';
  const { stdout } = await run(process.execPath, [
    compiler,
    ...flags,
    ...types,
    join(folder, 'client.ts'),
  ]).catch((failure: { stdout: string }) => failure);
  expect(stdout).toBe('');
  expect(await readFile(clientFile, 'utf8')).not.toMatch(/export (interface|type|class) Error\b/);
});

test('the examples on the page work as they are', async () => {
  const shown = await examples();
  expect([...shown.keys()]).toEqual(['curl', 'TypeScript', 'Python', 'token']);
  const curl = await run('sh', ['-c', shown.get('curl') ?? ''], { env });
  expect(curl.stdout).toContain('Shown by an example');

  await writeFile(join(folder, 'client.ts'), (await site.api('GET', '/api/v1/client.ts')).text);
  await writeFile(join(folder, 'example.mts'), shown.get('TypeScript') ?? '');
  const node = await run(process.execPath, [join(folder, 'example.mts')], { env });
  expect(node.stdout).toContain('Shown by an example');

  const refused = await run(process.execPath, [join(folder, 'example.mts')], {
    env: { ...env, PROMPTORY_KEY: 'none' },
  });
  expect(refused.stderr).toMatch(/^401 invalid_token \S/);

  const { email, password } = await buildMember(site);
  const login = { ...env, EMAIL: email, PASSWORD: password };
  const { access_token: token } = JSON.parse(
    (await run('sh', ['-c', shown.get('token') ?? ''], { env: login })).stdout,
  );
  expect((await site.api('GET', '/api/v1/profile', { token })).body.email).toBe(email);

  const hasPython = await run('python3', ['--version']).then(
    () => true,
    () => false,
  );
  expect(hasPython, 'python3 is missing: install it with "apt-get install python3"').toBe(true);
  const python = await run('python3', ['-c', shown.get('Python') ?? ''], { env });
  expect(python.stdout).toContain('Shown by an example');
});

test('the client uploads and downloads files unchanged', async () => {
  const { token } = await buildAdmin(site);
  const prompt = await buildPrompt(site, { prompt_body: 'Text of a file' });
  const program = `import { Api, ApiError } from './client.ts';

const headers = { Authorization: 'Bearer ${token}' };
const api = new Api({ baseUrl: '${site.url}/api/v1', baseApiParams: { headers } });
const list = new Blob([JSON.stringify([{ title: 'Sent by the client', prompt_body: 'Text' }])]);
const id = crypto.randomUUID();
const { data } = await api.admin.putAdminImportsById(id, { name: 'list.json' }, list);
const pixel = 'R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=';
const picture = new Blob([Buffer.from(pixel, 'base64')], { type: 'image/gif' });
const stored = await api.admin.putAdminMediaByFolderByFile('prompts', '#1.gif', picture);
const get = api.collection.getByCollectionBySlugDownload;
const file = await get('prompts', '${prompt.slug}', { format: 'markdown' });
const skill = await get('prompts', '${prompt.slug}', { format: 'skill' });
const atom = await api.feedAtom.getFeedAtom();
const refused = await api.feedAtom.getFeedAtom({}, { headers: { Authorization: 'Bearer none' } }).catch((error) => error);
const missing = await get('prompts', 'no-such-prompt', { format: 'skill' }).catch((error) => error);
const bytes = new Uint8Array(await skill.data.arrayBuffer());
console.log(JSON.stringify([data.name, stored.data.url, await file.data.text(), file.data.type, String.fromCharCode(bytes[0], bytes[1]), skill.data.type, atom.data.slice(0, 5), refused.error.code, missing.code, missing instanceof Error && missing instanceof ApiError, missing.message]));`;
  await writeFile(join(folder, 'client.ts'), (await site.api('GET', '/api/v1/client.ts')).text);
  await writeFile(join(folder, 'files.mts'), program);
  const { stdout } = await run(process.execPath, [join(folder, 'files.mts')]);
  expect(JSON.parse(stdout)).toEqual([
    'list.json',
    expect.stringContaining('/media/prompts/'),
    expect.stringMatching(/^---\n[\s\S]*\n\nText of a file\n$/),
    expect.stringContaining('text/markdown'),
    'PK',
    'application/zip',
    '<?xml',
    'invalid_token',
    'not_found',
    true,
    'Prompt not found',
  ]);
});

test('the client rejects an answer that breaks off, and says what a refusal by another server is', async () => {
  const program = `import { Api } from './client.ts';

const broken = new ReadableStream({ start: (body) => body.error(new TypeError('terminated')) });
const answering = (answer) => new Api({ customFetch: async () => answer }).settings.getSettings().then(() => 'fulfilled', (refused) => refused);
const lost = await answering(new Response(broken, { headers: { 'content-type': 'application/json' } }));
const proxy = await answering(new Response('<p>Away</p>', { status: 502, statusText: 'Bad Gateway' }));
console.log(JSON.stringify([lost.message ?? lost, proxy.status, proxy.error.error]));`;
  await writeFile(join(folder, 'client.ts'), await readFile(clientFile));
  await writeFile(join(folder, 'broken.mts'), program);
  const { stdout } = await run(process.execPath, [join(folder, 'broken.mts')]);
  expect(JSON.parse(stdout)).toEqual(['terminated', 502, 'Bad Gateway']);
});
