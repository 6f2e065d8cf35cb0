import type { Outcome } from './send-outcome.ts';

/** So many refusals, one after the other, are about the email and not about its readers. */
const refusalsInARow = 20;

/** Who was refused last, without an email in between that was taken. */
export function createRefusalStreak() {
  let mailingId = '';
  let ids: string[] = [];
  let reason = '';
  const clear = () => {
    ids = [];
  };
  return {
    /** The streak is one of this mailing from here on. */
    follow(id: string): void {
      if (mailingId !== id) clear();
      mailingId = id;
    },
    note(id: string, outcome: Outcome): void {
      if (outcome.kind === 'sent' && ids.length < refusalsInARow) clear();
      if (outcome.kind !== 'failed' && (outcome.kind !== 'refused' || outcome.isDead)) return;
      ids.push(id);
      reason = outcome.reason;
    },
    isOver: () => ids.length >= refusalsInARow,
    /** @returns the streak, which begins anew. */
    take() {
      const taken = { ids, reason };
      clear();
      return taken;
    },
  };
}
