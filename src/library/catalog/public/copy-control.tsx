import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check, Copy } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { copiedMilliseconds } from '#constants';
import type { Profile } from '#people/session/public/profile.contract.ts';
import { useProfile } from '#people/session/public/use-profile.ts';
import { ApiError } from '#platform/api-client.ts';
import { queryKeys } from '#platform/query-keys.ts';
import { Button } from '#ui/button.tsx';
import { formatNumber } from '#ui/format.ts';
import { toastError } from '#ui/toasts.tsx';

type Props = {
  /** Records the copy and answers the text. */
  copy: () => Promise<{ prompt_body: string; copies_left: number | null }>;
  /** Selects the text on the page, for browsers that keep the clipboard to themselves. */
  selectText: () => void;
};

const isLimit = (error: Error | null) =>
  error instanceof ApiError && error.code === 'daily_copy_limit_reached';

/** Copies a prompt and says how many copies are left today. */
export function CopyControl({ copy, selectText }: Props) {
  const client = useQueryClient();
  const left = useProfile()?.copies_left ?? null;
  const { mutate, reset, isPending, isSuccess, error } = useMutation({
    mutationFn: async () => {
      const { prompt_body, copies_left } = await copy();
      client.setQueryData<Profile>(queryKeys.profile, (profile) => profile && { ...profile, copies_left });
      void client.invalidateQueries({ queryKey: queryKeys.subscription.current });
      await writeToClipboard(prompt_body, selectText);
    },
    onError: (failure) => {
      if (!isLimit(failure)) toastError(failure);
      void client.invalidateQueries({ queryKey: queryKeys.profile });
    },
  });

  useEffect(() => {
    if (!isSuccess) return;
    const timer = setTimeout(reset, copiedMilliseconds);
    return () => clearTimeout(timer);
  }, [isSuccess, reset]);

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {isLimit(error) ? (
        <p role="alert" className="max-w-md text-sm text-signal">
          {error?.message}{' '}
          <Link to="/pricing" className="font-semibold underline underline-offset-4">
            See plans
          </Link>
        </p>
      ) : (
        left !== null && (
          <span className="text-[0.8125rem] text-muted">
            {formatNumber(left)} {left === 1 ? 'copy' : 'copies'} left today
          </span>
        )
      )}
      <Button className="min-w-28" disabled={isPending} onClick={() => mutate()}>
        {isSuccess ? (
          <Check className="size-4" aria-hidden="true" />
        ) : (
          <Copy className="size-4" aria-hidden="true" />
        )}
        <span aria-live="polite">{isSuccess ? 'Copied!' : 'Copy'}</span>
      </Button>
    </div>
  );
}

/** Where the browser blocks the clipboard, the text is selected instead, so that a key press copies it. */
async function writeToClipboard(text: string, selectText: () => void) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    selectText();
    throw new Error('Your browser blocked copying. The text is selected: press Ctrl+C or ⌘C.');
  }
}
