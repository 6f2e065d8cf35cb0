import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { batched } from './batch.server.ts';

/** A run that the test finishes. */
function heldRun() {
  const groups: { keys: number[]; finish(): void; fail(error: Error): void }[] = [];
  const call = batched<number, string>(
    (keys) =>
      new Promise((resolve, reject) => {
        groups.push({ keys, finish: () => resolve(keys.map((key) => `of ${key}`)), fail: reject });
      }),
  );
  return { groups, call };
}

describe('calls that arrive together', () => {
  test('share one run, and each gets its own result', async () => {
    const { groups, call } = heldRun();
    const answers = [call(1), call(2), call(1)];
    await expect.poll(() => groups).toHaveLength(1);
    expect(groups[0]?.keys).toEqual([1, 2, 1]);
    groups[0]?.finish();
    expect(await Promise.all(answers)).toEqual(['of 1', 'of 2', 'of 1']);
  });

  test('during a run wait for the next one, so no call gets a result from before it was made', async () => {
    const { groups, call } = heldRun();
    const first = call(1);
    await expect.poll(() => groups).toHaveLength(1);
    const later = [call(2), call(3)];
    groups[0]?.finish();
    expect(await first).toBe('of 1');
    await expect.poll(() => groups).toHaveLength(2);
    expect(groups[1]?.keys).toEqual([2, 3]);
    groups[1]?.finish();
    expect(await Promise.all(later)).toEqual(['of 2', 'of 3']);
  });

  test('fail together, and later calls are tried again', async () => {
    const { groups, call } = heldRun();
    const failed = [call(1), call(2)].map((answer) => answer.catch((error: Error) => error.message));
    await expect.poll(() => groups).toHaveLength(1);
    groups[0]?.fail(new Error('away'));
    expect(await Promise.all(failed)).toEqual(['away', 'away']);
    const next = call(3);
    await expect.poll(() => groups).toHaveLength(2);
    groups[1]?.finish();
    expect(await next).toBe('of 3');
  });

  test('are processed in order, in groups of at most the allowed size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(), { maxLength: 40 }),
        fc.integer({ min: 1, max: 7 }),
        async (keys, size) => {
          const sizes: number[] = [];
          const call = batched<number, number>(async (group) => {
            sizes.push(group.length);
            return group.map((key) => key * 2);
          }, size);
          expect(await Promise.all(keys.map((key) => call(key)))).toEqual(keys.map((key) => key * 2));
          expect(Math.max(0, ...sizes)).toBeLessThanOrEqual(size);
          expect(sizes).toHaveLength(Math.ceil(keys.length / size));
        },
      ),
      { numRuns: 50 },
    );
  });
});
