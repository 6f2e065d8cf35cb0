import { expect, test } from 'vitest';
import type { Database } from './database.ts';
import { createReads, type Replica } from './reads.server.ts';
import { asMember } from './testing.ts';
import { visitor } from './viewer.ts';

const member = asMember();

/** Two pools of a server that answer with their own name, or fail with `error`. */
function placesOf(server: string, error?: Error) {
  const poolOf = (whose: string) => ({
    async query() {
      if (error) throw error;
      return { rows: [{ from: `${server} ${whose}` }] };
    },
  });
  const opened = (whose: string) => ({ db: {} as Database, pool: poolOf(whose) as never });
  return { members: opened('for members'), visitors: opened('for visitors') };
}
const primary = placesOf('primary');
function createReplica(error?: Error, hasCaughtUp = true) {
  const failures: unknown[] = [];
  const replica: Replica = {
    ...placesOf('replica', error),
    hasCaughtUp: async () => hasCaughtUp,
    failed: (reason) => failures.push(reason),
  };
  return { replica, failures };
}
const read = (reads: ReturnType<typeof createReads>, viewer: typeof visitor) =>
  reads(viewer, async ({ run }) => (await run<{ from: string }>({ text: '', values: [] } as never))[0]?.from);

test('visitors and members read through their own connections, from the primary or a replica', async () => {
  for (const [reads, server] of [
    [createReads(primary), 'primary'],
    [createReads(primary, createReplica().replica), 'replica'],
    [createReads(primary, createReplica(undefined, false).replica), 'primary'],
  ] as const) {
    expect(await read(reads, member)).toBe(`${server} for members`);
    expect(await read(reads, visitor)).toBe(`${server} for visitors`);
  }
});

test.each([
  ['cancels it because of a conflict with replay', { code: '40001' }],
  ['ends the connection', { code: '57P01' }],
])('a read is repeated on the primary if the replica %s, which then rests', async (_, given) => {
  const error = Object.assign(new Error('failed'), given);
  const { replica, failures } = createReplica(error);
  expect(await read(createReads(primary, replica), member)).toBe('primary for members');
  expect(failures).toEqual([error]);
});

test("a read that would fail anywhere isn't repeated, and the replica stays in use", async () => {
  const error = Object.assign(new Error('too slow'), { code: '57014' });
  const { replica, failures } = createReplica(error);
  await expect(read(createReads(primary, replica), member)).rejects.toBe(error);
  expect(failures).toEqual([]);
});
