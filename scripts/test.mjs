// `npm test` runs every check, then all tests on a real PostgreSQL and a real browser. With arguments, it passes them directly to Vitest:
// `npm test -- tests/pages.test.ts`. The pages are only built if a file needs them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from './check.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureInstalled, node, root } from './prepare.mjs';
import { compileCache } from './run.mjs';

const allFiles = ['src', 'tests']
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, file)))
  .filter((file) => file.endsWith('.test.ts'));

const given = process.argv.slice(2);
const isWatching = given.includes('--watch');
// As in Vitest, a word selects the files whose path contains it.
const words = given.filter((word) => !word.startsWith('-') && allFiles.some((file) => file.includes(word)));
const sources = allFiles
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .map((file) => readFileSync(join(root, file), 'utf8'));
const needsBrowser = sources.some((source) => /harness\/([\w-]+-)?browser\.ts'/.test(source));
/** Tests that start a process of the built site; those that do so in another way start with the comment. */
const startsBuilt = /^\/\/ Needs the built (pages|site)\.|harness\/(command-line|fleet|site-process)\.ts'/m;
const needsPages = needsBrowser || sources.some((source) => startsBuilt.test(source));
// In parallel with the packages, because both mostly wait for downloads.
const chromium = needsBrowser ? ensureChromium() : undefined;
ensureInstalled({ everything: true });

/** With enough memory, tests keep their files in it: copying a database on a disk takes up to twenty times the CPU time. */
function temporaryFolder() {
  const inMemory = '/dev/shm';
  const needed = 8 * 2 ** 30;
  if (!existsSync(inMemory)) return tmpdir();
  const { bavail, bsize } = statfsSync(inMemory);
  return bavail * bsize > needed && freemem() > needed ? inMemory : tmpdir();
}
const folder = mkdtempSync(join(temporaryFolder(), 'promptory-tests-'));

/** Stops the database servers that interrupted tests have left. */
function stopServers() {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name, 'postgres', 'postmaster.pid');
    if (!existsSync(file)) continue;
    try {
      process.kill(Number.parseInt(readFileSync(file, 'utf8'), 10), 'SIGQUIT');
    } catch {
      // A test has killed it, so that its file stayed.
    }
  }
}

const environment = {
  // For the processes that tests start: with the compile cache, the site starts twice as fast.
  NODE_COMPILE_CACHE: compileCache,
  ...process.env,
  TMPDIR: folder,
  ...(chromium ? { CHROMIUM_PATH: await chromium } : {}),
};
// In parallel with the build, which keeps one processor busy, and with the tests, which start with those that mostly wait.
const checks = given.length === 0 ? runChecks() : { passed: 0, failed: 0 };
if (needsPages) {
  const build = spawn(node, [join(root, 'scripts', 'ensure-built.mjs')], { stdio: 'inherit' });
  const [status] = await once(build, 'exit');
  if (status !== 0) {
    const { passed, failed } = await checks;
    rmSync(folder, { recursive: true, force: true });
    process.stdout.write(`${passed} passed, ${failed + 1} failed\n`);
    process.exit(1);
  }
}

const report = join(folder, 'report.json');
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
const tests = spawn(
  node,
  [
    join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    ...(isWatching ? given : ['run', ...reporters, ...given]),
  ],
  { cwd: root, stdio: 'inherit', env: environment },
);
let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    isInterrupted = true;
    tests.kill(signal);
  });

const [status] = await once(tests, 'exit');
let { passed, failed } = await checks;
if (existsSync(report)) {
  const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(readFileSync(report, 'utf8'));
  passed += numPassedTests;
  failed += Math.max(numFailedTests, numFailedTestSuites > 0 ? 1 : 0);
}
if (status !== 0 && failed === 0) failed = 1;
if (isInterrupted) stopServers();
rmSync(folder, { recursive: true, force: true });
if (!isWatching) process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
