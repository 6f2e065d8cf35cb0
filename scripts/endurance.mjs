import { ensureBuilt, ensureInstalled } from './prepare.mjs';
import { runPinned } from './run.mjs';

ensureInstalled({ everything: true });
ensureBuilt();
runPinned(['bench/endurance.ts', ...process.argv.slice(2)]);
