// Needs the built site.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from './harness/free-port.ts';

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
