import { messageOf } from '../error-message.ts';

/** What keeps the site from its database, for the operator, who knows its address by the variable. */
export function databaseFailure(variable: string, cause: unknown): Error {
  const isUnknownHost = cause instanceof Error && 'code' in cause && cause.code === 'ENOTFOUND';
  const hint = isUnknownHost
    ? '. Check the host; special characters in the password must be percent-encoded'
    : '';
  return new Error(`${variable}: ${messageOf(cause)}${hint}`, { cause });
}
