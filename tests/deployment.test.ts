// Needs the built site.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readEnv } from '#platform/env.server.ts';
import memory from '../scripts/server-memory.json' with { type: 'json' };
import { createTestDatabase } from './harness/database.ts';
import { appSecret } from './harness/site.ts';

const root = new URL('..', import.meta.url).pathname;
const read = (file: string) => readFile(join(root, file), 'utf8');
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

test('the image contains enough for pages, pictures, passwords, the analysis and the operator’s commands', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'promptory-runtime-'));
  undo.push(() => rm(folder, { recursive: true }));
  execFileSync(process.execPath, [join(root, 'scripts/runtime.mjs'), folder]);
  const database = await createTestDatabase();
  undo.push(() => database.drop());
  const environment = {
    PATH: process.env.PATH,
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: database.connectionString,
    APP_SECRET: appSecret,
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: 'admin-password',
  };
  const node = join(folder, 'node_modules/node/bin/node');
  const child = spawn(node, ['build/site/main.js'], { cwd: folder, env: environment });
  undo.push(() => ended(child));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  await expect.poll(() => output).toContain('ready at');
  const url = /ready at (\S+)/.exec(output)?.[1];
  const post = (path: string, body: object, token = '') =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });

  expect(await (await fetch(`${url}/browse`)).text()).toContain('Plain words editor');
  expect((await fetch(`${url}/og/site.png`)).headers.get('content-type')).toBe('image/png');
  const signedIn = await post('/auth/v1/token?grant_type=password', {
    email: 'admin@example.com',
    password: 'admin-password',
  });
  const { access_token } = (await signedIn.json()) as { access_token: string };
  const analysis = await post(
    '/functions/v1/analyze-prompt',
    { prompt: 'Write a letter', promptType: 'Text', optimizationLevel: 0 },
    access_token,
  );
  expect(await analysis.json()).toMatchObject({ title: expect.any(String) });
  const library = join(folder, 'library.json');
  execFileSync(join(folder, 'bin/promptory'), ['export', library], { env: environment });
  expect(await readFile(library, 'utf8')).toContain('Plain words editor');
});

test('the image copies the scripts that installing its packages needs', async () => {
  const imported = [...(await read('scripts/prepare.mjs')).matchAll(/from '\.\/([\w-]+\.mjs)'/g)];
  const copied = ['prepare.mjs', ...imported.map(([, name]) => name)].map((name) => `scripts/${name}`);
  expect(copied).toHaveLength(2);
  expect(await read('Dockerfile')).toContain(`COPY ${copied.join(' ')} scripts/\n`);
});

test('in a checkout, bin/promptory runs the sources and not the build of another release', async () => {
  const checkout = await mkdtemp(join(tmpdir(), 'promptory-checkout-'));
  undo.push(() => rm(checkout, { recursive: true }));
  for (const part of ['bin', 'scripts', 'package-lock.json'])
    await cp(join(root, part), join(checkout, part), { recursive: true });
  await symlink(join(root, 'node_modules'), join(checkout, 'node_modules'));
  for (const folder of ['public', 'build/site', 'src/command-line', 'elsewhere'])
    await mkdir(join(checkout, folder), { recursive: true });
  await writeFile(join(checkout, 'build/.promptory-built'), 'of other sources');
  await writeFile(join(checkout, 'build/site/promptory.js'), "console.log('another release')");
  const source = 'console.log(process.cwd(), ...process.argv.slice(2)); process.exit(75)';
  await writeFile(join(checkout, 'src/command-line/main.server.ts'), source);
  const cwd = join(checkout, 'elsewhere');
  const command = spawnSync('../bin/promptory', ['backup', 'my file'], { cwd, encoding: 'utf8' });
  expect([command.status, command.stdout, command.stderr]).toEqual([75, `${cwd} backup my file\n`, '']);
});

