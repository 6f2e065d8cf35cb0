// Vite reloads pages, and the server's code is reloaded after each edit: see src/development.server.ts.
import { ensureInstalled } from './prepare.mjs';
import { startPinned } from './run.mjs';

ensureInstalled({ everything: true });

function start() {
  // Vite loads the development builds of libraries, and Node must load the same ones.
  const child = startPinned(['--conditions=development', 'src/main.server.ts'], { NODE_ENV: 'development' });
  let isRestarting = false;
  child.on('message', () => {
    isRestarting = true;
    child.kill('SIGTERM');
  });
  child.on('exit', (code, signal) => {
    for (const name of signals) process.off(name, stop);
    if (isRestarting) start();
    else process.exit(signal ? 1 : (code ?? 1));
  });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const stop = (name) => {
    isRestarting = false;
    child.kill(name);
  };
  for (const name of signals) process.on(name, stop);
}

start();
