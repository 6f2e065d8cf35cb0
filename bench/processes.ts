// What a second process brings where there are cores for it: npm run bench:processes. On a machine with few cores, processes, database
// and load take them from each other; so every process gets the same small share of a core, by a control group of its own.
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { freePort } from '../tests/harness/free-port.ts';
import { rate } from './rate.ts';
import { startBenchSite } from './site.ts';

/** Of one core. */
const share = 0.3;
const periodMicroseconds = 20_000;
const rounds = 3;
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

/** A site whose processes have their share each. */
async function startLimited(count: number) {
  const site = await startBenchSite({ WEB_CONCURRENCY: String(count), PORT: String(await freePort()) });
  const member = await site.signIn();
  const ids = serving(site.pid, count);
  if (ids.length !== count) throw new Error(`${ids.length} processes instead of ${count}`);
  const groups = ids.map((id) => {
    const group = createGroup(`promptory-bench-${id}`);
    group.add(id);
    return group;
  });
  return {
    rate: (path: string) => rate(`${site.url}${path}`, path.includes('plain-words') ? member : {}),
    async stop() {
      await site.stop();
      for (const group of groups) group.remove();
    },
  };
}

const [one, two] = [await startLimited(1), await startLimited(2)];
for (const path of paths) {
  const sums = { one: 0, two: 0 };
  for (const site of [one, two]) await site.rate(path);
  // Turn by turn, so that whatever else the machine does meets both.
  for (let round = 0; round < rounds; round += 1) {
    sums.one += await one.rate(path);
    sums.two += await two.rate(path);
  }
  const [a, b] = [Math.round(sums.one / rounds), Math.round(sums.two / rounds)];
  console.log(
    `${path}: one process ${a}/s, two ${b}/s, ${(b / a).toFixed(2)}x (each with ${share} of a core)`,
  );
}
await Promise.all([one.stop(), two.stop()]);
