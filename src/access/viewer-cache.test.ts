import { expect, test } from 'vitest';
import { asMember } from './testing.ts';
import { cacheViewers } from './viewer-cache.server.ts';

const session = { userId: 'member', sessionId: 'one' };

/** A cache, and what its process hears from the database. Each load finds the next level. */
function cached() {
  const line = { live: true, tell: (_userId?: string): void => undefined };
  let loads = 0;
  const load = async () => {
    loads += 1;
    return { viewer: asMember({ accessLevel: loads }), secondsLeft: null };
  };
  const work = { load };
  const find = cacheViewers(
    {
      isUpToDate: async () => true,
      get live() {
        return line.live;
      },
      onViewersChange: (listener) => {
        line.tell = listener;
      },
    },
    () => work.load(),
  );
  return { line, work, load, level: async () => (await find(session))?.accessLevel };
}

test('a viewer is read once until something about them changes', async () => {
  const { line, level } = cached();
  expect([await level(), await level()]).toEqual([1, 1]);
  line.tell('somebody else');
  expect(await level()).toBe(1);
  line.tell('member');
  expect([await level(), await level()]).toEqual([2, 2]);
});

test('a viewer is not remembered if a change was reported while they were read', async () => {
  for (const changed of ['member', undefined]) {
    const { line, work, load, level } = cached();
    work.load = async () => {
      const found = await load();
      line.tell(changed);
      return found;
    };
    expect(await level()).toBe(1);
    work.load = load;
    expect([await level(), await level()]).toEqual([2, 2]);
  }
});

test('a viewer is not remembered while changes cannot be heard', async () => {
  const { line, level } = cached();
  line.live = false;
  expect([await level(), await level()]).toEqual([1, 2]);
  line.live = true;
  expect([await level(), await level()]).toEqual([3, 3]);
});
