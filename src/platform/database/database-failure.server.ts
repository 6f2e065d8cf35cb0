import { messageOf } from '../error-message.ts';

/** Why the site can't reach its database, for the operator, who set its address in this variable. */
export function databaseFailure(variable: string, cause: unknown): Error {
  const isUnknownHost = cause instanceof Error && 'code' in cause && cause.code === 'ENOTFOUND';
  const hint = isUnknownHost
    ? '. Check the host; special characters in the password must be percent-encoded'
    : '';
  return new Error(`${variable}: ${messageOf(cause)}${hint}`, { cause });
}
