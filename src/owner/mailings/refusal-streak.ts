import type { Outcome } from './send-outcome.ts';

/** This many refusals in a row mean that the email is the problem, not the addresses. */
const refusalsInARow = 20;

/** The most recent refusals, since the last email that was accepted. */
export function createRefusalStreak() {
  let mailingId = '';
  let ids: string[] = [];
  let reason = '';
  const clear = () => {
    ids = [];
  };
  return {
    /** Starts a new streak if this is another mailing. */
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
    /** @returns the streak, and starts a new one. */
    take() {
      const taken = { ids, reason };
      clear();
      return taken;
    },
  };
}
