import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresDialect, type QueryExecutorProvider, type RawBuilder } from 'kysely';
import pg from 'pg';
import type { DB } from './database.types.ts';
import type { Log } from './log.server.ts';

/** The name under which this application's connections show in pg_stat_activity. */
const applicationName = 'promptory';

// Timestamps leave the server as UTC ISO 8601; dates stay the plain text that PostgreSQL sends.
const types = { getTypeParser: pg.types.getTypeParser.bind(pg.types) };

/** Opens a pool of connections. A connection that breaks is dropped and replaced; its query fails with an error. */
export function openDatabase(connectionString: string, log: Log, most = 10) {
  const pool = new pg.Pool({
    connectionString,
    max: most,
    application_name: applicationName,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    types,
  });
  // In use or idle: a connection that breaks must not take the process with it.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  pool.on('error', (error) => log.warn('A database connection was lost', { error: error.message }));
  return { pool, db: new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }) };
}

const patience = { milliseconds: 30_000, between: 500 };

/** Waits for a database that is still coming up, half a minute at most. @throws Error as soon as it is clear that it will not */
export async function reachDatabase(pool: pg.Pool, log: Log): Promise<void> {
  const deadline = Date.now() + patience.milliseconds;
  for (;;) {
    try {
      await pool.query('select 1');
      return;
    } catch (error) {
      if (!isDatabaseAway(error) || Date.now() > deadline) throw error;
      log.warn('The database does not answer yet', { error: String(error) });
      await delay(patience.between);
    }
  }
}

const statementNames = new Map<string, string>();

/**
 * Runs a query that is asked all the time as a prepared statement: PostgreSQL reads and plans its text once a
 * connection. Only for texts that do not grow with their input, and whose plan does not depend on it.
 */
export async function runPrepared<Row>(
  db: QueryExecutorProvider,
  pool: pg.Pool,
  query: RawBuilder<Row>,
): Promise<Row[]> {
  const { sql: text, parameters } = query.compile(db);
  const name = statementNames.get(text) ?? `prepared-${statementNames.size}`;
  statementNames.set(text, name);
  const { rows } = await pool.query({ name, text, values: [...parameters] });
  return rows as Row[];
}

/** Whether an error means that the database could not be reached, so that the same call may succeed later. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    /^(08|57P0|53)/.test(code) ||
    ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'].includes(code) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      error.message,
    )
  );
}
