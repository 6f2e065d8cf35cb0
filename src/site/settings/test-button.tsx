import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Button } from '#ui/button.tsx';
import * as m from './words/messages.ts';

/** Tests the saved settings, and shows the result. */
export function TestButton({
  label,
  run,
  isUnsaved,
}: {
  label: string;
  /** @returns the result as a sentence. */
  run: () => Promise<string>;
  isUnsaved: boolean;
}) {
  const { mutate, reset, isPending, data, error } = useMutation({ mutationFn: run });
  // The result is outdated once the settings change.
  useEffect(() => {
    if (isUnsaved) reset();
  }, [isUnsaved, reset]);
  return (
    <div>
      <Button variant="secondary" disabled={isPending || isUnsaved} onClick={() => mutate()}>
        {isPending ? m.testing() : label}
      </Button>
      <p
        role="status"
        className={
          error
            ? 'mt-2 min-h-5 text-sm text-signal [overflow-wrap:anywhere]'
            : 'mt-2 min-h-5 text-sm text-muted [overflow-wrap:anywhere]'
        }
      >
        {isUnsaved ? m.save_before_you_test() : isPending ? '' : (error?.message ?? data ?? '')}
      </p>
    </div>
  );
}
