import { byteOrderMark, withoutFormula } from '#platform/text/csv-line.ts';

type Value = string | number | null;

/** RFC 4180, with the mark by which spreadsheets know UTF-8. A text that a spreadsheet would run as a formula begins with an apostrophe. */
export function toCsv(rows: readonly (readonly Value[])[]): string {
  return `${byteOrderMark}${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

function cell(value: Value): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = withoutFormula(value);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
