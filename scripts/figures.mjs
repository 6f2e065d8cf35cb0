import { ensureInstalled } from './prepare.mjs';
import { runPinned } from './run.mjs';

ensureInstalled({ everything: true });
runPinned(['tests/harness/figures.ts']);
