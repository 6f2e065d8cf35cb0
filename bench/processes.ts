// What a second process gains on a machine with enough cores: npm run bench:processes. With few cores, processes, database and load compete
// for them, so every process gets the same small share of a core in its own control group.
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { freePort } from '../tests/harness/free-port.ts';
import { rate } from './rate.ts';
import { startBenchSite } from './site.ts';

/** The share of one core. */
const share = 0.3;
const periodMicroseconds = 20_000;
const rounds = 3;
const paths = ['/browse', '/api/v1/prompts', '/api/v1/prompts/plain-words-editor'];

/** Creates a control group with a share of a core, in cgroups v1 or v2. @throws Error without permission */
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

/** The processes that answer requests: with several, the first one only supervises. */
function serving(pid: number, count: number): number[] {
  if (count === 1) return [pid];
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  return children.filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('main.js'));
}

/** A site in which each process has its share. */
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
  // Alternating, so that any other load on the machine affects both.
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
