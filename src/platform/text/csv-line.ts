/** A spreadsheet must not take somebody's text for a formula. */
export const withoutFormula = (text: string) => text.replace(/^[=+\-@\t\r]/, "'$&");
const csvCell = (text: string) => `"${withoutFormula(text).replaceAll('"', '""')}"`;

/** By which spreadsheets know UTF-8, at the beginning of a table. */
export const byteOrderMark = '\uFEFF';

/** One line of a table, with its end. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;
