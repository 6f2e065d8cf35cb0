/** A whole source that cannot be taken; the message is for the operator. */
export class ImportError extends Error {
  override name = 'ImportError';
}
