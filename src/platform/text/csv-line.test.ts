import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvLine } from './csv-line.ts';

/** A table as spreadsheets read it (RFC 4180). */
function readCsv(text: string): string[][] {
  const rows = [...text.matchAll(/((?:"(?:[^"]|"")*",?)*)\r\n/g)].map(([, row = '']) => row);
  return rows.map((row) =>
    [...row.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = '']) => cell.replaceAll('""', '"')),
  );
}

describe('a line of a table', () => {
  const cell = fc.string().filter((text) => !/^[=+\-@\t\r]/.test(text));
  test('is read as it was written, whatever is in its cells', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 4 }),
        (rows) => {
          expect(readCsv(rows.map(csvLine).join(''))).toEqual(rows);
        },
      ),
    );
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('is no formula: %j', (text) => {
    expect(csvLine([text])).toBe(`"'${text}"\r\n`);
  });
});
