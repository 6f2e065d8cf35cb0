import { ensureBuilt, ensureInstalled } from './prepare.mjs';
import { runPinned } from './run.mjs';

const [name, ...rest] = process.argv.slice(2);
ensureInstalled({ everything: true });
ensureBuilt();
runPinned([`bench/${name}.ts`, ...rest]);
