// What a second process brings where there are cores for it: npm run bench:processes. On a machine with few cores, processes, database
// and load take them from each other; so every process gets the same small share of a core, by a control group of its own.
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { freePort } from '../tests/harness/free-port.ts';
import { rate } from './rate.ts';
import { startBenchSite } from './site.ts';

/** Of one core. */
const share = 0.3;
const periodMicroseconds = 20_000;
const paths = ['/browse', '/api/v1/prompts', '/api/v1/prompts/plain-words-editor'];

/** A control group with a share of a core, of either version. @throws Error without permission */
function createGroup(name: string) {
  const isSecond = existsSync('/sys/fs/cgroup/cgroup.controllers');
  const folder = `/sys/fs/cgroup/${isSecond ? '' : 'cpu/'}${name}`;
  mkdirSync(folder, { recursive: true });
  const quota = String(Math.round(share * periodMicroseconds));
  if (isSecond) writeFileSync(`${folder}/cpu.max`, `${quota} ${periodMicroseconds}`);
  else {
    writeFileSync(`${folder}/cpu.cfs_period_us`, String(periodMicroseconds));
    writeFileSync(`${folder}/cpu.cfs_quota_us`, quota);
  }
  return {
    add: (pid: number) => writeFileSync(`${folder}/cgroup.procs`, String(pid)),
    remove: () => rmdirSync(folder),
  };
}

/** Those that answer requests: with several processes the first one only watches them. */
function serving(pid: number, count: number): number[] {
  if (count === 1) return [pid];
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  return children.filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('main.js'));
}

/** Requests a second of each path. */
async function ratesWith(count: number): Promise<number[]> {
  const site = await startBenchSite({ WEB_CONCURRENCY: String(count), PORT: String(await freePort()) });
  const member = await site.signIn();
  const ids = serving(site.pid, count);
  if (ids.length !== count) throw new Error(`${ids.length} processes instead of ${count}`);
  const groups = ids.map((pid, index) => {
    const group = createGroup(`promptory-bench-${index}`);
    group.add(pid);
    return group;
  });
  const rates: number[] = [];
  for (const path of paths) {
    const headers = path.includes('plain-words') ? member : {};
    await rate(`${site.url}${path}`, headers);
    rates.push(await rate(`${site.url}${path}`, headers));
  }
  await site.stop();
  for (const group of groups) group.remove();
  return rates;
}

const [one, two] = [await ratesWith(1), await ratesWith(2)];
for (const [index, path] of paths.entries()) {
  const [a = 0, b = 0] = [one[index], two[index]];
  console.log(
    `${path}: one process ${Math.round(a)}/s, two ${Math.round(b)}/s, ${(b / a).toFixed(2)}x (each with ${share} of a core)`,
  );
}
