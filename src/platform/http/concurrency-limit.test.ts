import { expect, test } from 'vitest';
import { createConcurrencyLimit } from './concurrency-limit.server.ts';

test('work runs in order, only so much at a time, and a failure frees its place', async () => {
  const turns = createConcurrencyLimit(2);
  const [running, order]: [Set<number>, number[]] = [new Set(), []];
  let max = 0;
  const work = (number: number) =>
    turns(async () => {
      running.add(number);
      order.push(number);
      max = Math.max(max, running.size);
      await new Promise((resolve) => setImmediate(resolve));
      running.delete(number);
      if (number % 3 === 0) throw new Error(`${number} failed`);
      return number;
    });
  const results = await Promise.allSettled(Array.from({ length: 9 }, (_, number) => work(number)));
  expect(max).toBe(2);
  expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed'))).toEqual([
    ...['failed', 1, 2, 'failed', 4, 5, 'failed', 7, 8],
  ]);
  // All slots are free again.
  expect(await Promise.all([work(1), work(2)])).toEqual([1, 2]);
});
