import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { quietLog } from '#tests/harness/postgres.ts';
import { startEmbeddedPostgres } from './embedded-postgres.server.ts';

test('is shared by those that start it at the same moment', async () => {
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
