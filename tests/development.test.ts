import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createTestDatabase } from './harness/database.ts';

test('npm run dev serves pages that are rendered from their sources, and stops', async () => {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'promptory-development-'));
  const child = spawn(process.execPath, [fileURLToPath(new URL('../scripts/dev.mjs', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...{ NODE_ENV: '', PORT: '0', STARTER: 'none', LOG_LEVEL: 'error' },
      ...{ DATABASE_URL: database.connectionString, DATA_DIR: dataDir },
    },
  });
  let url: string | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    url = /^Promptory is ready at (\S+)$/.exec(line)?.[1];
    if (url) break;
  }
  const answer = await fetch(`${url}/pricing`);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('Plans that pay for themselves');
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});
