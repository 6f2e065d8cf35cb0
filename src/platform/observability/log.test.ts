import { expect, test, vi } from 'vitest';
import { createLog } from './log.server.ts';

test('a logged error names its causes, as the reason of a failed request is one', () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const cause = new Error('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:9') });
  createLog('info').error('A job failed', { error: new Error('No backup', { cause }) });
  const line = String(write.mock.calls[0]?.[0]);
  write.mockRestore();
  const { error } = JSON.parse(line);
  const first = String(error)
    .split('\n')
    .filter((shown) => !shown.startsWith('    at '));
  expect(first).toEqual([
    'Error: No backup',
    'Cause: Error: fetch failed',
    'Cause: Error: connect ECONNREFUSED 127.0.0.1:9',
  ]);
});

test('a logged error that stands for several names them, the first few', () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const errors = Array.from({ length: 9 }, (_, index) => new Error(`EACCES ${index}`));
  createLog('info').error('A job failed', { error: new AggregateError(errors, 'Some images stayed') });
  const line = String(write.mock.calls[0]?.[0]);
  write.mockRestore();
  expect(line).toContain('One of them: Error: EACCES 0');
  expect(line).toContain('EACCES 4');
  expect(line).not.toContain('EACCES 5');
});
