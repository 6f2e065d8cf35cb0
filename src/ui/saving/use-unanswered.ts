import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { mayHaveSucceeded } from '#platform/client/api-client.ts';

/** More than this many saves in a row are hardly lost. */
const maximum = 5;

/** What was sent and may have been saved although no answer came: finding it stored later is no change of somebody else's. */
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
