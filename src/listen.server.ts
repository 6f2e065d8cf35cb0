import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Env } from '#platform/env.server.ts';

export type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** An open port. Requests wait until `answer` sets the listener. */
export type Port = { port: number; answer(listener: Listener): void; close(): Promise<void> };

/** How long a keep-alive connection may still send a request after the stop, and after its last answer. */
const lingerMilliseconds = 1_500;
/** After a stop: the maximum time to keep accepting connections, and the time without a new one after which the port is closed. */
const acceptMilliseconds = 1_000;
const quietMilliseconds = 25;
const sweepMilliseconds = 50;
/** An answer that nobody has read for this long is aborted, to free its memory. */
const unreadMilliseconds = 60_000;
/** Requests that are still running this long after the stop are aborted, such as one whose body never arrives. */
const finishMilliseconds = 6_000;

/** Tracks which connections are being answered, and since when the others are idle (`performance.now()`). */
function trackConnections(server: Server) {
  const connections = new Map<Socket, { answering: Set<ServerResponse>; idleSince: number }>();
  server.on('connection', (socket) => {
    connections.set(socket, { answering: new Set(), idleSince: performance.now() });
    socket.once('close', () => connections.delete(socket));
  });
  server.prependListener('request', ({ socket }, response) => {
    const connection = connections.get(socket);
    connection?.answering.add(response);
    response.once('close', () => {
      connection?.answering.delete(response);
      if (connection) connection.idleSince = performance.now();
    });
  });
  // Node would cut every quiet connection, including streams that have nothing to send for a while.
  server.setTimeout(unreadMilliseconds, (socket) => {
    if (socket.writableLength > 0 || connections.get(socket)?.answering.size === 0) socket.destroy();
  });
  return {
    /** Sends `Connection: close` with responses whose headers are not sent yet. */
    endAfterAnswers() {
      for (const { answering } of connections.values())
        for (const response of answering) if (!response.headersSent) response.shouldKeepAlive = false;
    },
    /** Closes connections that have been idle since `time`, after reading requests that have already arrived. */
    closeIdleSince(time: number) {
      const isIdle = (socket: Socket) => {
        const connection = connections.get(socket);
        return connection?.answering.size === 0 && connection.idleSince <= time;
      };
      const idle = [...connections.keys()].filter(isIdle);
      setImmediate(() => setImmediate(() => idle.filter(isIdle).forEach((socket) => void socket.destroy())));
    },
  };
}

/**
 * The length of the accept queue, from /proc/net/tcp on Linux: the receive queue of the listening socket. 0 elsewhere. The list starts with
 * the listening sockets; it is read in small pieces, because the kernel would take milliseconds to write the connections after them.
 */
function waitingConnections({ port, family }: AddressInfo): number {
  const list = `/proc/self/net/${family === 'IPv6' ? 'tcp6' : 'tcp'}`;
  if (!existsSync(list)) return 0;
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  const listening = new RegExp(`:${hex} [0-9A-F]+:0000 0A [0-9A-F]+:([0-9A-F]+) `);
  const file = openSync(list, 'r');
  const piece = Buffer.alloc(32);
  let text = '';
  try {
    for (let size = readSync(file, piece); size > 0; size = readSync(file, piece)) {
      text += piece.toString('latin1', 0, size);
      const queue = listening.exec(text)?.[1];
      if (queue) return Number.parseInt(queue, 16);
    }
    return 0;
  } finally {
    closeSync(file);
  }
}

/**
 * Resolves when no connection is waiting to be accepted: those that the kernel has accepted for a busy process would be reset. Node accepts
 * one per turn of its event loop, so this waits until none has come for a while, and then checks with the kernel.
 */
async function acceptWaiting(server: Server) {
  const address = server.address() as AddressInfo;
  let accepted = false;
  const note = () => {
    accepted = true;
  };
  server.on('connection', note);
  const until = performance.now() + acceptMilliseconds;
  do {
    accepted = false;
    await delay(quietMilliseconds);
  } while ((accepted || waitingConnections(address) > 0) && performance.now() < until);
  server.off('connection', note);
}

const open = (server: NetServer, env: Pick<Env, 'HOST' | 'PORT'>) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(explain(error, env), { cause: error })),
    );
    server.listen(env.PORT, env.HOST, resolve);
  });

/** @throws Error with a message for the operator if the port can't be opened */
export async function assertPortFree(env: Pick<Env, 'HOST' | 'PORT'>): Promise<void> {
  const server = new NetServer();
  await open(server, env);
  await new Promise((resolve) => server.close(resolve));
}

/** @throws Error with a message for the operator if the port can't be opened */
export async function listen(env: Pick<Env, 'HOST' | 'PORT'>) {
  let stopping = false;
  let answer: (listener: Listener) => void = () => undefined;
  const ready = new Promise<Listener>((resolve) => {
    answer = resolve;
  });
  let current: Listener = (request, response) => void ready.then((listener) => listener(request, response));
  void ready.then((listener) => {
    current = listener;
  });
  const server = createServer((request, response) => {
    if (stopping) response.shouldKeepAlive = false;
    current(request, response);
  });
  server.keepAliveTimeout = 65_000;
  const connections = trackConnections(server);
  await open(server, env);
  async function close() {
    // Only then ask clients for new connections, which from now on would be refused.
    await acceptWaiting(server);
    stopping = true;
    const stoppedAt = performance.now();
    const closed = new Promise((resolve) => server.once('close', resolve));
    // Node would close idle connections at once, even those whose next request is already on its way.
    const { closeIdleConnections } = server;
    server.closeIdleConnections = () => undefined;
    server.close();
    server.closeIdleConnections = closeIdleConnections;
    connections.endAfterAnswers();
    const sweep = setInterval(() => {
      const time = performance.now() - lingerMilliseconds;
      if (time >= stoppedAt) connections.closeIdleSince(time);
    }, sweepMilliseconds);
    const cut = setTimeout(() => server.closeAllConnections(), finishMilliseconds);
    await closed;
    clearInterval(sweep);
    clearTimeout(cut);
  }
  let closing: Promise<void> | undefined;
  return {
    server,
    port: (server.address() as AddressInfo).port,
    answer,
    /**
     * Accepts no new connections; running requests may finish within seconds, and keep-alive connections may send one last request. A site
     * that fails during its start calls it twice.
     */
    close() {
      closing ??= close();
      return closing;
    },
  };
}

function explain(error: NodeJS.ErrnoException, env: Pick<Env, 'HOST' | 'PORT'>): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${env.PORT} is in use. Stop the other program, or choose another port: PORT=3001 npm start`;
  if (error.code === 'EACCES')
    return `This user cannot open port ${env.PORT}. Choose one above 1023: PORT=3000 npm start`;
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return `HOST=${env.HOST} is not an address of this machine.`;
  return `The site cannot listen on ${env.HOST}:${env.PORT}: ${error.message}`;
}
