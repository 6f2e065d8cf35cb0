// Needs the built site.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.server.ts';
import { commandLine, promptory } from './harness/command-line.ts';
import { quietLog } from './harness/postgres.ts';

let folder: string;
let environment: Record<string, string>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'promptory-interrupted-'));
  environment = { DATABASE_URL: '', DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'error' };
  expect(await promptory(environment, 'admin', 'add', 'owner@example.com')).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await (await startEmbeddedPostgres(join(folder, 'data'), quietLog)).stop();
  await rm(folder, { recursive: true, force: true });
});

/** Sends a signal to a running command that is the last user of the embedded PostgreSQL. */
async function interrupt(signal: NodeJS.Signals, ...args: string[]) {
  const server = await startEmbeddedPostgres(join(folder, 'data'), quietLog);
  const client = new pg.Client({ connectionString: server.connectionString });
  // The command may stop the server while this client is connected.
  client.on('error', () => undefined);
  await client.connect();
  await client.query('begin');
  await client.query('lock table prompts in access exclusive mode');
  const child = spawn(process.execPath, [commandLine, ...args], { env: { ...process.env, ...environment } });
  const closed = once(child, 'close');
  await vi.waitUntil(
    async () => (await client.query('select from pg_locks where not granted')).rowCount === 1,
    { timeout: 60_000, interval: 50 },
  );
  await server.stop();
  child.kill(signal);
  const [code] = await closed;
  await client.end().catch(() => undefined);
  return code;
}
const isRunning = () => existsSync(join(folder, 'data', 'postgres', 'postmaster.pid'));

describe('a command that is interrupted', () => {
  test.each([
    ['SIGINT', 130, 'backup'],
    ['SIGTERM', 143, 'export'],
  ] as const)(
    'by %s ends with %i, stops the database, and leaves the earlier file of %s',
    async (signal, code, command) => {
      const place = join(folder, signal);
      await mkdir(place);
      await writeFile(join(place, 'library'), 'the earlier one');
      expect(await interrupt(signal, command, join(place, 'library'))).toBe(code);
      expect(isRunning()).toBe(false);
      expect(await readdir(place)).toEqual(['library']);
      expect(await readFile(join(place, 'library'), 'utf8')).toBe('the earlier one');
    },
  );
});

test('a full disk is reported in one line', async () => {
  const full = await open('/dev/full', 'w');
  const child = spawn(process.execPath, [commandLine, 'export'], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', full.fd, 'pipe'],
  });
  const [stderr, [code]] = await Promise.all([text(child.stderr as Readable), once(child, 'close')]);
  await full.close();
  expect([stderr, code]).toEqual(['ENOSPC: no space left on device, write\n', 1]);
  expect(isRunning()).toBe(false);
});

test('an export keeps the file permissions of the earlier one', async () => {
  const place = join(folder, 'closed.json');
  await writeFile(place, 'the earlier one', { mode: 0o600 });
  expect(await promptory(environment, 'export', place)).toMatchObject({ code: 0 });
  expect(JSON.parse(await readFile(place, 'utf8'))).toHaveProperty('prompts');
  expect((await stat(place)).mode & 0o777).toBe(0o600);
});

test("an export to a folder says that it isn't a file", async () => {
  const place = join(folder, 'a-folder');
  await mkdir(place);
  const message = `${place} is a folder. Name a file in it.\n`;
  expect(await promptory(environment, 'export', place)).toEqual({ code: 1, stdout: '', stderr: message });
});

test("a backup doesn't replace a folder, a pipe or a device", async () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  for (const place of [folder, pipe]) {
    const message = `${place} is not a file. Name a file: a backup is read back to check it.\n`;
    expect(await promptory(environment, 'backup', place)).toEqual({ code: 1, stdout: '', stderr: message });
  }
  expect((await stat(pipe)).isFIFO()).toBe(true);
});
