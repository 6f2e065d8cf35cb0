import { ensureBuilt, ensureInstalled } from './prepare.mjs';
import { runPinned } from './run.mjs';

ensureInstalled({ everything: true });
ensureBuilt();
runPinned(['bench/main.ts', ...process.argv.slice(2)]);
