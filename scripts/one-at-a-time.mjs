// Keeps two processes in one folder from installing or building at the same time. Runs on Node 20 and later with nothing installed yet.
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';

const pollMilliseconds = 200;
/** No installation or build takes this long: another program now has the process id, or writing it failed. */
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
  // In a restarted container, the process id may be our own.
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

/** @returns the lock's contents and age in milliseconds; undefined if it has been released */
function inspect(lock) {
  try {
    return { holder: readFileSync(lock, 'utf8'), age: Date.now() - statSync(lock).mtimeMs };
  } catch {
    return undefined;
  }
}

/** Removes the lock of `holder`, but not the lock of a process that has acquired it since. */
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
 * Does `work` unless `isDone`, in one process at a time. If another process is doing it, waits until it has finished, then checks again.
 * @param lock a file with the process id
 * @param onWait called once, before waiting
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
