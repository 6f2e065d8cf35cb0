// Every check that needs no running site. `npm run check` runs them, and so does `npm test`; `npm run check types` runs
// those whose name contains the word.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, fail, node, root } from './prepare.mjs';

const spellingCache = `--cache-location=${join(root, 'node_modules', '.cache', 'cspell')}`;
const tool = (name, file) => join(root, 'node_modules', name, file);
const checks = [
  ['page types', [tool('@react-router/dev', 'bin.cjs'), 'typegen']],
  // Each checker would compute shared types again: four of them use more than twice the CPU time.
  ['types', [tool('typescript', 'bin/tsc'), '-p', '.', '--checkers', '1']],
  ['style and lint', [tool('@biomejs/biome', 'bin/biome'), 'check', '.']],
  ['unused code', [tool('knip', 'bin/knip.js')]],
  ['spelling', [tool('cspell', 'bin.mjs'), '--no-progress', '--no-summary', '--cache', spellingCache, '.']],
  ['texts in catalogs', [join(root, 'scripts', 'check-texts.mjs')]],
  ['messages', [join(root, 'scripts', 'messages.mjs'), '--check']],
  ['wording', [join(root, 'scripts', 'check-wording.mjs')]],
];

const run = (args) =>
  new Promise((resolve) => {
    const given = { cwd: root, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 };
    execFile(node, args, given, (error, stdout, stderr) =>
      resolve({ good: !error, output: stdout + stderr }),
    );
  });

/** Runs the checks one after another and prints a line for each. @returns how many passed and failed */
export async function runChecks(word = '') {
  const chosen = checks.filter(([name]) => name.includes(word));
  // Unused code is found through the imports of the generated page types.
  const wanted = chosen.some(([name]) => name === 'unused code')
    ? [...new Set([checks[0], ...chosen])]
    : chosen;
  if (wanted.length === 0) fail(`No check is called "${word}": ${checks.map(([name]) => name).join(', ')}`);
  let passed = 0;
  for (const [name, args] of wanted) {
    if (!existsSync(args[0])) throw new Error(`${args[0]} is missing`);
    const { good, output } = await run(args);
    if (good) passed += 1;
    process.stdout.write(`${good ? '✓' : '✗'} ${name}\n${good ? '' : `${output}\n`}`);
  }
  return { passed, failed: wanted.length - passed };
}

if (import.meta.filename === process.argv[1]) {
  ensureInstalled({ everything: true });
  process.exit((await runChecks(process.argv[2])).failed === 0 ? 0 : 1);
}
