import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { centsOf, decimalOf } from './money.ts';

describe('a price that somebody types', () => {
  test.each([
    ['19.99', 1_999],
    ['19,99', 1_999],
    ['19.9', 1_990],
    ['19.', 1_900],
    ['.5', 50],
    ['0', 0],
    ['', 0],
    ['   ', 0],
    [' 12 ', 1_200],
    ['007', 700],
    ['0.07', 7],
    ['1.999', 199],
    ['99999999', 9_999_999_900],
  ])('%j is %i cents', (text, cents) => {
    expect(centsOf(text)).toBe(cents);
  });

  test.each(['x', '-1', '1-2', '1.2.3', '1e3', '$5', '1 000', '123456789', 'NaN', '٣', '0x10'])(
    '%j is none',
    (text) => {
      expect(centsOf(text)).toBeNaN();
    },
  );

  test('is the very one that is shown: nothing is lost to binary fractions', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), (cents) => {
        expect(centsOf(decimalOf(cents))).toBe(cents);
        expect(centsOf((cents / 100).toFixed(2))).toBe(cents);
        expect(centsOf((cents / 100).toFixed(2).replace('.', ','))).toBe(cents);
      }),
      { numRuns: 1_000 },
    );
  });

  test('is shown without cents where it has none', () => {
    expect([0, 100, 1_200, 1_999, 5, 50].map(decimalOf)).toEqual(['0', '1', '12', '19.99', '0.05', '0.50']);
  });
});
