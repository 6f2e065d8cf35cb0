import { setTimeout as delay } from 'node:timers/promises';

/** Waits if a full hour is near: days, and in some time zones other days, end then. For tests that count by day. */
export async function awayFromTheHour(seconds = 20) {
  const left = 3_600_000 - (Date.now() % 3_600_000);
  if (left < seconds * 1_000) await delay(left + 100);
}
