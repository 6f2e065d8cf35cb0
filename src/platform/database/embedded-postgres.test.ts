import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { quietLog } from '#tests/harness/postgres.ts';
import { startEmbeddedPostgres } from './embedded-postgres.server.ts';

test('two processes that start at the same moment share one server', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'promptory-embedded-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const start = () => startEmbeddedPostgres(dataDir, quietLog);
  await (await start()).stop();
  for (let round = 0; round < 5; round += 1) {
    const started = await Promise.allSettled([start(), start()]);
    for (const server of started) if (server.status === 'fulfilled') await server.value.stop();
    expect(started.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  }
});

test('a folder of another program is left alone, with a message that says what to do', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'promptory-embedded-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const cluster = join(dataDir, 'postgres');
  await mkdir(cluster);
  for (const name of ['notes.txt', 'PG_VERSION']) {
    await writeFile(join(cluster, name), '17\n');
    await expect(startEmbeddedPostgres(dataDir, quietLog)).rejects.toThrow(
      `${cluster} is not this site's database. Nothing was changed. Set DATA_DIR to an empty folder, or to the site's own.`,
    );
  }
  expect([await readdir(dataDir), await readdir(cluster)]).toEqual([
    ['postgres'],
    ['PG_VERSION', 'notes.txt'],
  ]);
});

test('a statement ends soon after its process was killed, however long it would take', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'promptory-embedded-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const { connectionString, stop } = await startEmbeddedPostgres(dataDir, quietLog);
  const program = `import pg from 'pg';
    const client = new pg.Client({ connectionString: process.argv[1] });
    await client.connect();
    await client.query('select pg_sleep(600)');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, connectionString]);
  const observer = new pg.Client({ connectionString });
  await observer.connect();
  const sleeping = async () =>
    (await observer.query("select from pg_stat_activity where query = 'select pg_sleep(600)'")).rowCount;
  await expect.poll(sleeping).toBe(1);
  child.kill('SIGKILL');
  await expect.poll(sleeping).toBe(0);
  await observer.end();
  await stop();
});
