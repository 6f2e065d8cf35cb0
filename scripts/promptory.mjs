import { join } from 'node:path';
import { ensureInstalled, isBuilt, root } from './prepare.mjs';
import { runPinned } from './run.mjs';

ensureInstalled();
// Doesn't build, because a running site may be serving the last build.
const main = isBuilt() ? 'build/site/promptory.js' : 'src/command-line/main.server.ts';
// Arguments name files from the folder that the command is run in.
runPinned([join(root, main), ...process.argv.slice(2)], {}, process.cwd());
