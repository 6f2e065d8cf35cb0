// Runs a program of the project on the pinned Node and hands signals on to it. If this process dies, the program
// notices the closed channel and stops in an orderly way.
import { spawn } from 'node:child_process';
import { node, root } from './prepare.mjs';

export function runPinned(args, environment = {}) {
  const child = spawn(node, args, {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...environment },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}
