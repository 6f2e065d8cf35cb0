import type { Socket } from 'node:net';
import { PassThrough, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { type MailConnection, openMailConnection } from '#platform/mail/mail-server.server.ts';
import { createEndOfData, type HandOver } from '#platform/mail/smtp-end-of-data.server.ts';
import { startSmtpListener } from './smtp-listener.ts';

const envelope = { from: 'library@example.com', to: 'reader@example.com' };
const message = Buffer.from('Subject: News\r\n\r\nHello\r\n');
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function connect(url: string): Promise<MailConnection> {
  const connection = await openMailConnection({ url, openHosts: 'any' });
  ends.unshift(() => connection.close());
  return connection;
}

test.each(['requireTLS', 'ignoreTLS'])(
  'an email is said to be written in the turn in which it is, and before it is answered (%s)',
  async (option) => {
    const listener = await startSmtpListener();
    ends.push(() => listener.stop());
    listener.set('hold');
    const connection = await connect(
      `smtp://127.0.0.1:${listener.port}/?${option}=true&tls.rejectUnauthorized=false`,
    );
    const steps: string[] = [];
    for (const email of ['first', 'second']) {
      const handOver: HandOver = async () => {
        await delay(5);
        setImmediate(() => steps.push('next turn'));
        return () => ({ send: () => steps.push(email), discard: () => steps.push('discarded') });
      };
      const sending = connection.send(envelope, message, handOver);
      await expect.poll(() => listener.held.length).toBe(1);
      expect(listener.taken.at(-1)).toMatchObject({
        raw: message.toString(),
        isEncrypted: option === 'requireTLS',
      });
      steps.push('answered');
      listener.held.pop()?.();
      await sending;
    }
    expect(steps).toEqual(['first', 'next turn', 'answered', 'second', 'next turn', 'answered']);
  },
);

test('an email whose end is not handed over is not accepted', async () => {
  const listener = await startSmtpListener();
  ends.push(() => listener.stop());
  const connection = await connect(`smtp://127.0.0.1:${listener.port}/?ignoreTLS=true`);
  const refusing = () => Promise.reject(new Error('Not mine'));
  await expect(connection.send(envelope, message, refusing)).rejects.toThrow('Not mine');
  connection.close();
  await listener.stop();
  expect(listener.taken).toEqual([]);
});

describe('a server that reads slowly', () => {
  /** Accepts `free` bytes, and more when told. */
  class SlowSocket extends Writable {
    free = 0;
    readonly waiting: (() => void)[] = [];
    got = '';
    override _write(chunk: Buffer, _encoding: string, taken: () => void) {
      this.got += chunk.toString();
      this.free -= chunk.length;
      if (this.free >= 0) taken();
      else this.waiting.push(taken);
    }
    take = () => this.waiting.shift()?.();
  }
  function sendTo(socket: SlowSocket) {
    const steps: string[] = [];
    const { content } = createEndOfData(socket as unknown as Socket, message, async () => {
      steps.push('handed');
      return () => ({ send: () => steps.push('written'), discard: () => steps.push('discarded') });
    });
    content.pipe(new PassThrough()).pipe(socket, { end: false });
    return steps;
  }

  test('has an email reported as written once it has read the end', async () => {
    const socket = new SlowSocket();
    const steps = sendTo(socket);
    await expect.poll(() => socket.writableLength).toBe(message.length);
    await delay(30);
    expect(steps).toEqual(['handed']);
    socket.take();
    await expect.poll(() => socket.got).toBe(message.toString());
    await delay(30);
    expect(steps).toEqual(['handed']);
    socket.take();
    await expect.poll(() => steps).toEqual(['handed', 'written']);
  });

  test('has a report that was prepared too early discarded', async () => {
    const socket = new SlowSocket();
    const steps = sendTo(socket);
    socket.free = message.length - 2;
    await expect.poll(() => socket.got).toBe(message.toString());
    await delay(30);
    expect(steps).toEqual(['handed', 'discarded']);
    socket.take();
    await expect.poll(() => steps).toEqual(['handed', 'discarded', 'written']);
  });

  test('has no report about an email that it hung up on', async () => {
    const socket = new SlowSocket();
    const steps = sendTo(socket);
    await expect.poll(() => socket.writableLength).toBe(message.length);
    socket.destroy();
    await delay(30);
    expect(steps).toEqual(['handed']);
  });
});
