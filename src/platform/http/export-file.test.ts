import { Hono } from 'hono';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { throughFile } from './export-file.server.ts';
import { sendFile } from './send-file.server.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** More than is read ahead, so that the file stays open. A slow connection gets ten seconds for it. */
const content = 'text'.repeat(250_000);
const milliseconds = 10_000;

test('an export that nobody reads closes its file', async () => {
  const { bytes, stream } = await throughFile('somebody', (file) => file.appendFile(content), 1);
  expect(bytes).toBe(content.length);
  vi.advanceTimersByTime(milliseconds);
  await expect(stream.getReader().closed).rejects.toThrow('not read in time');
});

test('a large export gets enough time for a slow connection', async () => {
  const { stream } = await throughFile('somebody', (file) => file.appendFile(content), 1);
  vi.advanceTimersByTime(milliseconds - 1);
  expect(await new Response(stream).text()).toBe(content);
});

test('a request for only the headers of an export closes its file', async () => {
  const closed = vi.fn();
  const app = new Hono().get('/export', (c) =>
    sendFile(c, { type: 'text/plain', body: new ReadableStream({ cancel: closed }), bytes: 4 }),
  );
  const answer = await app.request('/export', { method: 'HEAD' });
  expect([answer.status, answer.headers.get('content-length'), answer.body]).toEqual([200, '4', null]);
  expect(closed).toHaveBeenCalledOnce();
});
