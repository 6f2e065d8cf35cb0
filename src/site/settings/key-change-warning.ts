import { formatDay } from '#ui/format.ts';
import type { KeyChangeLosses } from './public/payment-connection.ts';
import * as m from './words/messages.ts';

/** The consequences of a change of the secret key for members; undefined if there are none. */
export function keyChangeWarning(losses: KeyChangeLosses): string | undefined {
  const { plans, lastUntil, buyers, charged, isLive } = losses;
  const sentences = [
    plans > 0 &&
      (lastUntil
        ? m.key_change_plans_until({ count: plans, day: formatDay(lastUntil) })
        : m.key_change_plans_at_once({ count: plans })),
    buyers > 0 && m.key_change_buyers({ count: buyers }),
    charged > 0 && isLive && m.key_change_charged({ count: charged }),
    plans > 0 && !isLive && m.key_change_test_mode({ count: plans }),
  ].filter((sentence) => typeof sentence === 'string');
  return sentences.join(' ') || undefined;
}
