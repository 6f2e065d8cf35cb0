import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import type { CorkedQuery } from '../database/corked-query.server.ts';

/** Prepares the query that records that an email was fully written. It is sent, or discarded, right after. */
export type PrepareEndOfData = () => Pick<CorkedQuery, 'send' | 'discard'>;
/**
 * Called right before the end of an email is written, without which the mail server drops it. If it throws, the end is not written.
 * @returns how to record that the operating system has the whole email, and delivers it even if this process is killed
 */
export type HandOver = () => Promise<PrepareEndOfData>;

const heldBackBytes = 2;
/** How often a mail server that reads slowly is looked at. */
const lookMilliseconds = 10;

/** Under an encrypted socket is the one that is not. Node.js keeps it to itself. */
type Encrypted = { _handle?: { _parent?: { writeQueueSize?: number } } | null };
/** Whether nothing is left of what a socket was given just now. An encrypted one says so itself a turn later, and the process can be killed before. */
const isTaken = (socket: Socket): boolean =>
  socket.writable &&
  (socket.writableLength === 0 || (socket as Encrypted)._handle?._parent?.writeQueueSize === 0);

/** An email that is piped into the socket, whose last bytes are written with its end, and the record of that right after. */
export function createEndOfData(socket: Socket, message: Buffer, handOver: HandOver) {
  const cut = Math.max(0, message.length - heldBackBytes);
  let prepareEndOfData: PrepareEndOfData | undefined;
  let isCorked = false;

  async function* parts() {
    yield message.subarray(0, cut);
    prepareEndOfData = await handOver();
    // An encrypted socket may not have noticed yet that all of it is gone.
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
  /** What is piped into the socket ends with the line that ends the email. */
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
    /** To be called once the email is answered, or has failed. */
    release: () => void socket.off('pipe', follow),
  };
}
