import { readFileSync } from 'node:fs';
import { ensureBuilt, ensureInstalled } from './prepare.mjs';
import { runPinned } from './run.mjs';

ensureInstalled();
ensureBuilt();
// Cap the heap and its young generation: without a limit the collector takes twice the memory that the site needs.
const flags = JSON.parse(readFileSync(new URL('server-flags.json', import.meta.url), 'utf8'));
runPinned([...flags, 'build/site/main.js']);
