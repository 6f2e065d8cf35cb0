import { codeOf } from './error-message.ts';

/** For `catch`: undefined for a missing file or folder. @throws every other error, such as for one that can't be read */
export function unlessMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error;
}
