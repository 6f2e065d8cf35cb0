import { AppError } from './errors.ts';

/**
 * Checks that a row has not changed since its editor read it.
 * @param expectedVersion the `updated_at` the editor read; undefined means that the last save wins.
 * @throws AppError 409 conflict
 */
export function assertVersion(current: Date, expectedVersion: string | undefined) {
  if (expectedVersion === undefined || Date.parse(expectedVersion) === current.getTime()) return;
  throw new AppError('conflict', 'Someone else has saved changes. Compare them before you save again.');
}
