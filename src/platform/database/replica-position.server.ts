import { Socket } from 'node:net';
import pg from 'pg';
import { resultWithin } from '../with-timeout.ts';

/** How long the replica may take to report its position. */
const answerMilliseconds = 250;
/** Connecting may take longer than a response: callers don't wait for it, but later ones find the connection ready. */
const connectMilliseconds = 2_000;

/** Converts a position in PostgreSQL's write-ahead log, such as `0/3000148`, to a number. */
export function toNumber(position: string): bigint {
  const [high = '0', low = '0'] = position.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** A dedicated connection for reading a replica's position, so that an unresponsive replica doesn't block other queries. */
export function createPositionLine(connectionString: string) {
  type Line = { client: pg.Client; socket: Socket; connected: Promise<unknown> };
  let line: Line | undefined;

  function open(): Line {
    const socket = new Socket();
    const client = new pg.Client({
      connectionString,
      keepAlive: true,
      connectionTimeoutMillis: connectMilliseconds,
      stream: () => socket,
    });
    const opened = { client, socket, connected: client.connect().then(() => true) };
    client.on('error', () => drop(opened));
    client.on('end', () => drop(opened));
    opened.connected.catch(() => drop(opened));
    return opened;
  }
  function drop(dropped: Line) {
    dropped.socket.destroy();
    if (line === dropped) line = undefined;
  }
  async function ask(asked: Line): Promise<bigint> {
    try {
      const text = 'select pg_is_in_recovery() as is_replica, pg_last_wal_replay_lsn()::text as position';
      const { rows } = await inTime(asked.client.query(text));
      const { is_replica: isReplica, position } = rows[0] ?? {};
      if (!isReplica || typeof position !== 'string') throw new Error("this server isn't a replica.");
      return toNumber(position);
    } catch (error) {
      drop(asked);
      throw error;
    }
  }

  return {
    /** @throws Error if it doesn't respond quickly, or isn't a replica */
    async read(): Promise<bigint> {
      line ??= open();
      const asked = line;
      await inTime(asked.connected);
      return ask(asked);
    },
    stop() {
      if (line) drop(line);
    },
  };
}

async function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const given = await resultWithin(answerMilliseconds, answer);
  if (given === undefined) throw new Error('The replica does not answer.');
  return given;
}
