// Keeps two starts of one folder from installing or building over each other. Runs on Node 20 and later with nothing installed yet.
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';

const pollMilliseconds = 200;
/** No installation or build takes as long: another program has the number by now, or writing it failed. */
const abandonedMilliseconds = { named: 15 * 60_000, empty: 10_000 };

function sleep(milliseconds) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

function isRunning(id) {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}

function isAbandoned(holder, age) {
  const id = Number(holder);
  if (!id) return age > abandonedMilliseconds.empty;
  // In a container that has been started again, the number may be our own.
  return id === process.pid || !isRunning(id) || age > abandonedMilliseconds.named;
}

/** @returns whether the lock is ours */
function acquire(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    rmSync(lock, { force: true });
    throw error;
  }
}

/** @returns what is in the lock and since when, in milliseconds; undefined if it was released meanwhile */
function inspect(lock) {
  try {
    return { holder: readFileSync(lock, 'utf8'), age: Date.now() - statSync(lock).mtimeMs };
  } catch {
    return undefined;
  }
}

/** Takes the lock away from `holder`, but not from one that has acquired it meanwhile. */
function breakLock(lock, holder) {
  const taken = `${lock}.${process.pid}`;
  try {
    renameSync(lock, taken);
  } catch {
    return;
  }
  if (readFileSync(taken, 'utf8') === holder) rmSync(taken);
  else renameSync(taken, lock);
}

/**
 * Does `work` unless `isDone`, in one process at a time. One that finds another at it waits until that has ended, and then looks again.
 * @param lock a file that has the number of the process
 * @param onWait is told once that there is something to wait for
 */
export function oneAtATime(lock, { isDone, work, onWait }) {
  let isWaiting = false;
  while (!isDone()) {
    if (acquire(lock)) {
      try {
        if (!isDone()) work();
      } finally {
        breakLock(lock, String(process.pid));
      }
      return;
    }
    const held = inspect(lock);
    if (held && isAbandoned(held.holder, held.age)) breakLock(lock, held.holder);
    else if (held) {
      if (!isWaiting) onWait();
      isWaiting = true;
      sleep(pollMilliseconds);
    }
  }
}
