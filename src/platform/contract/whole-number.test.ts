import { expect, test } from 'vitest';
import { wholeNumber } from './contract-fields.ts';

const number = wholeNumber(0, 100);

test.each([
  ['0', 0],
  ['007', 7],
  ['100', 100],
  [7, 7],
])('%j is the number %d', (value, expected) => {
  expect(number.parse(value)).toBe(expected);
});

test.each(['', ' ', '0x10', '1e1', '1.0', '٣', '+1', '-1', '101', 'null', null, true, [], ['1'], {}, 1.5])(
  '%j is refused as a number between 0 and 100',
  (value) => {
    expect(number.safeParse(value).success).toBe(false);
  },
);

test('an optional number may be missing, and stays undefined', () => {
  expect(number.optional().parse(undefined)).toBeUndefined();
  expect(number.default(24).parse(undefined)).toBe(24);
});
