import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { currencies, decimalsOf } from '#platform/text/currencies.ts';
import {
  formatCount,
  formatDay,
  formatMoney,
  formatNumber,
  formatPercent,
  formatPrice,
  formatRelative,
  formatRoundedPrice,
} from './format.ts';

const now = Date.parse('2026-06-15T12:00:00Z');
const ago = (seconds: number) => formatRelative(new Date(now - seconds * 1_000).toISOString(), now);

describe('a past time', () => {
  test.each([
    [0, 'just now'],
    [59, 'just now'],
    [60, '1 minute ago'],
    [160, '2 minutes ago'],
    [3_599, '59 minutes ago'],
    [3_600, '1 hour ago'],
    [86_399, '23 hours ago'],
    [86_400, '1 day ago'],
    // 35 hours before noon isn't "yesterday" in every case.
    [35 * 3_600, '1 day ago'],
    [2 * 86_400, '2 days ago'],
    [40 * 86_400, '1 month ago'],
    [400 * 86_400, '1 year ago'],
    // By a clock that is two hours slow.
    [-7_200, 'just now'],
  ])('%i seconds ago is %s', (seconds, words) => {
    expect(ago(seconds)).toBe(words);
  });
});

describe('numbers', () => {
  test('are grouped, and short where space is scarce', () => {
    expect([0, 999, 1_000, 1_234_567].map(formatNumber)).toEqual(['0', '999', '1,000', '1,234,567']);
    expect([0, 0.125, 1].map(formatPercent)).toEqual(['0%', '12.5%', '100%']);
    expect([0, 999, 1_000, 12_345, 1_500_000].map(formatCount)).toEqual(['0', '999', '1K', '12.3K', '1.5M']);
  });
});

describe('money', () => {
  test.each([
    [0, 'usd', '$0.00', '$0', '$0'],
    [5, 'usd', '$0.05', '$0.05', '$0'],
    [1_200, 'usd', '$12.00', '$12', '$12'],
    [11_520, 'usd', '$115.20', '$115.20', '$115'],
    [1_999, 'eur', '€19.99', '€19.99', '€20'],
    [2_800, 'jpy', '¥2,800', '¥2,800', '¥2,800'],
    [1_990, 'kwd', 'KWD 1.990', 'KWD 1.990', 'KWD 2'],
    // The payment provider counts hundredths, although the currency only has whole units.
    [50_000, 'isk', 'ISK 500.00', 'ISK 500', 'ISK 500'],
  ])('of %i in %s is %s, %s where zeros are left out, and %s in lists', (amount, currency, ...forms) => {
    const shown = [formatMoney, formatPrice, formatRoundedPrice].map((show) => show(amount, currency));
    expect(shown.map((text) => text.replaceAll('\u00a0', ' '))).toEqual(forms);
  });

  test('is never off by the smallest unit, in any currency', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999 }),
        fc.constantFrom(...currencies),
        (amount, currency) => {
          for (const show of [formatMoney, formatPrice]) {
            const [whole = '', fraction = ''] = show(amount, currency)
              .replaceAll(/[^\d.]|\.(?!\d)/g, '')
              .split('.');
            expect(Number(whole + fraction.padEnd(decimalsOf(currency), '0'))).toBe(amount);
          }
        },
      ),
    );
  });
});

describe('a day', () => {
  test('is the day in UTC, wherever its reader is', () => {
    for (const [moment, day] of [
      ['2026-01-31T23:59:59Z', '31'],
      ['2026-02-01T00:00:00Z', '1'],
      ['2026-01-31T23:00:00-05:00', '1'],
    ] as const)
      expect(formatDay(moment)).toMatch(new RegExp(`\\b${day}\\b`));
    expect(formatDay('2026-02-01T00:00:00Z')).toContain('2026');
  });
});
