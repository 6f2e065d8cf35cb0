import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
