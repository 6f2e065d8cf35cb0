// Runs a program of the project on the pinned Node.
import { spawn } from 'node:child_process';
import { node, root } from './prepare.mjs';

/** If this process dies, the program notices the closed channel and stops in an orderly way. */
export function startPinned(args, environment = {}) {
  return spawn(node, args, {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...environment },
  });
}

/** Hands signals on to the program and ends as it does. */
export function runPinned(args, environment = {}) {
  const child = startPinned(args, environment);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}
