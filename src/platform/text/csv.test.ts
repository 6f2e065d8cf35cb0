import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvLine, csvTable } from './csv.ts';

describe('a line of CSV', () => {
  const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('a', ',', '"', '\r', '\n', 'ü') }));
  const cell = text.filter((value) => !/^[=+\-@\t\r]/.test(value));
  test('is parsed as it was written, whatever its cells contain', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, fc.integer()), { minLength: 1, maxLength: 4 }), (rows) => {
        const read: string[][] = parse(rows.map(csvLine).join(''), { record_delimiter: '\r\n' });
        expect(read).toEqual(rows.map((row) => row.map(String)));
      }),
    );
  });

  test.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1+1', "'-1+1"],
    // A number can't run anything.
    ['-12.00', '-12.00'],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', `"'\r=1"`],
  ])('is no formula: %j', (written, safe) => {
    expect(csvLine([written])).toBe(`${safe}\r\n`);
  });
});

test('a file is UTF-8 with quotes only where needed, and without formulas', () => {
  expect(
    csvTable([
      ['Title', 'Count', 'Revenue'],
      ['Plain', 3, '12.00'],
      ['A "quote", and\nlines', 0, null],
      ['=HYPERLINK("x")', -5, '@x'],
    ]),
  ).toBe(
    `\uFEFF${[
      'Title,Count,Revenue',
      'Plain,3,12.00',
      '"A ""quote"", and\nlines",0,',
      `"'=HYPERLINK(""x"")",-5,'@x`,
    ].join('\r\n')}\r\n`,
  );
});
