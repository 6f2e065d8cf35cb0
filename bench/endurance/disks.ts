import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../tests/harness/free-port.ts';
import { end, startSiteProcess } from './site-process.ts';
import { countLost, signIn, startReaders, startWriters } from './writers.ts';

const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'pipe' }).toString();

/** A full or read-only disk, at the start and while members write. Needs root and loop devices. */
export async function measureDisks(rounds: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'promptory-disks-'));
  const [image, disk] = [join(folder, 'disk.img'), join(folder, 'disk')];
  await mkdir(disk);
  run('truncate', '-s', '400M', image);
  run('mkfs.ext4', '-q', '-F', image);
  run('mount', '-o', 'loop', image, disk);
  run('chmod', '755', folder, disk);
  const filler = join(disk, 'filler');
  const fill = async () => {
    const { bfree, bsize } = await statfs(disk);
    run('sh', '-c', `head -c ${bfree * bsize} /dev/zero > '${filler}' || true`);
  };
  const [port, environment] = [await freePort(), { DATA_DIR: join(disk, 'data') }];
  /** The message that the operator sees if the site doesn't start. */
  const refusal = () =>
    startSiteProcess(port, environment).then(
      ({ child }) => end(child, 'SIGTERM').then(() => 'it started'),
      (error: Error) => error.message.split('\n')[1],
    );
  try {
    run('mount', '-o', 'remount,ro', disk);
    console.log(`a new site on a read-only disk: ${await refusal()}`);
    run('mount', '-o', 'remount,rw', disk);
    await fill();
    console.log(`a new site on a full disk: ${await refusal()}`);
    await rm(filler);
    const site = await startSiteProcess(port, environment);
    const token = await signIn(site.url);
    let [written, lost, slowest] = [0, 0, 0];
    const statuses: Record<string, number> = {};
    for (let round = 0; round < rounds; round += 1) {
      const [writers, readers] = [startWriters(site.url, token, 4), startReaders(site.url, 4)];
      await delay(500);
      await fill();
      // Long enough for the database's log to need new files.
      await writeLargePrompts(site.url, token, 20);
      await rm(filler, { force: true });
      const since = performance.now();
      while (!(await canWrite(site.url, token))) await delay(50);
      slowest = Math.max(slowest, (performance.now() - since) / 1_000);
      await Promise.all([writers.stop(), readers.stop()]);
      for (const [status, count] of [
        ...Object.entries(writers.statuses),
        ...Object.entries(readers.statuses),
      ])
        statuses[status] = (statuses[status] ?? 0) + count;
      written += writers.acknowledged.length;
      lost += await countLost(site.url, token, writers.acknowledged);
    }
    console.log(
      `${rounds} times a full disk under load: ${written} acknowledged writes, ${lost} lost, answers ${JSON.stringify(statuses)}, writing again at most ${slowest.toFixed(1)} s after space was freed`,
    );
    await end(site.child, 'SIGTERM');
    run('mount', '-o', 'remount,ro', disk);
    console.log(`a site with data on a read-only disk: ${await refusal()}`);
    run('mount', '-o', 'remount,rw', disk);
    await fill();
    console.log(`a site with data on a full disk: ${await refusal()}`);
    await writeFile(filler, '');
    console.log(`with free space again: ${await refusal()}`);
  } finally {
    run('umount', disk);
    await rm(folder, { recursive: true, force: true });
  }
}

const createPrompt = (url: string, token: string, prompt_body: string) =>
  fetch(`${url}/api/v1/admin/prompts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Large', prompt_body }),
  }).catch(() => undefined);

async function writeLargePrompts(url: string, token: string, count: number) {
  for (let number = 0; number < count; number += 1) {
    const random = Array.from({ length: 90_000 }, () => Math.random().toString(36).slice(2, 12)).join('');
    await createPrompt(url, token, random);
  }
}
const canWrite = async (url: string, token: string) => (await createPrompt(url, token, 'Small'))?.ok ?? false;