test('the container has the same memory limits as npm start', async () => {
  const { flags, environment } = memory;
  const dockerfile = await read('Dockerfile');
  expect(dockerfile).toContain(
    `CMD ${JSON.stringify(['node', ...flags, 'build/site/main.js']).replaceAll('","', '", "')}`,
  );
  const variables = Object.entries(environment).map((variable) => variable.join('='));
  expect(dockerfile).toContain(`ENV ${variables.join(' ')}\n`);
});

test('a container may start for as long as a pod may, because an upgrade of a large catalog takes minutes', async () => {
  const [deployment] = parseAllDocuments(await read('deploy/kubernetes.yaml')).map((document) =>
    document.toJS(),
  );
  const [{ startupProbe }] = deployment.spec.template.spec.containers;
  const minutes = (startupProbe.periodSeconds * startupProbe.failureThreshold) / 60;
  expect(await read('Dockerfile')).toContain(` --start-period=${minutes}m `);
});

test('the examples set existing variables to valid values', async () => {
  const compose = parse(await read('compose.yaml')).services.site.environment as Record<string, string>;
  const [deployment] = parseAllDocuments(await read('deploy/kubernetes.yaml')).map((document) =>
    document.toJS(),
  );
  const [{ env }] = deployment.spec.template.spec.containers as [{ env: { name: string; value: string }[] }];
  const ofUnit = (await read('deploy/promptory.env')).split('\n').filter((line) => /^\w+=/.test(line));
  const examples = [
    {
      ...compose,
      DATABASE_URL: 'postgres://promptory:x@database/promptory',
      PUBLIC_URL: 'http://localhost:3000',
    },
    Object.fromEntries(env.map(({ name, value }) => [name, value])),
    Object.fromEntries(ofUnit.map((part) => part.split('=') as [string, string])),
  ];
  for (const example of examples)
    expect(Object.keys(readEnv({ NODE_ENV: 'production', ...example }))).toEqual(
      expect.arrayContaining(Object.keys(example)),
    );
});

test('the command for the unit reads variables like systemd, not like a shell', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'promptory-unit-'));
  undo.push(() => rm(folder, { recursive: true }));
  const [file, command, script] = ['promptory.env', 'command', 'promptory.sh'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const writeProgram = (path: string, text: string) => writeFile(path, text, { mode: 0o755 });
  await writeProgram(join(folder, 'id'), '#!/bin/sh\necho promptory\n');
  await writeProgram(command, '#!/bin/sh\nenv; echo "arguments: $*"; cat\n');
  const source = await read('deploy/promptory.sh');
  await writeProgram(
    script,
    source.replaceAll('/etc/promptory.env', file).replace('/srv/promptory/bin/promptory', command),
  );
  const runWith = async (lines: string[]) => {
    await writeFile(file, lines.join('\n'));
    const env = { PATH: `${folder}:${process.env.PATH}` };
    return spawnSync(script, ['backup', 'my file'], { env, encoding: 'utf8', input: 'of the reader' });
  };
  const { stdout, stderr } = await runWith([
    '# A comment',
    '',
    'DATABASE_URL=postgres://promptory:x@database/promptory?sslmode=require&application_name=$HOME',
    "SMTP_URL='smtp://ink:a $b&c@example.com:587'",
    'MAIL_FROM="Ink & Co <ink@example.com>"',
    'SIGNUP=open  ',
    'SITE=has = and `touch no`',
    'no variable',
    'STARTER=none',
  ]);
  expect(stderr).toBe('');
  expect(stdout.split('\n')).toEqual(
    expect.arrayContaining([
      'DATABASE_URL=postgres://promptory:x@database/promptory?sslmode=require&application_name=$HOME',
      'SMTP_URL=smtp://ink:a $b&c@example.com:587',
      'MAIL_FROM=Ink & Co <ink@example.com>',
      'SIGNUP=open',
      'SITE=has = and `touch no`',
      'STARTER=none',
      'arguments: backup my file',
      'of the reader',
    ]),
  );
  const refused = await runWith(['SMTP_URL=smtp://ink:a\\b@example.com']);
  expect([refused.status, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toContain('SMTP_URL');
});

function ended(child: ChildProcess) {
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGTERM');
  return closed;
}
