import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { currencies, stepOf } from './currencies.ts';
import { amountOf, annualPrice, decimalOf } from './money.ts';

describe('a typed price', () => {
  test.each([
    ['19.99', 'usd', 1_999],
    ['19,99', 'eur', 1_999],
    ['19.9', 'usd', 1_990],
    ['19.', 'usd', 1_900],
    ['.5', 'usd', 50],
    ['0', 'usd', 0],
    [' 12 ', 'usd', 1_200],
    ['007', 'usd', 700],
    ['99999999', 'usd', 9_999_999_900],
    ['2800', 'jpy', 2_800],
    ['1.5', 'kwd', 1_500],
  ])('%j in %s is %i', (text, currency, amount) => {
    expect(amountOf(text, currency)).toBe(amount);
  });

  test.each([
    '',
    '   ',
    'x',
    '-1',
    '1-2',
    '1.2.3',
    '1e3',
    '$5',
    '1 000',
    '12345678901',
    'NaN',
    '٣',
    '0x10',
    '.',
    '1.999',
  ])('%j is none', (text) => {
    expect(amountOf(text, 'usd')).toBeNaN();
  });

  test('is refused with decimals if the currency has none', () => {
    expect(amountOf('28.00', 'jpy')).toBeNaN();
    expect(amountOf('28.5', 'krw')).toBeNaN();
  });

  test('is stored exactly, without errors of binary fractions', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999 }),
        fc.constantFrom(...currencies),
        (amount, currency) => {
          expect(amountOf(decimalOf(amount, currency), currency)).toBe(amount);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test('is shown without decimals if they are zero', () => {
    const shown = [0, 100, 1_200, 1_999, 5, 50].map((amount) => decimalOf(amount, 'usd'));
    expect(shown).toEqual(['0', '1', '12', '19.99', '0.05', '0.50']);
    expect(decimalOf(2_800, 'jpy')).toBe('2800');
  });
});

test('the price of a year can be charged, in every currency', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10_000_000 }),
      fc.constantFrom(...currencies),
      (monthly, currency) => {
        const yearly = annualPrice(monthly, currency);
        expect(yearly % stepOf(currency)).toBe(0);
        expect(Math.abs(yearly - monthly * 9.6)).toBeLessThanOrEqual(stepOf(currency) / 2);
      },
    ),
  );
});
