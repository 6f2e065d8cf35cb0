import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../observability/log.server.ts';
import { batched } from './batch.server.ts';
import { isDatabaseAway, openDatabase } from './database.server.ts';
import type { DatabaseEvents } from './database-events.server.ts';
import { databaseFailure } from './database-failure.server.ts';
import { createPositionLine, toNumber } from './replica-position.server.ts';

/** How often, and at what interval, the position of a slightly lagging replica is read. */
const tries = 3;
const pauseMilliseconds = 2;
/** How long a replica isn't used after a failure. */
const restMilliseconds = 1_000;
/** How long its last known position may be used. */
const knownMilliseconds = 1_000;
/** Reads that take longer are repeated on the primary server. */
const readMilliseconds = 4_000;

type Options = Parameters<typeof openDatabase>[3];

/**
 * Opens a replica of the site's database.
 * @returns connections for members and visitors; `hasCaughtUp`, whether the replica has everything that was committed
 * on the primary before the call (false if it lags, is unavailable or isn't a replica any more); and `failed`, to
 * report a failed read
 */
export function openReplica(
  connectionString: string,
  log: Log,
  databaseEvents: Pick<DatabaseEvents, 'position'>,
  options: { max: { members: number; visitors: number }; members: Options; visitors: Options },
) {
  const toOptions = (given: Options): Options => ({ ...given, queryMilliseconds: readMilliseconds });
  const members = openDatabase(connectionString, log, options.max.members, toOptions(options.members));
  const visitors = openDatabase(connectionString, log, options.max.visitors, toOptions(options.visitors));
  const line = createPositionLine(connectionString);
  let reached = 0n;
  let reachedAt = 0;
  let restsUntil = 0;
  let isReported = false;

  async function readPosition() {
    const asked = performance.now();
    reached = await line.read();
    reachedAt = asked;
  }
  function rest() {
    restsUntil = performance.now() + restMilliseconds;
    reached = 0n;
  }

  const ask = batched(async (wanted: bigint[]) => {
    const furthest = wanted.reduce((one, other) => (one > other ? one : other));
    try {
      await readPosition();
      for (let count = 1; reached < furthest && count < tries; count += 1) {
        await delay(pauseMilliseconds);
        await readPosition();
      }
      isReported = false;
    } catch (error) {
      rest();
      const { message } = databaseFailure('DATABASE_READ_URL', error);
      if (!isReported) log.warn('The replica is not in use at the moment', { error: message });
      isReported = true;
    }
    return wanted.map((position) => position <= reached);
  });

  return {
    members,
    visitors,
    async hasCaughtUp(): Promise<boolean> {
      if (performance.now() < restsUntil) return false;
      const position = await databaseEvents.position();
      if (position === undefined) return false;
      const wanted = toNumber(position);
      const isKnown = performance.now() - reachedAt < knownMilliseconds;
      return (isKnown && wanted <= reached) || ask(wanted);
    },
    failed(error: unknown) {
      rest();
      if (!isDatabaseAway(error)) return;
      // A connection that didn't respond would block the next queries.
      for (const opened of [members, visitors]) {
        opened.setAvailable(false);
        opened.setAvailable(true);
      }
    },
    async stop() {
      line.stop();
      await Promise.all([members.close(), visitors.close()]);
    },
  };
}
