import { limits } from '#constants';
import type { JsonObject } from '#platform/database/database.types.ts';
import { isStorable } from '#platform/text/storable.ts';
import { AuthError, validationFailed } from '../auth-error.ts';

const deepest = 20;

/**
 * Checks a user's own metadata. It is part of every access token, so its size is limited.
 * @throws AuthError 422 if it is too large or nested too deeply, 400 if it contains characters that can't be stored
 */
export function checkUserMetadata(metadata: Record<string, unknown>): JsonObject {
  const refuse = (reason: string) => new AuthError(422, 'validation_failed', `data: ${reason}`);
  // Level by level, because recursion into untrusted input could exhaust the stack.
  let level: unknown[] = [metadata];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) throw refuse('is nested too deeply');
    if (!level.every(isStorable)) throw validationFailed('data: contains characters that cannot be stored');
    level = level.flatMap((value) =>
      isObject(value) ? [...Object.keys(value), ...Object.values(value)] : [],
    );
  }
  if (Buffer.byteLength(JSON.stringify(metadata)) > limits.userMetadataBytes)
    throw refuse(`is larger than ${limits.userMetadataBytes} bytes`);
  return metadata as JsonObject;
}

/** Metadata with the changes of a request, which takes a value away by null. @throws AuthError 400, 422 */
export const changeMetadata = (before: unknown, change: Record<string, unknown>): JsonObject =>
  checkUserMetadata(
    Object.fromEntries(
      Object.entries({ ...(before as JsonObject), ...change }).filter(([, value]) => value !== null),
    ),
  );

const isObject = (value: unknown) => value !== null && typeof value === 'object';
