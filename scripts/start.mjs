import { ensureBuilt, ensureInstalled } from './prepare.mjs';
import { runPinned } from './run.mjs';

ensureInstalled();
ensureBuilt();
runPinned(['src/main.server.ts']);
