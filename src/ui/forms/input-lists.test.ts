import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { inLanguage } from '#platform/language/locale-context.server.ts';
import { currencies, maxAmountOf, minAmountOf, stepOf } from '#platform/text/currencies.ts';
import { decimalOf } from '#platform/text/money.ts';
import { linesOf, listInput, listText, moneyInput, parsedInput } from './input-schemas.ts';
import { planPriceProblem, priceProblem } from './price-problems.ts';

const list = listInput(z.array(z.string()));
const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ');

describe('a list in a form', () => {
  test('comes back as it was saved, whatever its entries are', () => {
    const piece = fc.constantFrom('a', 'b c', ',', '"', '""', ', ', '\n', 'é', '😀', "'", ';');
    const entry = fc
      .array(piece, { minLength: 1, maxLength: 5 })
      .map((pieces) => pieces.join('').trim())
      .filter(Boolean);
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 5 }), (entries) => {
        expect(list.parse(listText(entries))).toEqual(entries);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ['"a, b", c', ['a, b', 'c']],
    ['"say ""hi"", then", b', ['say "hi", then', 'b']],
    ['5" screen, b', ['5" screen', 'b']],
    ['"open, b', ['"open', 'b']],
    [',,', []],
    ['', []],
  ])('takes %j as %j', (text, entries) => {
    expect(list.parse(text)).toEqual(entries);
  });

  test('does not cut the name of an invalid entry within a character', () => {
    const none = listInput(z.array(z.string().max(1, 'Too long')));
    const problem = none.safeParse(`${'x'.repeat(29)}😀 and some more words`).error?.issues[0]?.message;
    expect(problem).toBe(`“${'x'.repeat(29)}…”: Too long`);
  });

  test('names the invalid entry, shortened if it is long', () => {
    const short = listInput(z.array(z.string().max(45, 'Too long')));
    const message = (text: string) => short.safeParse(text).error?.issues[0]?.message;
    expect(message(`a, ${'x'.repeat(46)}`)).toBe(`“${'x'.repeat(30)}…”: Too long`);
    const limited = listInput(z.array(z.string().max(3, 'Too long')).max(2, 'Too many'));
    expect(limited.safeParse('abcd').error?.issues.map((issue) => issue.message)).toEqual([
      '“abcd”: Too long',
    ]);
    expect(limited.safeParse('a,b,c').error?.issues.map((issue) => issue.message)).toEqual(['Too many']);
  });

  test('names the invalid entry of a list of lists, or the whole inner list', () => {
    const groups = parsedInput(z.array(z.array(z.string().max(3, 'Too long')).max(2, 'Too many')), (text) =>
      linesOf(text).map((row) => row.split(' ')),
    );
    const messages = (text: string) => groups.safeParse(text).error?.issues.map(({ message }) => message);
    expect(messages('a b\n\n c abcd')).toEqual(['“abcd”: Too long']);
    expect(messages('a\n b c d ')).toEqual(['“b, c, d”: Too many']);
    expect(groups.parse(' a b\n \nc')).toEqual([['a', 'b'], ['c']]);
  });
});

describe('an amount in a form', () => {
  test('comes back as it was saved, in any currency', () => {
    fc.assert(
      fc.property(fc.nat({ max: 99_999_999 }), fc.constantFrom(...currencies), (amount, currency) => {
        expect(moneyInput(z.int(), currency).parse(decimalOf(amount, currency))).toBe(amount);
      }),
    );
  });

  test.each([
    ['jpy', '1,5', 'Enter an amount, such as 1999'],
    ['usd', '1.234', 'Enter an amount, such as 19.99'],
    ['kwd', '1.2345', 'Enter an amount, such as 19.990'],
  ])('in %s is not %s', (currency, text, problem) => {
    expect(moneyInput(z.int(), currency).safeParse(text).error?.issues[0]?.message).toBe(problem);
  });

  test('is refused for the reason that it cannot be charged', () => {
    const price = moneyInput(z.int(), 'usd', priceProblem);
    expect(price.safeParse('0.49').error?.issues.map(({ message }) => message)).toEqual([
      'Must be 0, or $0.50 or more',
    ]);
    expect([price.parse('0.50'), price.parse('0')]).toEqual([50, 0]);
  });
});

describe('a price', () => {
  test.each([
    [0, 'usd', undefined],
    [49, 'usd', 'Must be 0, or $0.50 or more'],
    [50, 'usd', undefined],
    [99_999_999, 'usd', undefined],
    [100_000_000, 'usd', 'Must be $999,999.99 or less'],
    [49, 'jpy', 'Must be 0, or ¥50 or more'],
    [1_005, 'kwd', 'Must be a multiple of KWD 0.010'],
    [1_010, 'kwd', undefined],
    [150, 'isk', 'Must be a multiple of ISK 1.00'],
    [1_000_000_000, 'idr', undefined],
    [1_000_000_001, 'idr', 'Must be IDR 10,000,000.00 or less'],
  ])('of %i in %s: %s', (amount, currency, problem) => {
    expect(plain(priceProblem(amount, currency))).toBe(problem);
  });

  test("per month is refused if the yearly price can't be charged in one payment", () => {
    expect(planPriceProblem(10_416_666, 'usd')).toBeUndefined();
    expect(planPriceProblem(10_416_667, 'usd')).toBe(
      'A year would cost $1,000,000.03. At most $999,999.99 can be charged in one payment',
    );
    expect(planPriceProblem(49, 'usd')).toBe('Must be 0, or $0.50 or more');
    expect(planPriceProblem(0, 'usd')).toBeUndefined();
  });

  test('that is accepted can be charged, in any currency', () => {
    fc.assert(
      fc.property(fc.nat({ max: 200_000_000 }), fc.constantFrom(...currencies), (amount, currency) => {
        const isTaken = priceProblem(amount, currency) === undefined;
        const isWithin = amount >= minAmountOf(currency) && amount <= maxAmountOf(currency);
        expect(isTaken).toBe(amount === 0 || (isWithin && amount % stepOf(currency) === 0));
      }),
    );
  });

  test('is refused in the reader’s language, with money in its format', () => {
    expect(inLanguage('de', () => plain(priceProblem(49, 'usd')))).toContain('0,50 $');
  });
});
