type Cell = string | number | null;

/** By which spreadsheets know UTF-8, at the beginning of a table. */
const byteOrderMark = '\uFEFF';

/** One line of a table by RFC 4180, with its end. A text that a spreadsheet would run as a formula begins with an apostrophe. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** A table, or its beginning. */
export const csvTable = (rows: readonly (readonly Cell[])[]): string =>
  byteOrderMark + rows.map(csvLine).join('');

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const isNumber = /^-\d+(\.\d+)?$/.test(cell);
  const safe = isNumber ? cell : cell.replace(/^[=+\-@\t\r]/, "'$&");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
