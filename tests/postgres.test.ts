// Needs the built site.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.server.ts';
import { createTestDatabase } from './harness/database.ts';
import { freePort } from './harness/free-port.ts';
import { quietLog } from './harness/postgres.ts';
import { startDatabaseProxy } from './harness/tcp-proxy.ts';

const root = new URL('..', import.meta.url).pathname;
const main = join(root, 'build/site/main.js');
let dataDir: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'promptory-embedded-'));
});
afterEach(async () => {
  for (const child of children.splice(0))
    if (child.exitCode === null && child.signalCode === null) await end(child, 'SIGTERM');
  // Stops whatever a test has left running.
  if (existsSync(join(dataDir, 'postgres', 'postmaster.pid')))
    await (await startEmbeddedPostgres(dataDir, quietLog)).stop().catch(() => undefined);
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts a site like `npm start`, on the embedded PostgreSQL in `dataDir`. */
async function start(
  environment: Record<string, string> = {},
  [program, ...args] = [process.execPath, main],
) {
  const env = {
    ...process.env,
    DATABASE_URL: '',
    PORT: '0',
    DATA_DIR: dataDir,
    STARTER: 'none',
    ...environment,
  };
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  let output = '';
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const line = await new Promise<string>((resolve) => {
    const look = (chunk: Buffer) => {
      output += chunk;
      const ready = /Promptory is ready at (\S+)/.exec(output)?.[1];
      if (ready) resolve(ready);
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
    void ended.then(() => resolve(''));
  });
  return { child, url: line, output: () => output };
}

let made: Promise<string> | undefined;
afterAll(async () => {
  if (made) await rm(await made, { recursive: true, force: true });
});
/** Copies the data of a site that has started before to `dataDir`, because creating it takes seconds. */
async function takeMadeData() {
  made ??= (async () => {
    const folder = await mkdtemp(join(tmpdir(), 'promptory-embedded-'));
    const site = await start({ DATA_DIR: folder });
    expect(await end(site.child, 'SIGTERM')).toBe(0);
    return folder;
  })();
  // Keeps the owner of the files.
  execFileSync('cp', ['-a', `${await made}/.`, dataDir]);
}

async function end(child: ChildProcess, signal: NodeJS.Signals) {
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  child.kill(signal);
  return closed;
}

/** The process id of the server in `dataDir`. */
const postmaster = async () =>
  Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);

const isReady = async (url: string) => (await fetch(`${url}/readyz`)).status;
const signUp = async (url: string, email: string) =>
  (
    await fetch(`${url}/auth/v1/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'a-password' }),
    })
  ).status;
const signIn = async (url: string, email: string) =>
  (
    await fetch(`${url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'a-password' }),
    })
  ).status;

