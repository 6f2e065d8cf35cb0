import pg from 'pg';
import { inject } from 'vitest';
import { openDatabase } from '#platform/database/database.server.ts';
import { newDatabaseName, quietLog, withDatabase } from './postgres.ts';

let administration: pg.Pool | undefined;
/** All test files of a worker use the same connection, because a new one takes as long as copying a database. */
function administer(statement: string) {
  if (!administration) {
    const { url } = inject('testServer');
    administration = new pg.Pool({
      connectionString: url,
      max: 1,
      idleTimeoutMillis: 0,
      allowExitOnIdle: true,
    });
    // The server stops before its workers do.
    administration.on('error', () => undefined);
  }
  return administration.query(statement);
}

/** A new, migrated, empty database; `drop` closes and removes it. */
export async function createTestDatabase() {
  const { url, template } = inject('testServer');
  const name = newDatabaseName();
  await administer(`create database ${name} template ${template} strategy file_copy`);
  const connectionString = withDatabase(url, name);
  const { db, pool } = openDatabase(connectionString, quietLog, 5);
  // Hundreds of statements may wait for these few connections on a slow machine.
  pool.options.connectionTimeoutMillis = 60_000;
  return {
    connectionString,
    db,
    pool,
    async drop() {
      await db.destroy();
      await administer(`drop database if exists ${name} with (force)`);
    },
  };
}
