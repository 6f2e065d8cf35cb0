import { ensureInstalled } from './prepare.mjs';
import { runPinned } from './run.mjs';

ensureInstalled();
runPinned(['src/command-line/main.server.ts', ...process.argv.slice(2)]);
