import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';

const module = fileURLToPath(new URL('idle-gc.server.ts', import.meta.url));
/**
 * A process with a lot of garbage. It prints its memory in MB, and again after each collection by the module. `busy` keeps it working for
 * longer than a quiet process waits, and then prints that. `growing` does little after the first collection, but keeps everything that it
 * allocates. The load of these two is given, because the measured load would depend on other programs.
 */
const program = `
  const { collectWhenIdle } = await import(${JSON.stringify(module)});
  const tellMemory = () => console.log(Math.round(process.memoryUsage.rss() / 1e6));
  const collect = globalThis.gc;
  let hasCollected = false;
  globalThis.gc = (options) => { collect(options); tellMemory(); hasCollected = true; };
  const rush = Array.from({ length: 400_000 }, (_, index) => ({ text: 'word ' + index, index }));
  collect();
  tellMemory();
  rush.length = 0;
  let checks = 0;
  const kept = [];
  const shares = {
    busy() {
      checks += 1;
      if (checks === 7) console.log('quiet');
      return checks < 7 ? 0.2 : 0;
    },
    growing() {
      if (hasCollected && checks < 7) {
        checks += 1;
        kept.push(Array.from({ length: 80_000 }, (_, index) => ({ text: 'word ' + index, index })));
        if (checks === 7) console.log('grown');
      }
      return 0.02;
    },
  };
  const share = shares[process.argv[1]];
  if (share)
    performance.eventLoopUtilization = (now) => ({ utilization: now ? share() : 0 });
  collectWhenIdle();
  setInterval(() => undefined, 1_000);
`;

let child: ChildProcess | undefined;
afterEach(async () => {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
});

/** @returns the lines that the process prints, as they arrive */
function start(...args: string[]): string[] {
  const started = spawn(
    process.execPath,
    ['--expose-gc', '--input-type=module', '--eval', program, ...args],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  child = started;
  const told: string[] = [];
  createInterface({ input: started.stdout }).on('line', (line) => told.push(line));
  return told;
}

test('memory is returned once the process is quiet after a load', async () => {
  const told = start();
  await expect.poll(() => told.length).toBe(2);
  const [before = 0, after = before] = told.map(Number);
  expect(before).toBeGreaterThan(30);
  expect(after).toBeLessThan(before - 20);
});

test("a busy process isn't paused for it", async () => {
  const told = start('busy');
  await expect.poll(() => told.length).toBe(3);
  expect(told[1]).toBe('quiet');
});

test('a process with little work is paused for it once', async () => {
  const told = start('growing');
  await expect.poll(() => told.length).toBe(3);
  expect(told[2]).toBe('grown');
});