describe('the embedded PostgreSQL', () => {
  test('is created at the first start in UTF-8, listens on no network port, and stops with the site', async () => {
    const site = await start();
    expect(await isReady(site.url)).toBe(200);
    const lock = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
    expect(lock[5]).toBe('');
    const server = await startEmbeddedPostgres(dataDir, quietLog);
    const client = new pg.Client({ connectionString: server.connectionString });
    await client.connect();
    const { rows } = await client.query(
      "select current_setting('server_encoding') as encoding, current_setting('fsync') as fsync, current_setting('listen_addresses') as addresses",
    );
    expect(rows[0]).toEqual({ encoding: 'UTF8', fsync: 'on', addresses: '' });
    await client.end();
    await server.stop();
    expect(await end(site.child, 'SIGTERM')).toBe(0);
    await expect(readFile(join(dataDir, 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT');
  });

  test('is adopted after kill -9, with every acknowledged write', async () => {
    await takeMadeData();
    const first = await start();
    expect(await signUp(first.url, 'kept@example.com')).toBe(200);
    await end(first.child, 'SIGKILL');
    const second = await start();
    expect(await signIn(second.url, 'kept@example.com')).toBe(200);
    expect(await end(second.child, 'SIGTERM')).toBe(0);
  });

  test('is shared by two processes with the same folder, and the last one stops it', async () => {
    const [one, two] = await Promise.all([start(), start()]);
    expect([one.url, two.url].includes(''), one.output() + two.output()).toBe(false);
    expect(await signUp(one.url, 'shared@example.com')).toBe(200);
    expect(await signIn(two.url, 'shared@example.com')).toBe(200);
    expect(await end(one.child, 'SIGTERM')).toBe(0);
    expect(await isReady(two.url)).toBe(200);
    expect(await end(two.child, 'SIGTERM')).toBe(0);
  });

  test('is restarted when it dies', async () => {
    await takeMadeData();
    const site = await start();
    expect(await signUp(site.url, 'kept@example.com')).toBe(200);
    for (let round = 0; round < 3; round += 1) {
      process.kill(await postmaster(), 'SIGKILL');
      await expect.poll(() => isReady(site.url)).toBe(503);
      await expect.poll(() => isReady(site.url)).toBe(200);
      expect(await signIn(site.url, 'kept@example.com')).toBe(200);
    }
    expect(await end(site.child, 'SIGTERM')).toBe(0);
  });

  test('starts even if another program has the process id of a killed server', async () => {
    await takeMadeData();
    const lock = join(dataDir, 'postgres', 'postmaster.pid');
    // PostgreSQL only checks processes of its own account.
    const { uid, gid } = await stat(join(dataDir, 'postgres'));
    const other = spawn('sleep', ['600'], { uid, gid });
    children.push(other);
    const socketLock = join(dataDir, 'run', '.s.PGSQL.5432.lock');
    for (const file of [lock, socketLock])
      await writeFile(file, `${other.pid}\n${join(dataDir, 'postgres')}\n`, { mode: 0o600 });
    for (const file of [lock, socketLock]) await chown(file, uid, gid);
    const site = await start();
    expect(site.output()).not.toContain('cannot start');
    expect(await isReady(site.url)).toBe(200);
  });

  test('hides its files from other accounts', async () => {
    const site = await start();
    expect(await isReady(site.url)).toBe(200);
    const modeOf = async (name: string) => ((await stat(join(dataDir, name))).mode & 0o777).toString(8);
    expect(await modeOf('postgres.log')).toBe('600');
    for (const folder of ['postgres', 'run']) expect(await modeOf(folder), folder).toBe('700');
  });

  test('refuses data of another major version, and leaves it unchanged', async () => {
    await takeMadeData();
    const version = join(dataDir, 'postgres', 'PG_VERSION');
    await writeFile(version, '14\n');
    const site = await start();
    expect(site.url).toBe('');
    expect(site.output()).toMatch(/was created by PostgreSQL 14.*includes PostgreSQL 18.*data is unchanged/);
    expect(await readFile(version, 'utf8')).toBe('14\n');
    await writeFile(version, '18\n');
  });
});

describe('the start', () => {
  test('says which port is in use and what to do', async () => {
    await takeMadeData();
    const first = await start();
    for (const WEB_CONCURRENCY of ['1', '2']) {
      const second = await start({ WEB_CONCURRENCY, PORT: new URL(first.url).port });
      expect([second.url, second.child.exitCode]).toEqual(['', 1]);
      expect(second.output()).toContain(`Port ${new URL(first.url).port} is in use`);
    }
  });

  test('names every bad variable at once', async () => {
    const site = await start({ PORT: 'many', PUBLIC_URL: 'ftp://x', APP_SECRET: 'short' });
    expect(site.url).toBe('');
    for (const name of ['PORT', 'PUBLIC_URL', 'APP_SECRET']) expect(site.output()).toContain(name);
  });

  test.each(['/proc/promptory', '/proc'])('says that no folder can be created in %s', async (DATA_DIR) => {
    const site = await start({ DATA_DIR });
    expect(site.url).toBe('');
    expect(site.output()).toContain('No folder can be made in /proc. Set DATA_DIR to a folder on a disk.');
  });

  test('creates an admin once and prints the password once', async () => {
    const first = await start();
    expect(first.output()).toMatch(/Admin account: admin@example\.com {3}password: \S{12,}/);
    await end(first.child, 'SIGTERM');
    expect((await start()).output()).not.toContain('password');
  });

  test('refuses data of a newer release, and says which', async () => {
    await takeMadeData();
    const server = await startEmbeddedPostgres(dataDir, quietLog);
    const client = new pg.Client({ connectionString: server.connectionString });
    await client.connect();
    await client.query("insert into kysely_migration (name, timestamp) values ('9999_from_the_future', '')");
    for (const WEB_CONCURRENCY of ['1', '2']) {
      const site = await start({ WEB_CONCURRENCY });
      expect(site.url).toBe('');
      expect(site.output()).toContain('written by a newer release (with migration 9999_from_the_future)');
    }
    await client.end();
    // The command has left nothing running, so this is the server's last user.
    await server.stop();
    await expect(readFile(join(dataDir, 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT');
  });

  test('says why the data could not be migrated', async () => {
    const server = await startEmbeddedPostgres(dataDir, quietLog);
    const client = new pg.Client({ connectionString: server.connectionString });
    await client.connect();
    await client.query('create table prompts (id integer)');
    const site = await start();
    expect(site.url).toBe('');
    expect(site.output()).toContain('relation "prompts" already exists');
    await client.end();
    await server.stop();
  });

  test("refuses a secret that doesn't match the data, with an explanation", async () => {
    await takeMadeData();
    const first = await start();
    expect(await signUp(first.url, 'kept@example.com')).toBe(200);
    await end(first.child, 'SIGTERM');
    for (const WEB_CONCURRENCY of ['1', '2']) {
      const APP_SECRET = 'another secret that is at least 32 characters';
      const second = await start({ WEB_CONCURRENCY, APP_SECRET, PORT: String(await freePort()) });
      expect([second.url, second.child.exitCode]).toEqual(['', 1]);
      expect(second.output()).toContain("APP_SECRET doesn't match this data");
      expect(second.output()).toContain("the email server's password, the language model's key");
    }
    const third = await start();
    expect(await signIn(third.url, 'kept@example.com')).toBe(200);
  });

  test("of several processes ends if one of them can't start, and leaves nothing running", async () => {
    await takeMadeData();
    await rm(join(dataDir, 'media'), { recursive: true });
    await writeFile(join(dataDir, 'media'), 'in the way of the folder');
    const site = await start({ WEB_CONCURRENCY: '2', PORT: String(await freePort()) });
    expect([site.url, site.child.exitCode]).toEqual(['', 1]);
    expect(site.output()).toContain(`mkdir '${join(dataDir, 'media')}'`);
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  });

  test('several processes on one port share the load and stop together', async () => {
    await takeMadeData();
    const site = await start({ WEB_CONCURRENCY: '2', PORT: String(await freePort()) });
    expect(await signUp(site.url, 'many@example.com')).toBe(200);
    expect(await Promise.all(Array.from({ length: 8 }, () => signIn(site.url, 'many@example.com')))).toEqual(
      Array(8).fill(200),
    );
    expect(await end(site.child, 'SIGTERM')).toBe(0);
  });
});

describe('the stop', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    'by %s reaches the site through npm, which waits for it',
    async (signal) => {
      await takeMadeData();
      const site = await start({}, ['npm', 'start']);
      expect(await isReady(site.url)).toBe(200);
      expect((await fetch(`${site.url}/browse`)).status).toBe(200);
      expect(await end(site.child, signal)).toBe(0);
      expect(site.output()).not.toContain('The database is unreachable');
      await expect(fetch(`${site.url}/healthz`)).rejects.toThrow();
      await expect(readFile(join(dataDir, 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT');
    },
  );

  test('is clean while the database is unavailable, or has just died', async () => {
    const database = await createTestDatabase();
    const proxy = await startDatabaseProxy(database.connectionString);
    const away = await start({ DATABASE_URL: proxy.connectionString });
    proxy.cut();
    expect(await isReady(away.url)).toBe(503);
    expect(await end(away.child, 'SIGTERM'), away.output()).toBe(0);
    await proxy.stop();
    await database.drop();

    await takeMadeData();
    const dead = await start();
    process.kill(await postmaster(), 'SIGKILL');
    expect(await end(dead.child, 'SIGTERM'), dead.output()).toBe(0);
    const next = await start();
    expect(await isReady(next.url)).toBe(200);
  });

  test.each(['1', '2'])(
    'is in order with %s processes while a body never arrives, and a mail server says nothing',
    async (WEB_CONCURRENCY) => {
      await takeMadeData();
      const silent = createServer().listen(0, '127.0.0.1');
      await once(silent, 'listening');
      const asked = once(silent, 'connection');
      const { port } = silent.address() as AddressInfo;
      const SMTP_URL = `smtp://127.0.0.1:${port}`;
      const site = await start({
        WEB_CONCURRENCY,
        SMTP_URL,
        MAIL_FROM: 'books@example.com',
        PORT: String(await freePort()),
      });
      const recover = { method: 'POST', body: JSON.stringify({ email: 'admin@example.com' }) };
      await fetch(`${site.url}/auth/v1/recover`, {
        ...recover,
        headers: { 'content-type': 'application/json' },
      });
      const [connection] = await asked;
      const { hostname } = new URL(site.url);
      const slow = createConnection(Number(new URL(site.url).port), hostname);
      slow.on('error', () => undefined);
      await new Promise((resolve) =>
        slow.write(
          'POST /auth/v1/recover HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
          resolve,
        ),
      );
      expect(await end(site.child, 'SIGTERM'), site.output()).toBe(0);
      expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
      slow.destroy();
      connection.destroy();
      silent.close();
    },
  );

  test("is clean while the database doesn't respond", async () => {
    const database = await createTestDatabase();
    const proxy = await startDatabaseProxy(database.connectionString);
    const site = await start({ DATABASE_URL: proxy.connectionString });
    proxy.silence();
    expect(await end(site.child, 'SIGTERM'), site.output()).toBe(0);
    await proxy.stop();
    await database.drop();
  });

  test('finishes running requests without cutting any off', async () => {
    await takeMadeData();
    const site = await start();
    const answers: number[] = [];
    let stopped = false;
    const load = Array.from({ length: 8 }, async () => {
      while (!stopped) {
        try {
          answers.push((await fetch(`${site.url}/browse`)).status);
        } catch (error) {
          // A refused connection is fine, because it was never accepted. Anything else was cut off.
          const code = (error as { cause?: { code?: string } }).cause?.code;
          if (code !== 'ECONNREFUSED') answers.push(0);
          return;
        }
      }
    });
    await expect.poll(() => answers.length).toBeGreaterThan(50);
    expect(await end(site.child, 'SIGTERM')).toBe(0);
    stopped = true;
    await Promise.all(load);
    expect(answers.filter((status) => status !== 200)).toEqual([]);
  });
});
