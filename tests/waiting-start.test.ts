// Needs the built site.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestDatabase } from './harness/database.ts';
import { freePort } from './harness/free-port.ts';
import { query } from './harness/postgres.ts';

const main = new URL('../build/site/main.js', import.meta.url).pathname;

test.each(['1', '2'])(
  'a start of %s processes that waits for its database says so once, and stops at once and in order',
  async (WEB_CONCURRENCY) => {
    const folder = await mkdtemp(join(tmpdir(), 'promptory-waiting-'));
    const environment = {
      WEB_CONCURRENCY,
      PORT: String(await freePort()),
      DATA_DIR: folder,
      DATABASE_URL: `postgres://nobody@127.0.0.1:${await freePort()}/none`,
    };
    const child = spawn(process.execPath, [main], { env: { ...process.env, ...environment } });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
      });
    await expect.poll(() => output).toContain('ECONNREFUSED');
    // Allows some more attempts.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    const closed = once(child, 'close');
    const since = performance.now();
    child.kill('SIGTERM');
    expect(await closed).toEqual([0, null]);
    // What is promised for a stop; it would wait for its database three times as long.
    expect(performance.now() - since).toBeLessThan(10_000);
    expect(output.match(/ECONNREFUSED/g)).toHaveLength(1);
    expect(output).not.toContain('AbortError');
    await rm(folder, { recursive: true });
  },
);

test.each(['1', '2'])(
  'a start of %s processes that upgrades its database says so, and stops at once without leaving the upgrade behind',
  async (WEB_CONCURRENCY) => {
    const database = await createTestDatabase();
    const folder = await mkdtemp(join(tmpdir(), 'promptory-upgrading-'));
    await query(
      database.connectionString,
      'delete from kysely_migration where name = (select max(name) from kysely_migration)',
    );
    const environment = {
      WEB_CONCURRENCY,
      PORT: String(await freePort()),
      DATA_DIR: folder,
      DATABASE_URL: database.connectionString,
    };
    // The migration waits for the lock of its table or function, as long as a large table would take.
    const holder = await database.pool.connect();
    await holder.query(`begin; do $$ declare name text; begin
      for name in select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely%' loop
        execute format('lock table %I', name);
      end loop; end $$; lock table pg_proc in share row exclusive mode`);
    const child = spawn(process.execPath, [main], { env: { ...process.env, ...environment } });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
      });
    const waiting = async () =>
      (
        await holder.query(
          'select from pg_locks join pg_database on oid = database where not granted and datname = current_database()',
        )
      ).rowCount;
    await expect.poll(waiting).toBe(1);
    const closed = once(child, 'close');
    child.kill('SIGTERM');
    // A stop that takes too long exits with 1.
    expect(await closed).toEqual([0, null]);
    expect(await waiting()).toBe(0);
    expect(output).toContain('"message":"Upgrading the database, which can take minutes","migrations":1');
    expect(output).not.toContain('could not be migrated');
    holder.release(true);
    await database.drop();
    await rm(folder, { recursive: true });
  },
);
