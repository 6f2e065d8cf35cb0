import { AppError } from './errors.ts';
import * as m from './words/messages.ts';

/**
 * Checks that a row has not changed since its editor read it.
 * @param expectedVersion the `updated_at` the editor read; undefined means that the last save wins.
 * @param refusal in words, where an editor has nothing to compare.
 * @throws AppError 409 conflict
 */
export function assertVersion(
  current: Date,
  expectedVersion: string | undefined,
  refusal = m.refused_someone_saved(),
) {
  if (expectedVersion === undefined || Date.parse(expectedVersion) === current.getTime()) return;
  throw new AppError('conflict', refusal);
}
