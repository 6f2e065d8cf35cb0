/** The message of an error, or anything else that was thrown, as text. An AggregateError without a message gives those of its errors. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}

/** An error and what caused it, in one line each, for the operator. */
export function failureMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : failureMessage(error.cause);
  // A message that already says its cause is not repeated.
  return cause === '' || error.message.includes(cause) ? error.message : `${error.message}\n${cause}`;
}
