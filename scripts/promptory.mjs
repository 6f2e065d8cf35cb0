import { ensureInstalled, isBuilt } from './prepare.mjs';
import { runPinned } from './run.mjs';

ensureInstalled();
// Doesn't build, because a running site may be serving the last build.
const main = isBuilt() ? 'build/site/promptory.js' : 'src/command-line/main.server.ts';
runPinned([main, ...process.argv.slice(2)]);
