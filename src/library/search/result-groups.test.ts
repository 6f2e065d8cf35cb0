import { expect, test } from 'vitest';
import { foundGroups } from './result-groups.ts';

test('results for corrected words say so', () => {
  const items = [{ slug: 'one', title: 'One', tier_access: 0, can: { read: true } }];
  const list = { items, total: 1, total_is_exact: true };
  const groups = foundGroups({
    q: 'quetzel', // cspell:disable-line
    prompts: { ...list, corrected_q: 'quetzal' },
    playbooks: { ...list, corrected_q: null },
  });
  expect(groups.map(({ correction }) => correction)).toEqual(['Showing results for “quetzal”', undefined]);
});
