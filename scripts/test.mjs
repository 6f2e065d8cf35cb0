// Everything that can be checked: types, style, unused code, then all tests on a real PostgreSQL and a real browser.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from './check.mjs';
import { ensureBuilt, ensureInstalled, fail, node, root } from './prepare.mjs';

/** The browser for the journeys: CHROMIUM_PATH, one that is installed, or Debian's package. */
function ensureChromium() {
  const places = [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ];
  const find = () => places.find((place) => place && existsSync(place));
  if (!find() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stdout.write('Installing Chromium for the browser tests …\n');
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const quiet = { stdio: 'ignore', env: environment };
    spawnSync('apt-get', ['update'], quiet);
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], quiet);
  }
  return (
    find() ??
    fail(
      'The browser tests need Chromium: install it (Debian: sudo apt-get install chromium) or set CHROMIUM_PATH.',
    )
  );
}

ensureInstalled({ everything: true });
const chromium = ensureChromium();
const checks = runChecks();
ensureBuilt();

const folder = mkdtempSync(join(tmpdir(), 'promptory-report-'));
const report = join(folder, 'report.json');
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const args = [
  vitest,
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
  ...process.argv.slice(2),
];
const result = spawnSync(node, args, {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, CHROMIUM_PATH: chromium },
});

let passed = checks.passed;
let failed = checks.failed;
if (existsSync(report)) {
  const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(readFileSync(report, 'utf8'));
  passed += numPassedTests;
  failed += Math.max(numFailedTests, numFailedTestSuites > 0 ? 1 : 0);
}
if (result.status !== 0 && failed === 0) failed = 1;
rmSync(folder, { recursive: true, force: true });
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
