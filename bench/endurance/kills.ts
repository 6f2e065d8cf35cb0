import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../tests/harness/free-port.ts';
import { end, postmasterOf, startSiteProcess } from './site-process.ts';
import { countLost, signIn, startReaders, startWriters } from './writers.ts';

/** kill -9 during writes: of the site, its PostgreSQL, or both. */
export async function measureKills(victim: 'site' | 'database' | 'both', rounds: number): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'promptory-kills-'));
  const port = await freePort();
  let site = await startSiteProcess(port, { DATA_DIR: dataDir });
  let token = await signIn(site.url);
  let [written, lost, failedStarts, slowest] = [0, 0, 0, 0];
  const restart = async () => {
    site = await startSiteProcess(port, { DATA_DIR: dataDir });
  };
  for (let round = 0; round < rounds; round += 1) {
    const writers = startWriters(site.url, token, 4);
    // The delay varies, so that kills come at different stages of the work.
    await delay(100 + (round % 20) * 15);
    if (victim !== 'site') process.kill(await postmasterOf(dataDir), 'SIGKILL');
    if (victim !== 'database') await end(site.child, 'SIGKILL');
    const since = performance.now();
    if (victim !== 'database')
      await restart().catch((error: unknown) => {
        failedStarts += 1;
        console.error(error);
        return restart();
      });
    await writers.stop();
    token = await untilSignedIn(site.url);
    slowest = Math.max(slowest, (performance.now() - since) / 1_000);
    written += writers.acknowledged.length;
    lost += await countLost(site.url, token, writers.acknowledged);
  }
  const { code } = await end(site.child, 'SIGTERM');
  console.log(
    `${rounds} kills of ${victim}: ${written} acknowledged writes, ${lost} lost, ${failedStarts} failed starts, signed in again after at most ${slowest.toFixed(1)} s, last stop ${code}`,
  );
  await rm(dataDir, { recursive: true, force: true });
}

/** Signs in as soon as possible. A server that was just killed may still answer once, so readiness alone proves little. */
async function untilSignedIn(url: string): Promise<string> {
  const until = performance.now() + 60_000;
  for (;;) {
    try {
      return await signIn(url);
    } catch (error) {
      if (performance.now() > until) throw error;
      await delay(100);
    }
  }
}

/** SIGTERM under load: counts aborted requests, exit codes and seconds. */
export async function measureStops(rounds: number): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'promptory-stops-'));
  const port = await freePort();
  let [answered, cut, failed, slowest] = [0, 0, 0, 0];
  for (let round = 0; round < rounds; round += 1) {
    const site = await startSiteProcess(port, { DATA_DIR: dataDir });
    const readers = startReaders(site.url, 16);
    await delay(300 + (round % 10) * 20);
    const { code, seconds } = await end(site.child, 'SIGTERM');
    if (code !== 0) failed += 1;
    slowest = Math.max(slowest, seconds);
    await readers.stop();
    answered += Object.values(readers.statuses).reduce((sum, count) => sum + count, 0);
    cut += readers.cut();
    const others = Object.keys(readers.statuses).filter((status) => status !== '200');
    if (others.length > 0) console.error(`Not answered as usual: ${JSON.stringify(readers.statuses)}`);
  }
  console.log(
    `${rounds} times SIGTERM under load: ${answered} requests answered, ${cut} cut, ${failed} exit codes other than 0, ended after at most ${slowest.toFixed(1)} s`,
  );
  await rm(dataDir, { recursive: true, force: true });
}
