import { afterEach, expect, test, vi } from 'vitest';
import { throughFile } from './export-file.server.ts';

afterEach(() => void vi.useRealTimers());

test('an export that nobody reads gives up its file', async () => {
  const { bytes, stream } = await throughFile('somebody', (file) => file.write('text'), 1);
  expect(bytes).toBe(4);
  await expect(stream.getReader().closed).rejects.toThrow('not read in time');
});

test('an export that is large has time for a slow line', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const content = 'text'.repeat(250_000);
  const { stream } = await throughFile('somebody', (file) => file.write(content), 1);
  vi.advanceTimersByTime(9_999);
  expect(await new Response(stream).text()).toBe(content);
});
