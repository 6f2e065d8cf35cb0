import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import memory from '../scripts/server-memory.json' with { type: 'json' };

const root = fileURLToPath(new URL('..', import.meta.url));

/** Starts a program of the benchmark, and waits for a line that matches. */
async function start(args: string[], environment: Record<string, string>, ready: RegExp) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const match = await new Promise<RegExpExecArray>((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk) => {
      output += chunk;
      const found = ready.exec(output);
      if (found) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} has ended with ${code}:\n${output}`)));
  });
  return { child, match };
}

const end = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });

/** A site as in production, in its own process with `further` environment variables, on an embedded PostgreSQL in a temporary folder. */
export async function startBenchSite(further: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'promptory-bench-'));
  const environment = {
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    PORT: '0',
    STARTER: 'demo',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: 'admin-password',
    ...memory.environment,
    ...further,
  };
  const { child, match } = await start(
    [...memory.flags, 'build/site/main.js'],
    environment,
    /ready at (\S+)/,
  );
  return {
    url: match[1] ?? '',
    pid: child.pid ?? 0,
    dataDir,
    environment,
    /** Resident memory of the application, in MB. */
    async memory() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024);
    },
    /** A new session of the admin, in the format that browsers store. */
    async session(): Promise<{ access_token: string }> {
      const answer = await fetch(`${match[1]}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: environment.ADMIN_EMAIL, password: environment.ADMIN_PASSWORD }),
      });
      return (await answer.json()) as { access_token: string };
    },
    /** The admin's request headers. */
    async signIn() {
      return { authorization: `Bearer ${(await this.session()).access_token}` };
    },
    /** Runs `promptory …` alongside the site; returns its seconds. */
    async promptory(...args: string[]) {
      const since = performance.now();
      const { child: command } = await start(['build/site/promptory.js', ...args], environment, /\n/);
      if (command.exitCode === null) await new Promise((resolve) => command.once('exit', resolve));
      return (performance.now() - since) / 1_000;
    },
    async stop() {
      await end(child);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type BareServer = Awaited<ReturnType<typeof startBareServer>>;

/** A plain node:http server that sends prepared bytes, or answers one query through plain pg. */
export async function startBareServer(environment: Record<string, string>) {
  const { child, match } = await start(['bench/bare-server.ts'], environment, /at (\S+)/);
  return { url: match[1] ?? '', stop: () => end(child) };
}
