import { messageOf } from '../error-message.ts';
import type { Log } from './log.server.ts';

/** Failures this soon after an outage still belong to it. */
const quietMilliseconds = 10_000;

const logs = new WeakMap<Log, ReturnType<typeof createOutageLog>>();

/** Logs one line when the database becomes unavailable, and one when it is back, however many requests and connections notice. */
export function outages(log: Log) {
  const known = logs.get(log) ?? createOutageLog(log);
  logs.set(log, known);
  return known;
}

function createOutageLog(log: Log) {
  let since: number | undefined;
  let endedAt = -Infinity;
  let failures = 0;
  return {
    /** Call when something failed because the database doesn't respond. */
    away(error: unknown) {
      const now = performance.now();
      failures += 1;
      if (since === undefined && now - endedAt > quietMilliseconds) {
        since = now;
        log.warn('The database is unreachable', { error: messageOf(error) });
      }
    },
    /** Call when the database responds again. */
    back() {
      if (since === undefined) return;
      const seconds = Math.round((performance.now() - since) / 100) / 10;
      log.info('The database is reachable again', { seconds, failures });
      since = undefined;
      endedAt = performance.now();
      failures = 0;
    },
  };
}
