import { AppError } from '../errors.ts';
import * as m from '../words/messages.ts';

/** Null is no end. @throws AppError 422 at the field, for a time that is over */
export function assertAhead(field: string, time: string | null): void {
  if (time !== null && Date.parse(time) <= Date.now())
    throw new AppError('validation_failed', `${field}: ${m.this_day_is_over()}`);
}
