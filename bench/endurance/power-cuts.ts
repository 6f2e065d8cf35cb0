import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../tests/harness/free-port.ts';
import { end, postmasterOf, startSiteProcess } from './site-process.ts';
import { countLost, signIn, startWriters } from './writers.ts';

const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'pipe' }).toString();

/**
 * A power cut loses everything that hasn't reached the disk. The data is on a disk image of its own; while members write, all programs are
 * frozen, and the image is copied without the data that the kernel still holds back. Then the copy is mounted and
 * started. Needs root and loop devices.
 */
export async function measurePowerCuts(rounds: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'promptory-power-'));
  const [image, cut] = [join(folder, 'disk.img'), join(folder, 'cut.img')];
  const [disk, afterwards] = [join(folder, 'disk'), join(folder, 'afterwards')];
  await Promise.all([mkdir(disk), mkdir(afterwards)]);
  run('truncate', '-s', '600M', image);
  run('mkfs.ext4', '-q', '-F', image);
  run('mount', '-o', 'loop', image, disk);
  run('chmod', '755', folder, disk);
  const dataDir = join(disk, 'data');
  const [port, otherPort] = [await freePort(), await freePort()];
  const site = await startSiteProcess(port, { DATA_DIR: dataDir });
  let [written, lost, failedStarts] = [0, 0, 0];
  try {
    for (let round = 0; round < rounds; round += 1) {
      const writers = startWriters(site.url, await signIn(site.url), 4);
      await delay(200 + (round % 20) * 37);
      const frozen = [site.child.pid ?? 0, ...processesOf(await postmasterOf(dataDir))];
      for (const pid of frozen) process.kill(pid, 'SIGSTOP');
      // Writes acknowledged before this moment must be on the disk.
      await delay(20);
      const acknowledged = [...writers.acknowledged];
      await copyFile(image, cut);
      for (const pid of frozen) process.kill(pid, 'SIGCONT');
      await writers.stop();
      run('mount', '-o', 'loop', cut, afterwards);
      try {
        const restored = await startSiteProcess(otherPort, { DATA_DIR: join(afterwards, 'data') });
        written += acknowledged.length;
        lost += await countLost(restored.url, await signIn(restored.url), acknowledged);
        await end(restored.child, 'SIGTERM');
      } catch (error) {
        failedStarts += 1;
        console.error(error);
      } finally {
        run('umount', afterwards);
        await rm(cut);
      }
    }
    console.log(
      `${rounds} power cuts: ${written} acknowledged writes, ${lost} lost, ${failedStarts} failed starts`,
    );
  } finally {
    await end(site.child, 'SIGTERM');
    run('umount', disk);
    await rm(folder, { recursive: true, force: true });
  }
}

/** A process and its descendants. */
function processesOf(pid: number): number[] {
  const children = run('ps', '-o', 'pid=', '--ppid', String(pid)).split('\n').map(Number).filter(Boolean);
  return [pid, ...children];
}
