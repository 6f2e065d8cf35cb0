import { expect, test } from 'vitest';
import { readPage, readParameter } from './use-table-address.ts';

const searchOf = (value: string | null) => new URLSearchParams(value === null ? {} : { page: value });
const read = (value: string | null, known: readonly string[] | number) =>
  readParameter(searchOf(value), 'page', known);

test('invalid values count as missing', () => {
  const roles = ['member', 'admin'];
  expect(['admin', 'king', '', null].map((value) => read(value, roles))).toEqual([
    'admin',
    undefined,
    undefined,
    undefined,
  ]);
  expect(['tea', 'a long word', 'a\0b', '', null].map((value) => read(value, 6))).toEqual([
    'tea',
    'a long',
    undefined,
    undefined,
    undefined,
  ]);
  expect(
    ['2', '999999', '1000001', '0', '-1', '2x', '', null].map((value) => readPage(searchOf(value))),
  ).toEqual([2, 999_999, 1, 1, 1, 1, 1, 1]);
});
