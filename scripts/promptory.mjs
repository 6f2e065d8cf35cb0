import { ensureInstalled, isBuilt } from './prepare.mjs';
import { runPinned } from './run.mjs';

ensureInstalled();
// Nothing is built here: a site that is running may be serving the last build.
const main = isBuilt() ? 'build/site/promptory.js' : 'src/command-line/main.server.ts';
runPinned([main, ...process.argv.slice(2)]);
