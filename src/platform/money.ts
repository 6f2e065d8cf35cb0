/** "19.99" is 1999 cents, exactly; NaN if the text is not a price. */
export function centsOf(text: string): number {
  const match = /^(\d{0,8})(?:[.,](\d{0,2})\d*)?$/.exec(text.trim());
  if (!match || text.trim() === '') return text.trim() === '' ? 0 : Number.NaN;
  return Number(match[1] || '0') * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

/** 1999 cents is "19.99", 1200 is "12". */
export const decimalOf = (cents: number) =>
  cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
