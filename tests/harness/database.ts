import { inject } from 'vitest';
import { openDatabase } from '#platform/database/database.server.ts';
import { dropDatabase, newDatabaseName, query, quietLog, withDatabase } from './postgres.ts';

/** A new, migrated, empty database; `drop` closes and removes it. */
export async function createTestDatabase() {
  const { url, template } = inject('testServer');
  const name = newDatabaseName();
  await query(url, `create database ${name} template ${template} strategy file_copy`);
  const connectionString = withDatabase(url, name);
  const { db, pool } = openDatabase(connectionString, quietLog, 5);
  return {
    connectionString,
    db,
    pool,
    async drop() {
      await db.destroy();
      await dropDatabase(url, name);
    },
  };
}
