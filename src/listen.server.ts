import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Env } from '#platform/env.server.ts';

export type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** An open port. Requests wait until `answer` sets the listener. */
export type Port = { port: number; answer(listener: Listener): void; close(): Promise<void> };

/** How long kept-alive connections may still send a request after the site was told to stop. */
const lingerMilliseconds = 500;

/** @throws Error with a message for the operator if the port cannot be opened. */
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
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(explain(error, env), { cause: error })),
    );
    server.listen(env.PORT, env.HOST, resolve);
  });
  return {
    server,
    port: (server.address() as AddressInfo).port,
    answer,
    /** Accepts no new connections; running requests finish, and kept-alive connections may send one last request. */
    async close() {
      stopping = true;
      const closed = new Promise((resolve) => server.once('close', resolve));
      const { closeIdleConnections } = server;
      server.closeIdleConnections = () => undefined;
      server.close();
      server.closeIdleConnections = closeIdleConnections;
      await delay(lingerMilliseconds);
      const sweep = setInterval(() => server.closeIdleConnections(), 50);
      server.closeIdleConnections();
      await closed;
      clearInterval(sweep);
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
