import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import memory from '../../scripts/server-memory.json' with { type: 'json' };

const root = fileURLToPath(new URL('../..', import.meta.url));
export const admin = { email: 'admin@example.com', password: 'admin-password' };

/** A site as in production, in its own process. @throws Error with its output if it doesn't become ready */
export async function startSiteProcess(port: number, environment: Record<string, string>) {
  const since = performance.now();
  const child = spawn(process.execPath, [...memory.flags, 'build/site/main.js'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...memory.environment,
      ...process.env,
      DATABASE_URL: '',
      STARTER: 'none',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      ...environment,
      PORT: String(port),
    },
  });
  let output = '';
  const ready = new Promise<boolean>((resolve) => {
    const read = (chunk: Buffer) => {
      output = (output + chunk).slice(-20_000);
      if (/Promptory is ready at/.test(output)) resolve(true);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', () => resolve(false));
  });
  if (!(await ready)) throw new Error(`The site did not start:\n${output}`);
  return {
    child,
    url: `http://127.0.0.1:${port}`,
    startSeconds: (performance.now() - since) / 1_000,
    output: () => output,
    memory: () => residentMegabytes(child.pid ?? 0),
  };
}

/** Resident memory, in MB. */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024);
}

/** Sends a signal. @returns the exit code, and the seconds until exit */
export async function end(child: ChildProcess, signal: NodeJS.Signals) {
  const since = performance.now();
  const code =
    child.exitCode ??
    (await new Promise<number | null>((resolve) => {
      child.once('exit', resolve);
      child.kill(signal);
    }));
  return { code, seconds: (performance.now() - since) / 1_000 };
}

/** The process id of the embedded PostgreSQL in a data folder. */
export const postmasterOf = async (dataDir: string) =>
  Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);

/** Waits until /readyz answers 200. @returns the seconds it took. @throws Error after a minute */
export async function untilReady(url: string): Promise<number> {
  const since = performance.now();
  for (;;) {
    const status = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
      (answer) => answer.status,
      () => 0,
    );
    const seconds = (performance.now() - since) / 1_000;
    if (status === 200) return seconds;
    if (seconds > 60) throw new Error(`${url} is not ready after a minute`);
    await delay(50);
  }
}
