import { AppError } from '../errors.ts';
import * as m from '../words/messages.ts';

/** Null means no end. @throws AppError 422 naming the field, if the time has passed */
export function assertAhead(field: string, time: string | null): void {
  if (time !== null && Date.parse(time) <= Date.now())
    throw new AppError('validation_failed', `${field}: ${m.this_day_is_over()}`);
}
