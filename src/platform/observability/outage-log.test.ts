import { expect, test, vi } from 'vitest';
import { outages } from './outage-log.server.ts';

test('late failures of an outage add no line, but an outage that begins right after it and lasts does', () => {
  const lines: string[] = [];
  const write = (message: string) => void lines.push(message);
  const log = outages({ debug: write, info: write, warn: write, error: write });
  let seconds = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => seconds * 1_000);
  const awayUntil = (end: number) => {
    for (; seconds < end; seconds += 1) log.away(new Error('no answer'));
  };
  awayUntil(3);
  log.back();
  awayUntil(5);
  log.back();
  expect(lines).toEqual(['The database is unreachable', 'The database is reachable again']);
  awayUntil(60);
  log.back();
  expect(lines.slice(2)).toEqual(['The database is unreachable', 'The database is reachable again']);
});
