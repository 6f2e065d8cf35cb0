import { expect, test } from 'vitest';
import { compareNames } from './compare-names.ts';

test('names are sorted as in a book, not by the codes of their letters', () => {
  const names = ['zebra', 'Éclair', 'Zoo', 'apple', 'eclipse', 'Board'];
  expect(names.sort(compareNames)).toEqual(['apple', 'Board', 'Éclair', 'eclipse', 'zebra', 'Zoo']);
});
