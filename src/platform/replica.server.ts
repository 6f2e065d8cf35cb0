import { setTimeout as delay } from 'node:timers/promises';
import { batched } from './batch.server.ts';
import { openDatabase } from './database.server.ts';
import type { DatabaseEvents } from './database-events.server.ts';
import type { Log } from './log.server.ts';

/** So often, and so long after each other, a replica that is a little behind is asked again. */
const tries = 3;
const pauseMilliseconds = 2;
/** One that takes longer to say how far it is does not answer. */
const answerMilliseconds = 250;
/** One that does not answer is left alone for so long. */
const restMilliseconds = 1_000;

type Options = Parameters<typeof openDatabase>[3];

/** A position in the log of PostgreSQL, `0/3000148`, as a number. */
function toNumber(position: string): bigint {
  const [high = '0', low = '0'] = position.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/**
 * Opens a replica of the site's database.
 * @returns connections for members and visitors, and `hasCaughtUp`: whether it has by now everything that was committed before the call, by
 * the position of the server that writes. One that is behind, away or no replica any more has not.
 */
export function openReplica(
  connectionString: string,
  log: Log,
  databaseEvents: Pick<DatabaseEvents, 'position'>,
  options: { max: { members: number; visitors: number }; members: Options; visitors: Options },
) {
  const members = openDatabase(connectionString, log, options.max.members, options.members);
  const visitors = openDatabase(connectionString, log, options.max.visitors, options.visitors);
  let reached = 0n;
  let restsUntil = 0;
  let isReported = false;

  async function askPosition() {
    const { rows } = await members.pool.query({
      name: 'replica-position',
      text: 'select pg_is_in_recovery() as is_replica, pg_last_wal_replay_lsn()::text as position',
    });
    const { is_replica: isReplica, position } = rows[0] ?? {};
    if (!isReplica || typeof position !== 'string') throw new Error('DATABASE_READ_URL is no replica.');
    reached = toNumber(position);
    return true;
  }
  async function readPosition() {
    if (!(await Promise.race([askPosition(), delay(answerMilliseconds, false, { ref: false })])))
      throw new Error('The replica does not answer.');
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
      restsUntil = performance.now() + restMilliseconds;
      reached = 0n;
      if (!isReported) log.warn('The replica is not read at the moment', { error: String(error) });
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
      return wanted <= reached || ask(wanted);
    },
    async stop() {
      await Promise.all([members.db.destroy(), visitors.db.destroy()]);
    },
  };
}
