import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '#platform/database/database.server.ts';
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.server.ts';
import { migrate } from '#platform/database/migrate.server.ts';
import { createJobs } from '#platform/jobs/jobs.server.ts';
import { createLog } from '#platform/observability/log.server.ts';

/** Tests write only errors to standard error. */
export const quietLog = createLog('error');

/** The test server: the one in DATABASE_URL, otherwise an embedded one in a temporary folder. */
export async function startTestServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env.DATABASE_URL;
  if (given) return { url: given, stop: async () => undefined };
  const dataDir = await mkdtemp(join(tmpdir(), 'promptory-test-'));
  const first = await startEmbeddedPostgres(dataDir, quietLog);
  // Test data needn't survive a power cut, and its database lives for seconds.
  await query(
    first.connectionString,
    ...['fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum', 'jit'].map(
      (name) => `alter system set ${name} = off`,
    ),
    "alter system set io_method = 'sync'",
    "alter system set checkpoint_timeout = '1d'",
    "alter system set max_wal_size = '10GB'",
    'alter system set max_connections = 300',
    // Thousands of connections sign in, and each would hash the password 4,096 times.
    'set scram_iterations = 1',
    `alter user current_user password '${new URL(first.connectionString).password}'`,
  );
  // Some settings only take effect when the server starts.
  await first.stop();
  const server = await startEmbeddedPostgres(dataDir, quietLog);
  return {
    url: server.connectionString,
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export async function query(connectionString: string, ...statements: string[]) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

export function withDatabase(connectionString: string, database: string): string {
  const [address, parameters] = connectionString.split('?');
  const base = address?.replace(/\/[^/]*$/, `/${database}`);
  return parameters ? `${base}?${parameters}` : String(base);
}

async function migrationsFingerprint(): Promise<string> {
  const directory = new URL('../../db/migrations/', import.meta.url);
  const hash = createHash('sha256');
  for (const file of (await readdir(directory)).sort()) hash.update(await readFile(new URL(file, directory)));
  return hash.digest('hex').slice(0, 12);
}

/** Creates the migrated database that each test file gets a copy of. */
export async function makeTemplate(server: string): Promise<string> {
  const name = `promptory_template_${await migrationsFingerprint()}_${process.pid}`;
  await query(
    server,
    `drop database if exists ${name}`,
    `create database ${name} encoding 'UTF8' template template0`,
  );
  const { db, pool } = openDatabase(withDatabase(server, name), quietLog, 1);
  await migrate(db);
  // The job tables are created when first used.
  const jobs = createJobs({ pool, log: quietLog });
  await jobs.redrive();
  await jobs.stop();
  await db.destroy();
  return name;
}

export async function dropDatabase(server: string, name: string) {
  await query(server, `drop database if exists ${name} with (force)`);
}

export const newDatabaseName = () => `promptory_test_${randomUUID().replaceAll('-', '')}`;
