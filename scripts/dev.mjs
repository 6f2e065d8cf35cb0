// Pages reload by themselves (Vite); a change on the server's side restarts the process.
import { watch } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, root } from './prepare.mjs';
import { startPinned } from './run.mjs';

const serverSide = /\.server\.ts$|\.contract\.ts$|^(access|platform)\/|^constants\.ts$/;
const settleMilliseconds = 200;

ensureInstalled({ everything: true });
// Vite loads the development builds of libraries; Node has to load the same ones.
const start = () =>
  startPinned(['--conditions=development', 'src/main.server.ts'], { NODE_ENV: 'development' });
let child = start();
let timer;
let isStopping = false;

watch(join(root, 'src'), { recursive: true }, (_event, file) => {
  if (!file || !serverSide.test(file) || file.includes('.test.')) return;
  clearTimeout(timer);
  timer = setTimeout(() => {
    process.stdout.write(`${file} has changed, starting again …\n`);
    child.once('exit', () => {
      if (!isStopping) child = start();
    });
    child.kill('SIGTERM');
  }, settleMilliseconds);
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    isStopping = true;
    child.once('exit', () => process.exit(0));
    child.kill(signal);
  });
