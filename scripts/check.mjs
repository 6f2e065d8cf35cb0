// Every check that needs no running site: types, style, unused code. `npm run check` runs them; so does `npm test`.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, node, root } from './prepare.mjs';

const tool = (name, file) => join(root, 'node_modules', name, file);
const checks = [
  ['page types', [tool('@react-router/dev', 'bin.cjs'), 'typegen']],
  ['types', [tool('typescript', 'bin/tsc'), '-p', '.']],
  ['style and lint', [tool('@biomejs/biome', 'bin/biome'), 'check', '.']],
  ['unused code', [tool('knip', 'bin/knip.js')]],
];

/** Runs all checks and prints a line for each. @returns how many passed and failed. */
export function runChecks() {
  let passed = 0;
  for (const [name, args] of checks) {
    if (!existsSync(args[0])) throw new Error(`${args[0]} is missing`);
    const result = spawnSync(node, args, { cwd: root, encoding: 'utf8' });
    const good = result.status === 0;
    if (good) passed += 1;
    process.stdout.write(`${good ? '✓' : '✗'} ${name}\n${good ? '' : `${result.stdout}${result.stderr}\n`}`);
  }
  return { passed, failed: checks.length - passed };
}

if (import.meta.filename === process.argv[1]) {
  ensureInstalled({ everything: true });
  process.exit(runChecks().failed === 0 ? 0 : 1);
}
