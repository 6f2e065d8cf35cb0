import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { mayHaveSucceeded } from '#platform/client/api-client.ts';
import { keepSent } from './keep-sent.ts';

/** Values that were sent and may have been saved, although no answer came. Finding them stored later isn't someone else's change. */
export function useUnanswered() {
  const [unanswered] = useState(() => {
    let sent: readonly FieldValues[] = [];
    return {
      all: () => sent,
      failed(values: FieldValues, error: unknown) {
        if (mayHaveSucceeded(error)) sent = keepSent(sent, values);
      },
      clear() {
        sent = [];
      },
    };
  });
  return unanswered;
}
