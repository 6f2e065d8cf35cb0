import { expect, test } from 'vitest';
import { createRequestDurations } from './request-durations.server.ts';

test('request times are counted in their buckets, including those on a boundary', async () => {
  const durations = createRequestDurations([0.1, 0.5]);
  for (const seconds of [0.05, 0.1, 0.11, 0.5, 3]) durations.observe('GET', '/a', 200, seconds);
  durations.observe('GET', '/a', 500, 0.2);
  const { values } = await durations.metric.get();
  const of = (status: number) =>
    values
      .filter(({ labels }) => labels['status'] === status)
      .map(({ labels, value }) => [labels['le'], Math.round(value * 100) / 100]);
  expect(of(200)).toEqual([
    [0.1, 2],
    [0.5, 4],
    ['+Inf', 5],
    [undefined, 3.76],
    [undefined, 5],
  ]);
  expect(of(500)).toEqual([
    [0.1, 0],
    [0.5, 1],
    ['+Inf', 1],
    [undefined, 0.2],
    [undefined, 1],
  ]);
});
