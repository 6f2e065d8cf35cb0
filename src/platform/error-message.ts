/**
 * The message of an error, or of anything else that was thrown. An AggregateError without a message gives those of its
 * errors.
 */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}

/** An error and its causes, one per line, for the operator. */
export function failureMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : failureMessage(error.cause);
  // Don't repeat a cause that the message already contains.
  return cause === '' || error.message.includes(cause) ? error.message : `${error.message}\n${cause}`;
}
