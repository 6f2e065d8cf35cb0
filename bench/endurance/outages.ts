import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.server.ts';
import { createLog } from '#platform/observability/log.server.ts';
import { freePort } from '../../tests/harness/free-port.ts';
import { startDatabaseProxy } from '../../tests/harness/tcp-proxy.ts';
import { end, postmasterOf, startSiteProcess, untilReady } from './site-process.ts';
import { countLost, signIn, startReaders, startWriters } from './writers.ts';

const kinds = ['stopped', 'hung', 'silent'] as const;

/** The database becomes unavailable under load: stopped, hung (SIGSTOP), or behind a network that drops all packets. */
export async function measureOutages(seconds: number): Promise<void> {
  for (const kind of kinds) {
    const dataDir = await mkdtemp(join(tmpdir(), 'promptory-outage-'));
    const server = await startEmbeddedPostgres(dataDir, createLog('error'));
    const proxy = await startDatabaseProxy(server.connectionString);
    const site = await startSiteProcess(await freePort(), {
      DATA_DIR: dataDir,
      DATABASE_URL: proxy.connectionString,
    });
    const token = await signIn(site.url);
    const writers = startWriters(site.url, token, 4);
    const readers = startReaders(site.url, 8);
    await delay(3_000);
    // Each session of the server has its own process, and all of them must hang.
    const group = -(await postmasterOf(dataDir));
    if (kind === 'stopped') proxy.cut();
    if (kind === 'hung') process.kill(group, 'SIGSTOP');
    if (kind === 'silent') proxy.silence();
    const slowest = await slowestAnswer(site.url, token, seconds);
    if (kind === 'hung') process.kill(group, 'SIGCONT');
    else proxy.restore();
    const back = await untilReady(site.url);
    const stillIn = (
      await fetch(`${site.url}/api/v1/profile`, { headers: { authorization: `Bearer ${token}` } })
    ).status;
    await delay(2_000);
    await Promise.all([writers.stop(), readers.stop()]);
    const lost = await countLost(site.url, token, writers.acknowledged);
    console.log(
      `database ${kind} for ${seconds} s: slowest answer ${slowest.request.toFixed(1)} s, /readyz ${slowest.readiness.toFixed(1)} s, without Retry-After ${slowest.withoutRetryAfter}, ready again after ${back.toFixed(1)} s, profile ${stillIn}, reads ${JSON.stringify(readers.statuses)}, broken ${readers.cut()}, writes ${JSON.stringify(writers.statuses)}, ${writers.acknowledged.length} acknowledged, ${lost} lost`,
    );
    await end(site.child, 'SIGTERM');
    await proxy.stop();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Sends a request every second while the database is unavailable. */
async function slowestAnswer(url: string, token: string, seconds: number) {
  const slowest = { request: 0, readiness: 0, withoutRetryAfter: 0 };
  const until = performance.now() + seconds * 1_000;
  const time = async (path: string, headers: Record<string, string> = {}) => {
    const since = performance.now();
    const answer = await fetch(`${url}${path}`, { headers });
    return { answer, seconds: (performance.now() - since) / 1_000 };
  };
  while (performance.now() < until) {
    const [page, profile, ready] = await Promise.all([
      time('/browse'),
      time('/api/v1/profile', { authorization: `Bearer ${token}` }),
      time('/readyz'),
    ]);
    slowest.request = Math.max(slowest.request, page.seconds, profile.seconds);
    slowest.readiness = Math.max(slowest.readiness, ready.seconds);
    for (const { answer } of [page, profile])
      if (answer.status === 503 && !answer.headers.has('retry-after')) slowest.withoutRetryAfter += 1;
    await delay(1_000);
  }
  return slowest;
}
