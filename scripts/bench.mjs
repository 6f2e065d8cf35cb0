import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { ensureBuilt, ensureInstalled, root } from './prepare.mjs';
import { runPinned } from './run.mjs';

const [name, ...rest] = process.argv.slice(2);
const program = `bench/${name}.ts`;
ensureInstalled({ everything: true });
ensureBuilt();
const needsBrowser = readFileSync(join(root, program), 'utf8').includes('CHROMIUM_PATH');
runPinned([program, ...rest], needsBrowser ? { CHROMIUM_PATH: await ensureChromium() } : {});
