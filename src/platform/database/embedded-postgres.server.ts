import { createHash } from 'node:crypto';
import { chmod, chown, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { codeOf } from '../error-message.ts';
import { makeFolder } from '../make-folder.server.ts';
import type { Log } from '../observability/log.server.ts';
import { syncDirectory } from '../sync-directory.server.ts';
import { explainFailure, explainStart } from './embedded-postgres-failures.server.ts';
import {
  assertOwn,
  assertSameVersion,
  createLogFile,
  initializeCluster,
  readSuperuserPassword,
  removeStaleLocks,
  superuser,
} from './embedded-postgres-files.server.ts';
import { findPostgresPrograms, type PostgresPrograms } from './embedded-postgres-programs.server.ts';
import { advisoryLocks } from './locks.ts';

const databaseName = 'promptory';
/** Only determines the name of the socket file: the server doesn't listen on a network port. */
const socketPort = 5432;
/** A longer path doesn't fit into a socket address. */
const maxSocketDirectoryLength = 90;
const startMilliseconds = 30_000;
const restartMilliseconds = 500;

/** A running embedded PostgreSQL, shared by all processes with the same DATA_DIR. */
export type EmbeddedPostgres = {
  connectionString: string;
  /** Disconnects; the last process to disconnect stops the server. */
  stop(): Promise<void>;
};

/**
 * Starts the embedded PostgreSQL in `dataDir`, or connects to one that is already running there, started by another
 * process or left over from a killed one. If the server dies, it is started again.
 * @throws Error with a message for the operator if the folder is another program's or has another major version, the
 * disk is full, or the server doesn't start
 */
export async function startEmbeddedPostgres(dataDir: string, log: Log): Promise<EmbeddedPostgres> {
  const root = resolve(dataDir);
  const cluster = join(root, 'postgres');
  const logFile = join(root, 'postgres.log');
  await createDataDirectory(root);
  await assertOwn(cluster);
  const programs = await findPostgresPrograms(root);
  const sockets = await makeSocketDirectory(root, programs);
  await assertSameVersion(cluster, programs);
  await initializeCluster(cluster, programs);
  const password = await readSuperuserPassword(cluster);
  const url = (database: string) =>
    `postgres://${superuser}:${password}@localhost/${database}?host=${encodeURIComponent(sockets)}&port=${socketPort}`;

  async function startServer() {
    // A statement whose process was killed, such as a migration, ends soon instead of holding its locks until it is complete.
    const options = `-c listen_addresses='' -c unix_socket_directories='${sockets}' -c unix_socket_permissions=0700 -c port=${socketPort} -c client_connection_check_interval=1s`;
    await createLogFile(logFile, programs);
    await removeStaleLocks(cluster, join(sockets, `.s.PGSQL.${socketPort}`));
    await programs.command('pg_ctl', [
      'start',
      '-D',
      cluster,
      '-l',
      logFile,
      '-w',
      '-t',
      '25',
      '-o',
      options,
    ]);
  }

  let stopping = false;
  let restarting = Promise.resolve();
  async function connect() {
    const client = await startOrJoin(url('postgres'), startServer, cluster);
    client.once('end', () => {
      if (!stopping) restarting = restart();
    });
    return client;
  }

  /** Tries until it succeeds: a full disk may be freed later. */
  async function restart() {
    log.warn('PostgreSQL has stopped and is being started again', { cluster });
    for (let attempt = 1; !stopping; attempt += 1) {
      try {
        presence = await connect();
        log.info('PostgreSQL is running again', { cluster, attempt });
        return;
      } catch (cause) {
        if (attempt === 1) log.error(await explainStart(cluster, logFile, cause));
        await delay(restartMilliseconds);
      }
    }
  }

  let presence = await connect().catch(async (cause) => {
    throw new Error(await explainStart(cluster, logFile, cause), { cause });
  });
  const { rowCount } = await presence.query('select from pg_database where datname = $1', [databaseName]);
  if (rowCount === 0) await presence.query(`create database ${databaseName}`).catch(ignoreDuplicate);
  log.debug('Embedded PostgreSQL is running', { cluster });

  return {
    connectionString: url(databaseName),
    async stop() {
      stopping = true;
      await restarting;
      await presence
        .query('select pg_advisory_unlock_shared($1)', [advisoryLocks.presence])
        .catch(() => undefined);
      const last = await presence
        .query('select pg_try_advisory_lock($1) as alone', [advisoryLocks.presence])
        .then(({ rows }) => Boolean(rows[0]?.alone))
        .catch(() => false);
      if (last) await programs.command('pg_ctl', ['stop', '-D', cluster, '-m', 'fast', '-w', '-t', '8']);
      await presence.end().catch(() => undefined);
    },
  };
}

/** @throws Error with a message for the operator */
async function createDataDirectory(root: string) {
  // As root, PostgreSQL runs as another account, which must be able to enter the folder.
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  try {
    const created = await makeFolder(root, mode);
    if (created) await syncDirectory(dirname(created));
  } catch (cause) {
    throw new Error(explainFailure(cause), { cause });
  }
}

/** Sockets are in DATA_DIR, or in the temporary folder if the path is too long for a socket address. */
async function makeSocketDirectory(root: string, { owner }: PostgresPrograms): Promise<string> {
  const inside = join(root, 'run');
  const name = `promptory-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`;
  const sockets = inside.length <= maxSocketDirectoryLength ? inside : join(tmpdir(), name);
  try {
    await makeFolder(sockets, 0o700);
    const { uid } = await stat(sockets);
    if (![0, process.getuid?.(), owner?.uid].includes(uid))
      throw new Error(`${sockets} belongs to another user. Remove it, or start the site as that user.`);
    await chmod(sockets, 0o700);
    if (owner) await chown(sockets, owner.uid, owner.gid);
  } catch (cause) {
    throw new Error(explainFailure(cause), { cause });
  }
  return sockets;
}

/** Connects and takes the shared lock; starts the server if it is not running. */
async function startOrJoin(url: string, start: () => Promise<void>, cluster: string): Promise<pg.Client> {
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
      const code = codeOf(error) ?? '';
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
      if (startFailure && !(await isStartedElsewhere(startFailure, cluster))) throw startFailure;
    }
  }
}

/** Starting fails immediately if another process is starting the same server; in that case it is worth waiting. */
async function isStartedElsewhere(failure: unknown, cluster: string): Promise<boolean> {
  // If two start at the same moment, only PostgreSQL notices, and only its log says so. A failed start leaves no such file.
  const hasServer = await stat(join(cluster, 'postmaster.pid')).then(
    () => true,
    () => false,
  );
  if (hasServer) return true;
  const text =
    String((failure as { stdout?: unknown }).stdout ?? '') +
    String((failure as { stderr?: unknown }).stderr ?? failure);
  return /another server might be running|lock file|is another postmaster/i.test(text);
}

function ignoreDuplicate(error: { code?: string }) {
  if (error.code !== '42P04' && error.code !== '23505') throw error;
}
