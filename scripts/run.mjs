// Runs a program of the project on the pinned Node.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { node, root } from './prepare.mjs';

/** Node flags and environment variables that keep the memory of the site small. */
export const memory = JSON.parse(readFileSync(new URL('server-memory.json', import.meta.url), 'utf8'));

/** What Node has compiled once is kept here and read the next time. */
export const compileCache = join(root, 'node_modules', '.cache', 'compile');

/** If this process dies, the program notices the closed channel and stops in an orderly way. */
export function startPinned(args, environment = {}) {
  return spawn(node, args, {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // A second start takes a third less. Memory that is free goes back to the system: after a crowd of sign-ins their 19 MB each would stay.
    env: { NODE_COMPILE_CACHE: compileCache, ...memory.environment, ...process.env, ...environment },
  });
}

/** Hands signals on to the program and ends as it does. */
export function runPinned(args, environment = {}) {
  const child = startPinned(args, environment);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}
