import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'promptory-starts-'));
});
afterEach(() => rm(folder, { recursive: true }));

/**
 * Starts a process that does its work, unless it is done already, and logs its steps. With WAITERS, it keeps working until that many
 * processes wait for it.
 */
async function start(environment: Record<string, string> = {}) {
  const program = `
    import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
    import { oneAtATime } from ${JSON.stringify(new URL('../scripts/one-at-a-time.mjs', import.meta.url).href)};
    const note = (text) => appendFileSync('notes', text + ' ');
    oneAtATime('lock', {
      isDone: () => existsSync('done'),
      onWait: () => note('waiting'),
      work() {
        note('begun');
        if (process.env.DIES) process.kill(process.pid, 'SIGKILL');
        while (readFileSync('notes', 'utf8').split('waiting').length <= Number(process.env.WAITERS ?? 0));
        if (process.env.FAILS) process.exit(1);
        writeFileSync('done', '');
        note('ended');
      },
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: 'inherit',
  });
  await once(child, 'exit');
}
const notes = async () => (await readFile(join(folder, 'notes'), 'utf8')).trim().split(' ');

test('of several starts at once, one does the work and the others wait', async () => {
  await Promise.all(Array.from({ length: 4 }, () => start({ WAITERS: '3' })));
  expect((await notes()).sort()).toEqual(['begun', 'ended', 'waiting', 'waiting', 'waiting']);
  expect(await notes()).toHaveProperty('4', 'ended');
});

test.each([
  ['was killed', { DIES: 'yes' }],
  ['has failed', { FAILS: 'yes' }],
])('the next start does the work of one that %s', async (_, environment) => {
  await start(environment);
  await start();
  expect(await notes()).toEqual(['begun', 'begun', 'ended']);
});

test.each([
  ['names a process that cannot be at it any more', String(process.pid), 16 * 60],
  ['names nobody', '', 11],
])('a lock that %s is broken', async (_, holder, seconds) => {
  await writeFile(join(folder, 'lock'), holder);
  const since = Date.now() / 1_000 - seconds;
  await utimes(join(folder, 'lock'), since, since);
  await Promise.all([start(), start(), start()]);
  expect((await notes()).filter((note) => note !== 'waiting')).toEqual(['begun', 'ended']);
  expect((await readdir(folder)).sort()).toEqual(['done', 'notes']);
});

test("finished work isn't waited for", async () => {
  await writeFile(join(folder, 'done'), '');
  await writeFile(join(folder, 'lock'), String(process.pid));
  await start();
  await expect(notes()).rejects.toThrow('ENOENT');
});

test("an account that can't write to the folder is told who must own it", async () => {
  // The other tests' folder isn't accessible to other accounts.
  const checkout = await mkdtemp('/tmp/promptory-checkout-');
  await mkdir(join(checkout, 'scripts'));
  for (const name of ['scripts/prepare.mjs', 'scripts/one-at-a-time.mjs', 'package-lock.json'])
    await copyFile(new URL(`../${name}`, import.meta.url), join(checkout, name));
  await chmod(checkout, 0o555);
  const program = `(await import('${checkout}/scripts/prepare.mjs')).ensureInstalled()`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
    ...(process.getuid?.() === 0 && { uid: 65_534, gid: 65_534 }),
  });
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(
      /^\nThe account (\S+) cannot write .*EACCES.*\. As root, run: chown -R \1: \/tmp\/promptory-checkout-\w+\n$/,
    ),
  ]);
  await chmod(checkout, 0o755);
  await rm(checkout, { recursive: true });
});
