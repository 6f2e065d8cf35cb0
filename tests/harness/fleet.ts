import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import memory from '../../scripts/server-memory.json' with { type: 'json' };
import { startS3StandIn } from '../media/s3-stand-in.ts';
import { endServer } from './end-server.ts';
import { freePort } from './free-port.ts';
import { startTestServer } from './postgres.ts';
import { appSecret } from './site.ts';

// A site on several machines: processes with separate folders, which share only PostgreSQL and a bucket, behind a round-robin proxy. Needs
// the built pages. `node tests/harness/fleet.ts [processes]` starts one to look at.

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A round-robin proxy; `x-answered-by` names the process that answered. */
async function startProxy() {
  const agent = new Agent({ keepAlive: true });
  const targets: string[] = [];
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const index = turn % targets.length;
    turn += 1;
    const { method, url, headers, socket } = incoming;
    const forwarded = { ...headers, 'x-forwarded-for': socket.remoteAddress };
    const asked = request(
      new URL(url ?? '/', targets[index]),
      { ...(method ? { method } : {}), headers: forwarded, agent },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, 'x-answered-by': String(index) });
        answer.pipe(outgoing);
      },
    );
    asked.on('error', () => outgoing.destroy());
    incoming.pipe(asked);
  });
  // On a busy machine, the client may learn too late that an idle connection is being closed.
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    targets,
    async stop() {
      agent.destroy();
      await endServer(server);
    },
  };
}

async function startProcess(environment: Record<string, string>) {
  const child = spawn(process.execPath, [...memory.flags, join(root, 'build/site/main.js')], {
    cwd: root,
    env: { ...memory.environment, ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const isReady = new Promise<void>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (/ready at/.test(output)) resolve();
    });
    child.once('exit', (code) => reject(new Error(`A process has ended with ${code}: ${output}`)));
  });
  await isReady;
  return child;
}

const end = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });

type Options = { processes?: number; connectionString: string; environment?: Record<string, string> };

/** @param connectionString an empty database, or a site's */
export async function startFleet({ processes = 3, connectionString, environment = {} }: Options) {
  const proxy = await startProxy();
  const bucket = await startS3StandIn();
  const folders: string[] = [];
  const children: ChildProcess[] = [];
  for (let index = 0; index < processes; index += 1) {
    const folder = await mkdtemp(join(tmpdir(), 'promptory-fleet-'));
    const port = await freePort();
    folders.push(folder);
    children.push(
      await startProcess({
        NODE_ENV: 'test',
        PORT: String(port),
        DATA_DIR: folder,
        DATABASE_URL: connectionString,
        PUBLIC_URL: proxy.url,
        TRUST_PROXY: 'true',
        APP_SECRET: appSecret,
        MEDIA_URL: bucket.mediaUrl,
        STARTER: 'none',
        LOG_LEVEL: 'error',
        ADMIN_EMAIL: 'admin@example.com',
        ADMIN_PASSWORD: 'admin-password',
        ...environment,
      }),
    );
    proxy.targets.push(`http://127.0.0.1:${port}`);
  }
  return {
    url: proxy.url,
    /** The processes' own URLs, without the proxy. */
    targets: proxy.targets,
    bucket,
    /** The data folder of each process. */
    folders,
    /** Kills a process, as if its machine were switched off. */
    async lose(index: number) {
      const child = children[index];
      proxy.targets.splice(index, 1);
      children.splice(index, 1);
      child?.kill('SIGKILL');
    },
    async stop() {
      await Promise.all(children.map(end));
      await proxy.stop();
      await bucket.stop();
      for (const folder of folders) await rm(folder, { recursive: true, force: true });
    },
  };
}

if (import.meta.main) {
  const server = await startTestServer();
  const fleet = await startFleet({
    processes: Number(process.argv[2] ?? 3),
    connectionString: server.url,
    environment: { STARTER: 'demo' },
  });
  process.stdout.write(
    `${fleet.targets.join('\n')}\nbehind ${fleet.url} (admin@example.com, admin-password)\n`,
  );
  process.once('SIGINT', async () => {
    await fleet.stop();
    await server.stop();
  });
}
