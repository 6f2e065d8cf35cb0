import { limits } from '#constants';
import { AppError } from '#platform/errors.ts';
import { formatNumber } from '#ui/format.ts';
import * as m from '../words/messages.ts';
import { fillBlanks, filledLength, type Piece } from './parse.ts';

/**
 * The finished text of `fillBlanks`. One long value in many places could fill the memory.
 * @throws AppError 422 if it would be longer than `limits.filledText`
 */
export function fillText(pieces: readonly Piece[], valueFor: (key: string) => string | undefined): string {
  if (filledLength(pieces, valueFor) > limits.filledText)
    throw new AppError(
      'validation_failed',
      m.refused_filled_too_long({ count: formatNumber(limits.filledText) }),
    );
  return fillBlanks(pieces, valueFor);
}
