import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Jobs } from '../jobs/jobs.server.ts';
import { createLog } from '../observability/log.server.ts';
import { createVault } from '../secret.server.ts';
import { createMailer } from './mailer.server.ts';

// A mail server that accepts connections and never responds.
const sockets = new Set<Socket>();
const silent = createServer((socket) => {
  sockets.add(socket);
  socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  socket.resume();
});
beforeAll(() => new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => silent.close(resolve)));

// Well before the library gives up, after 15 seconds without a greeting.
test("a person who waits for an email is told in time that the server doesn't answer", {
  timeout: 10_000,
}, async () => {
  const { port } = silent.address() as AddressInfo;
  const server = { url: `smtp://127.0.0.1:${port}`, openHosts: 'any' } as const;
  const mailer = createMailer({
    // Emails that are sent at once don't use a queue.
    jobs: { queue: () => undefined } as unknown as Jobs,
    vault: createVault('a secret for tests, at least 32 characters long'),
    dataDir: '',
    settings: async () => ({ server, from: 'ink@example.com', perMinute: 1, bounceAddress: '' }),
    publicUrl: 'http://localhost',
    log: createLog('error'),
    patience: 300,
  });
  const email = { to: 'owner@example.com', subject: 'Test', text: 'Hello', html: '<p>Hello</p>' };
  await expect(mailer.sendNow(email)).rejects.toMatchObject({
    code: 'email_failed',
    message: "Email couldn't be sent: no answer within 45 seconds",
  });
  await expect.poll(() => sockets.size).toBe(0);
});
