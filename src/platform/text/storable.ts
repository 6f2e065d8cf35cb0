/** Whether PostgreSQL can store a value unchanged: text with NUL or lone surrogates it can't. */
export const isStorable = (value: unknown) =>
  typeof value !== 'string' || (!value.includes('\0') && value.isWellFormed());
