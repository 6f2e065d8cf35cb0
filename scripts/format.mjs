// Formats everything and fixes what the linter can fix.
import { join } from 'node:path';
import { ensureInstalled, root } from './prepare.mjs';
import { runPinned } from './run.mjs';

ensureInstalled({ everything: true });
const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
runPinned([biome, 'check', '--write', ...(process.argv.length > 2 ? process.argv.slice(2) : ['.'])]);
