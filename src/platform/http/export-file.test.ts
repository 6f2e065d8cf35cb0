import { expect, test } from 'vitest';
import { throughFile } from './export-file.server.ts';

test('an export that nobody reads gives up its file', async () => {
  const { bytes, stream } = await throughFile('somebody', (file) => file.write('text'), 1);
  expect(bytes).toBe(4);
  await expect(stream.getReader().closed).rejects.toThrow('not read in time');
});
