import { ensureBuilt, ensureInstalled } from './prepare.mjs';
import { memory, runPinned } from './run.mjs';

ensureInstalled();
ensureBuilt();
// Cap the heap and its young generation: without a limit, the collector uses twice the memory that the site needs.
runPinned([...memory.flags, 'build/site/main.js']);
