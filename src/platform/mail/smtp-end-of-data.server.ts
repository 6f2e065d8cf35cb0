import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import type { CorkedQuery } from '../database/corked-query.server.ts';

/** Prepares the query that records that an email was completely written. It is sent or discarded right after. */
export type PrepareEndOfData = () => Pick<CorkedQuery, 'send' | 'discard'>;
/**
 * Called right before the end of an email is written, without which the mail server drops it. If it throws, the end is not written.
 * @returns how to record that the operating system has the whole email, and delivers it even if this process is killed
 */
export type HandOver = () => Promise<PrepareEndOfData>;

const heldBackBytes = 2;
/** How often to check whether a slow mail server has read everything. */
const lookMilliseconds = 10;

/** An encrypted socket wraps the actual one, which Node.js doesn't expose. */
type Encrypted = { _handle?: { _parent?: { writeQueueSize?: number } } | null };
/**
 * Whether the operating system has taken everything just written to a socket. An encrypted socket only reports that a
 * turn later, and the process could be killed before that.
 */
const isTaken = (socket: Socket): boolean =>
  socket.writable &&
  (socket.writableLength === 0 || (socket as Encrypted)._handle?._parent?.writeQueueSize === 0);

/**
 * An email's content to pipe into the socket. Its last bytes are written together with the end marker, and the record
 * of that right after.
 */
export function createEndOfData(socket: Socket, message: Buffer, handOver: HandOver) {
  const cut = Math.max(0, message.length - heldBackBytes);
  let prepareEndOfData: PrepareEndOfData | undefined;
  let isCorked = false;

  async function* parts() {
    yield message.subarray(0, cut);
    prepareEndOfData = await handOver();
    // An encrypted socket may not have noticed yet that everything was written.
    if (socket.writableLength > 0) await turn();
    // Avoid a deadlock: the final bytes would wait behind unsent ones.
    isCorked = socket.writableLength === 0;
    if (isCorked) socket.cork();
    yield message.subarray(cut);
  }

  async function waitUntilTaken() {
    await turn();
    while (socket.writableLength > 0 && socket.writable)
      await delay(lookMilliseconds, undefined, { ref: false });
    if (socket.writable) prepareEndOfData?.().send();
  }
  /** Once the source has ended, the socket has got the line that ends the email. */
  function follow(source: Readable) {
    source.once('end', () => {
      if (!isCorked) return void waitUntilTaken();
      const record = prepareEndOfData?.();
      socket.uncork();
      if (isTaken(socket)) return record?.send();
      record?.discard();
      void waitUntilTaken();
    });
  }

  socket.on('pipe', follow);
  return {
    content: Readable.from(parts(), { objectMode: false }),
    /** Call once the server has replied, or the email has failed. */
    release: () => void socket.off('pipe', follow),
  };
}
