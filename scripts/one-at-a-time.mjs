// Keeps two starts of one folder from installing or building over each other. Runs on Node 20 and later with nothing installed yet.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';

const lookEveryMilliseconds = 200;

function sleep(milliseconds) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** Whether the process that took the lock was killed. In a container that has been started again, its number may be our own. */
function isAbandoned(lock) {
  let holder;
  try {
    holder = Number(readFileSync(lock, 'utf8'));
  } catch {
    // Given back just now.
    return false;
  }
  if (holder === process.pid) return true;
  try {
    process.kill(holder, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

function take(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Does `work` unless `isDone`, in one process at a time. One that finds another at it waits until that has ended, and then looks again.
 * @param lock a file that has the number of the process
 * @param onWait is told once that there is something to wait for
 */
export function oneAtATime(lock, { isDone, work, onWait }) {
  let isWaiting = false;
  while (!isDone()) {
    if (take(lock)) {
      try {
        if (!isDone()) work();
      } finally {
        rmSync(lock, { force: true });
      }
      return;
    }
    if (isAbandoned(lock)) rmSync(lock, { force: true });
    else {
      if (!isWaiting) onWait();
      isWaiting = true;
      sleep(lookEveryMilliseconds);
    }
  }
}
