/**
 * The message of an error, or of anything else that was thrown. An error without a message gives those of its errors or its
 * cause.
 */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message !== '') return error.message;
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ');
  return error.cause === undefined ? '' : messageOf(error.cause);
}

/** The code of a system's or library's error, such as ENOENT; undefined if it has none. */
export const codeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

/** An error and its causes, one per line, for the operator. */
export function failureMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : failureMessage(error.cause);
  // Don't repeat a cause that the message already contains.
  return error.message.includes(cause) ? error.message : [error.message, cause].filter(Boolean).join('\n');
}
