import { expect, test } from 'vitest';
import { AnswerCache } from './answer-cache.server.ts';

const quiet = { isUpToDate: async () => true, onContentChange: () => undefined };

test('requests made at the same moment share one answer', async () => {
  const answers = new AnswerCache(quiet);
  let loads = 0;
  const load = async () => {
    loads += 1;
    return loads;
  };
  expect(await Promise.all([answers.find('list', load), answers.find('list', load)])).toEqual([1, 1]);
  expect(await answers.find('another list', load)).toBe(2);
});

test('everyone who waited gets the failure, and the next request tries again', async () => {
  const answers = new AnswerCache(quiet);
  const fail = () => Promise.reject(new Error('away'));
  const together = await Promise.allSettled([answers.find('list', fail), answers.find('list', fail)]);
  expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await answers.find('list', async () => 'back')).toBe('back');
});

test('an answer is loaded again after a change, and each time while changes may be missed', async () => {
  let isUpToDate = true;
  let change: () => void = () => undefined;
  const cache = new AnswerCache({
    isUpToDate: async () => isUpToDate,
    onContentChange: (listener) => {
      change = listener;
    },
  });
  let loads = 0;
  const find = () => cache.find('list', async () => ++loads);
  expect([await find(), await find()]).toEqual([1, 1]);
  change();
  expect(await find()).toBe(2);
  isUpToDate = false;
  expect([await find(), await find()]).toEqual([3, 4]);
});
