import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFile,
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

const project = fileURLToPath(new URL('..', import.meta.url));
const parts = ['src', 'db', 'scripts', 'public', 'package.json', 'package-lock.json'];
const configurations = ['tsconfig.json', 'vite.config.ts', 'react-router.config.ts'];

// Each test starts everything from source.
vi.setConfig({ testTimeout: 480_000, hookTimeout: 400_000 });

let copy: string;
let dataDir: string;
let child: ChildProcess;
let output: string;
let url: string;

/** A copy of the project that tests can edit, with this project's packages. */
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'promptory-development-'));
  for (const part of [...parts, ...configurations])
    await cp(join(project, part), join(copy, part), { recursive: true });
  await mkdir(join(copy, 'node_modules'));
  for (const name of await readdir(join(project, 'node_modules'))) {
    if (!name.startsWith('.'))
      await symlink(join(project, 'node_modules', name), join(copy, 'node_modules', name));
  }
  const stamp = 'node_modules/.promptory-installed';
  await copyFile(join(project, stamp), join(copy, stamp));
});
afterAll(() => rm(copy, { recursive: true, force: true }));

/** Starts the site from source. @returns a function that stops it */
async function start() {
  dataDir = await mkdtemp(join(tmpdir(), 'promptory-development-data-'));
  output = '';
  child = spawn(process.execPath, [join(copy, 'scripts/dev.mjs')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: '',
      DATABASE_URL: '',
      DATA_DIR: dataDir,
      PORT: '0',
      STARTER: 'none',
      LOG_LEVEL: 'error',
    },
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  await vi.waitFor(() => expect(output).toMatch(/^Promptory is ready at \S+$/m), 300_000);
  url = /^Promptory is ready at (\S+)$/m.exec(output)?.[1] ?? '';
  return async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await rm(dataDir, { recursive: true, force: true });
  };
}

async function edit(file: string, from: string, to: string) {
  const path = join(copy, file);
  const text = await readFile(path, 'utf8');
  expect(text).toContain(from);
  await writeFile(path, text.replace(from, to));
}

const page = async (path: string) => (await fetch(`${url}${path}`)).text();
const siteName = async () => JSON.parse(await page('/api/v1/settings')).site_name;
const postgresProcess = async () =>
  Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
const reloads = () => output.match(/^\S+ has changed: the new code answers/gm) ?? [];
const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** A clean stop leaves no process and no lock file. */
async function expectStopped(postgres: number) {
  await expect.poll(() => isRunning(postgres)).toBe(false);
  await expect(postgresProcess()).rejects.toThrow('ENOENT');
  await expect.poll(() => fetch(url).catch(() => 'refused')).toBe('refused');
}

/** A plain helper, without `.server` in its name. */
const helper = 'src/site/settings/settings-defaults.ts';

describe('an edit', () => {
  beforeAll(start);

  test('to what the server has loaded takes effect while PostgreSQL keeps running', async () => {
    const postgres = await postgresProcess();
    expect(await siteName()).toBe('Promptory');
    await edit(helper, "'Promptory'", "'Edited'");
    await expect.poll(siteName).toBe('Edited');
    expect(await postgresProcess()).toBe(postgres);

    // If the new code fails to start, the previous code keeps running.
    await edit(helper, "'Edited'", "'Broken' 'twice'");
    await expect.poll(() => output).toContain('the new code does not start');
    expect(await siteName()).toBe('Edited');
    await edit(helper, "'Broken' 'twice'", "'Promptory'");
    await expect.poll(siteName).toBe('Promptory');
    expect(await postgresProcess()).toBe(postgres);
  });

  test('to data that the server reads from a file beside its code takes effect', async () => {
    const vocabulary = 'src/library/analysis/vocabulary.yaml';
    const before = reloads().length;
    await appendFile(join(copy, vocabulary), '\n');
    await expect
      .poll(() => reloads().slice(before))
      .toEqual([`${vocabulary} has changed: the new code answers`]);
  });

  test('to what only pages use reaches them and reloads nothing else', async () => {
    const before = reloads().length;
    expect(await page('/pricing')).toContain('"page pricing"');
    const pricing = 'src/money/tiers/pricing-page.tsx';
    await edit(pricing, '"page pricing"', '"page pricing edited"');
    await expect.poll(() => page('/pricing')).toContain('"page pricing edited"');
    await edit(pricing, '"page pricing edited"', '"page pricing"');
    await edit(helper, "'Promptory'", "'Edited'");
    await expect.poll(siteName).toBe('Edited');
    await edit(helper, "'Edited'", "'Promptory'");
    await expect.poll(siteName).toBe('Promptory');
    expect(new Set(reloads().slice(before))).toEqual(
      new Set([`${helper} has changed: the new code answers`]),
    );

    const postgres = await postgresProcess();
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    await expectStopped(postgres);
  });
});

test('everything stops in order when the launcher is killed', async () => {
  const end = await start();
  const postgres = await postgresProcess();
  child.kill('SIGKILL');
  await expectStopped(postgres);
  await end();
});
