/** A source that cannot be imported at all; the message is for the operator. */
export class ImportError extends Error {
  override name = 'ImportError';
}
