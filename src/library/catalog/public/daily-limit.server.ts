import { AppError } from '#platform/errors.ts';
import { secondsToMidnight } from '#platform/jobs/utc-days.server.ts';
import * as common from '#ui/words/messages.ts';

/** What a plan has for the day is used up; there is more after midnight, UTC. */
export const dailyLimitReached = (message = common.reading_limit_reached()) =>
  new AppError('daily_copy_limit_reached', message, { retryAfterSeconds: secondsToMidnight() });
