import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.server.ts';
import { createLog } from '#platform/observability/log.server.ts';
import { freePort } from '../../tests/harness/free-port.ts';
import { admin, end, startSiteProcess } from './site-process.ts';
import { countLost, signIn, startReaders, startWriters } from './writers.ts';

const warmUpSeconds = 60;
const largestTables = `
  select format('%s.%s', schemaname, relname) as name, pg_total_relation_size(relid)::bigint as bytes, n_live_tup::int as rows
  from pg_stat_user_tables order by 2 desc limit 12`;

/** Readers, writers, and members who sign in and refresh, for many minutes: compares memory and tables at the beginning and the end. */
export async function measureMixed(minutes: number): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'promptory-mixed-'));
  const server = await startEmbeddedPostgres(dataDir, createLog('error'));
  const site = await startSiteProcess(await freePort(), { DATA_DIR: dataDir, STARTER: 'demo' });
  const client = new pg.Client({ connectionString: server.connectionString });
  await client.connect();
  const report = async (when: string) => {
    const { rows } = await client.query(largestTables);
    const tables = rows.map(({ name, bytes, rows }) => `${name} ${Math.round(bytes / 1_024)} kB (${rows})`);
    console.log(`${when}: memory ${await site.memory()} MB; ${tables.join(', ')}`);
  };
  const token = await signIn(site.url);
  const readers = startReaders(
    site.url,
    4,
    ['/', '/browse', '/pricing', '/api/v1/prompts?q=plan', '/api/v1/prompts'],
    20,
  );
  // One writer, because the run is long, and the growth of the library itself isn't measured.
  const writers = startWriters(site.url, token, 1, 100);
  const sessions = startSessions(site.url);
  await delay(Math.min(warmUpSeconds, minutes * 6) * 1_000);
  await report('after a minute');
  for (let minute = 5; minute < minutes; minute += 5) {
    await delay(300_000);
    console.log(`minute ${minute}: memory ${await site.memory()} MB`);
  }
  await delay(Math.max(0, minutes - Math.floor((minutes - 1) / 5) * 5 - 1) * 60_000);
  const errors = await sessions.stop();
  await Promise.all([readers.stop(), writers.stop()]);
  await report('at the end');
  const lost = await countLost(site.url, await signIn(site.url), writers.acknowledged.slice(-2_000));
  console.log(
    `${minutes} minutes: reads ${JSON.stringify(readers.statuses)}, broken ${readers.cut()}, writes ${JSON.stringify(writers.statuses)}, sessions ${JSON.stringify(errors)}, lost ${lost} of the last 2,000`,
  );
  await client.end();
  await end(site.child, 'SIGTERM');
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** Signs in, refreshes twenty times, and signs out, repeatedly. */
function startSessions(url: string) {
  const statuses: Record<string, number> = {};
  let stopped = false;
  const post = async (path: string, body: object, token?: string) => {
    const answer = await fetch(`${url}/auth/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    });
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    return answer.status === 200 ? answer.json() : {};
  };
  const running = (async () => {
    while (!stopped) {
      let session = await post('token?grant_type=password', admin);
      for (let turn = 0; turn < 20 && !stopped; turn += 1) {
        await delay(250);
        session = await post('token?grant_type=refresh_token', { refresh_token: session.refresh_token });
      }
      await post('logout?scope=local', {}, session.access_token);
    }
  })();
  return {
    async stop() {
      stopped = true;
      await running;
      return statuses;
    },
  };
}
