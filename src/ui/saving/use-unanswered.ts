import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { mayHaveSucceeded } from '#platform/client/api-client.ts';

/** More answers in a row than this are hardly ever lost. */
const maximum = 5;

/** Values that were sent and may have been saved, although no answer came. Finding them stored later isn't someone else's change. */
export function useUnanswered() {
  const [unanswered] = useState(() => {
    let sent: FieldValues[] = [];
    return {
      all: () => sent,
      failed(values: FieldValues, error: unknown) {
        if (mayHaveSucceeded(error)) sent = [...sent, values].slice(-maximum);
      },
      clear() {
        sent = [];
      },
    };
  });
  return unanswered;
}
