// node scripts/runtime.mjs <folder>: installs and builds if necessary, and copies everything that a running site needs, without the build tools.
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ensureBuilt, ensureInstalled, fail, root } from './prepare.mjs';

const [, , target] = process.argv;
if (!target) fail('Name the folder to fill: node scripts/runtime.mjs /srv/promptory');
ensureInstalled();
ensureBuilt();
// Needs the packages.
const { external } = await import('./bundle-server.mjs');

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const files = new Set(['package.json', 'bin', 'build', 'db', 'node_modules/node/bin/node']);
// Files that the bundle reads from next to its sources: words for the analysis, and fonts for pictures.
for (const file of readdirSync(join(root, 'src'), { recursive: true }))
  if (/\.(yaml|ttf)$/.test(file)) files.add(join('src', file));
for (const name of external) addPackage(name, '');
for (const file of files)
  cpSync(join(root, file), join(resolve(target), file), { recursive: true, verbatimSymlinks: true });

/** Adds a package as resolved from the folder `from`, with all of its dependencies that are for this platform. */
function addPackage(name, from) {
  const own = join(from, 'node_modules', name);
  if (!packages[own] && from !== '')
    return addPackage(name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))));
  if (!existsSync(join(root, own)) || files.has(own)) return undefined;
  files.add(own);
  const { dependencies, optionalDependencies } = packages[own];
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) addPackage(needed, own);
  return undefined;
}
