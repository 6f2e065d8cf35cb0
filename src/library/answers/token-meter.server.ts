import { modelLimits } from '#constants';
import type { AnswerPart } from '#platform/model/language-model.server.ts';
import { ModelFailure, type ModelUsage } from '#platform/model/model-failure.ts';
import type { Reservation } from './run-budget.server.ts';

/** Deliberately high estimate, used when the endpoint reports no usage. */
export const tokensIn = (text: string) => Math.ceil(text.length / modelLimits.charactersPerToken);

export type TokenMeter = ReturnType<typeof createTokenMeter>;

/** The tokens that a run used, as counted by the endpoint or else estimated from the length of the texts. */
export function createTokenMeter(text: string, reservation: Reservation) {
  let shown = 0;
  let thought = 0;
  let usage: ModelUsage | undefined;
  const used = () =>
    (usage?.input ?? tokensIn(text)) +
    (usage?.output ?? Math.ceil((shown + thought) / modelLimits.charactersPerToken));
  const settle = () => reservation.settle(used());
  return {
    add(part: AnswerPart) {
      if (part.kind === 'text') shown += part.text.length;
      if (part.kind === 'thought') thought += part.text.length;
      if (part.kind === 'end') usage = part.usage;
    },
    settle,
    /** Refund the run if nothing was written, but not after a disconnect: the model has read the prompt. */
    async settleAfter(error: unknown): Promise<void> {
      if (!(error instanceof ModelFailure)) return settle();
      usage = error.usage;
      if (usage?.output === undefined) {
        // Without output, the model may still have used all its tokens, so keep the whole reservation.
        if (shown > 0) await settle();
      } else if (shown + thought + usage.output === 0) await reservation.giveBack(used());
      else await settle();
    },
  };
}
