import { codeOf, messageOf } from '../error-message.ts';

/** An error for the operator, who set the database's URL in `variable`, about why it can't be reached. */
export function databaseFailure(variable: string, cause: unknown): Error {
  const hint =
    codeOf(cause) === 'ENOTFOUND'
      ? '. Check the host; special characters in the password must be percent-encoded'
      : '';
  return new Error(`${variable}: ${messageOf(cause)}${hint}`, { cause });
}
