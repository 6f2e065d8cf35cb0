type Cell = string | number | null;

/** Tells spreadsheets that a file is UTF-8. */
const byteOrderMark = '\uFEFF';

/**
 * One line of a CSV file (RFC 4180) with its line end. Prefixes text that a spreadsheet would run as a formula with an
 * apostrophe.
 */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** A CSV file, or its beginning. */
export const csvTable = (rows: readonly (readonly Cell[])[]): string =>
  byteOrderMark + rows.map(csvLine).join('');

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const isNumber = /^-\d+(\.\d+)?$/.test(cell);
  const safe = isNumber ? cell : cell.replace(/^[=+\-@\t\r]/, "'$&");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
