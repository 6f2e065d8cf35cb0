import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely } from 'kysely';
import pg from 'pg';
import { AuditedDialect } from '../audit-trail.server.ts';
import { codeOf } from '../error-message.ts';
import type { Log } from '../observability/log.server.ts';
import { outages } from '../observability/outage-log.server.ts';
import { isTracing, recordQuery } from '../observability/tracing.server.ts';
import { CorkingClient } from './corked-query.server.ts';
import type { DB } from './database.types.ts';
import { databaseFailure } from './database-failure.server.ts';

/** The name of this application's connections in pg_stat_activity. */
const applicationName = 'promptory';

// Timestamps are sent as UTC ISO 8601; dates stay the plain text that PostgreSQL returns.
const types = { getTypeParser: pg.types.getTypeParser.bind(pg.types) };

/** The maximum per process. Visitors have a separate pool, so that they can't use up the members' connections. */
export const connections = { members: 10, visitors: 4 };
/** How long a visitor's list query may take before it is canceled. */
export const visitorMilliseconds = 1_500;

/** Errors of database connections. Their codes alone don't tell them apart from those of other connections or files. */
const connectionErrors = new WeakSet<Error>();

class WatchedClient extends CorkingClient {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.connection.prependListener('error', (error: Error) => void connectionErrors.add(error));
  }
}

/** For poolers that send each statement to a different connection, where prepared statements aren't found again. */
class Unprepared extends WatchedClient {
  // biome-ignore lint/suspicious/noExplicitAny: `query` has a dozen overloads
  override query(config: any, ...rest: any[]): any {
    const isNamed = typeof config === 'object' && config !== null && config.name !== undefined;
    return super.query(isNamed ? { ...config, name: undefined } : config, ...rest);
  }
}

type Options = {
  /** 0 means no limit, for idle transactions as well. */
  statementMilliseconds?: number;
  /** A transaction that is idle for longer is rolled back, because its machine may be gone while others wait for its locks. */
  idleTransactionMilliseconds?: number;
  /** How long to wait for a query's response. */
  queryMilliseconds?: number;
  preparedStatements?: boolean;
};

/** Opens a connection pool. A broken connection is replaced; its query fails. */
export function openDatabase(
  connectionString: string,
  log: Log,
  max = connections.members,
  {
    statementMilliseconds = 30_000,
    idleTransactionMilliseconds,
    queryMilliseconds,
    preparedStatements = true,
  }: Options = {},
) {
  // Set by statements, because the client doesn't send a limit of zero, and poolers refuse startup parameters that they don't know.
  const settings = [
    ...(statementMilliseconds === 0
      ? ['set statement_timeout = 0', 'set idle_in_transaction_session_timeout = 0']
      : []),
    ...(idleTransactionMilliseconds
      ? [`set idle_in_transaction_session_timeout = ${idleTransactionMilliseconds}`]
      : []),
  ].join(';');
  const sockets = new Set<Socket>();
  let isAvailable = true;
  const pool = new pg.Pool({
    connectionString,
    Client: preparedStatements ? WatchedClient : Unprepared,
    max,
    application_name: applicationName,
    connectionTimeoutMillis: 4_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementMilliseconds,
    query_timeout: queryMilliseconds,
    keepAlive: true,
    types,
    ...(settings && { onConnect: async (client: pg.ClientBase) => void (await client.query(settings)) }),
    stream: () => {
      const socket = new Socket();
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      if (!isAvailable) process.nextTick(() => socket.destroy(new DatabaseSilent()));
      return socket;
    },
  });
  // A broken connection, in use or idle, must not crash the process.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  // When closing connections, the pool doesn't wait for the server, so errors can still arrive.
  pool.on('error', (error) => {
    if (!pool.ending) outages(log).away(error);
  });
  const db = new Kysely<DB>({
    dialect: new AuditedDialect({ pool }),
    ...(isTracing() ? { log: recordQuery } : {}),
  });
  return {
    pool,
    db,
    /** Closes every connection. Kysely only closes the pool if it has used it. */
    async close() {
      await db.destroy();
      if (!pool.ending) await pool.end();
    },
    /** While the server doesn't respond, every query fails immediately instead of waiting, including those in progress. */
    setAvailable(value: boolean) {
      isAvailable = value;
      if (!isAvailable) for (const socket of sockets) socket.destroy(new DatabaseSilent());
    },
  };
}

class DatabaseSilent extends Error {
  readonly code = 'ETIMEDOUT';
  override message = 'The database does not answer.';
}

const startup = { timeoutMilliseconds: 30_000, retryMilliseconds: 500 };

/**
 * Waits up to 30 seconds for a database that is starting. Any other failure throws immediately. @throws Error, or the
 * reason of `shutdown`
 */
export async function waitForDatabase(pool: pg.Pool, log: Log, shutdown?: AbortSignal): Promise<void> {
  const deadline = Date.now() + startup.timeoutMilliseconds;
  for (;;) {
    try {
      await pool.query('select 1');
      outages(log).back();
      return;
    } catch (error) {
      shutdown?.throwIfAborted();
      if (!isDatabaseAway(error)) throw databaseFailure('DATABASE_URL', error);
      if (Date.now() > deadline) throw databaseFailure('DATABASE_URL does not accept connections', error);
      outages(log).away(error);
    }
    await delay(startup.retryMilliseconds, undefined, { signal: shutdown }).catch(() => undefined);
    shutdown?.throwIfAborted();
  }
}

const hasCode =
  (...codes: string[]) =>
  (error: unknown): error is pg.DatabaseError =>
    codes.includes(codeOf(error) ?? '');

/** Whether a statement exceeded its time limit. */
export const isTooSlow = hasCode('57014');
/** Whether a statement waited for a lock for longer than its `lock_timeout`. */
export const isLockTimeout = hasCode('55P03');
/** Whether two transactions waited for each other, and PostgreSQL rolled this one back. */
export const isDeadlock = hasCode('40P01');
/** Whether another row already has a value that must be unique. */
export const isUniqueViolation = hasCode('23505');
/** Whether a row refers to one that doesn't exist, or is still referred to (since PostgreSQL 18, `on delete restrict` has a code of its own). */
export const isForeignKeyViolation = hasCode('23503', '23001');
/**
 * Whether the referenced row has been deleted. Deleting a row that is still referred to can have the same code, but
 * has a different message.
 */
export const isReferenceGone = (error: unknown): error is pg.DatabaseError =>
  isForeignKeyViolation(error) && !error.message.startsWith('update or delete');

const badInputCodes = /^(22021|22P05|22P02|22003|22001|2200G|22007|22008|22009)$/;
/**
 * Whether an error can only be caused by bad input: text that PostgreSQL can't store, numbers and times out of range,
 * invalid UUIDs.
 */
export const isBadInput = (error: unknown): boolean => badInputCodes.test(codeOf(error) ?? '');

/** Includes the codes for a stopped container or machine, whose name and route no longer exist. */
const connectionCodes = [
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
];

/** Whether an error means that the database is unavailable, so that the same call may succeed later. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error) ?? '';
  return (
    /^(08|57P0|53)/.test(code) ||
    error instanceof DatabaseSilent ||
    (connectionErrors.has(error) && connectionCodes.includes(code)) ||
    /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      error.message,
    )
  );
}
