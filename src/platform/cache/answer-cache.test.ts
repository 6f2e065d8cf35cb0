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
