import { expect, test } from 'vitest';
import { limits } from '#constants';
import { optionsOf } from './options-of.ts';
import { blankDefinition } from './public/blank-fields.ts';

test('options are trimmed lines, as many and as long as can be saved', () => {
  expect(optionsOf(' one \n\ntwo\n')).toEqual(['one', 'two']);
  expect(optionsOf('x\n'.repeat(limits.blankOptions + 1))).toHaveLength(limits.blankOptions);
});

test('a long option is not cut within a character, which could not be saved', () => {
  const options = optionsOf(`${'x'.repeat(limits.blankOption - 1)}😀 and more`);
  expect(blankDefinition.safeParse({ name: 'tone', kind: 'choice', options }).error).toBeUndefined();
});
