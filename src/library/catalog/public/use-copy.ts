import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { copiedMilliseconds } from '#constants';
import type { Profile } from '#people/session/public/profile.contract.ts';
import { ApiError } from '#platform/api-client.ts';
import { queryKeys } from '#platform/query-keys.ts';
import { toastError } from '#ui/toasts.tsx';
import * as m from '../words/messages.ts';

/** What a recorded copy answers: the text for the clipboard, and what is left of the daily limit (null: no limit). */
export type Copied = { text: string; copies_left: number | null };
export type Copying = ReturnType<typeof useCopy>;

export const isDailyLimit = (error: Error | null) =>
  error instanceof ApiError && error.code === 'daily_copy_limit_reached';

/**
 * Copies a text once the server has recorded it. `copy` asks the server; `isCopied` is true for two seconds after.
 * `selectText` selects the text on the page, for browsers that keep the clipboard to themselves.
 */
export function useCopy(selectText: () => void) {
  const client = useQueryClient();
  const { mutate, reset, isPending, isSuccess, error } = useMutation({
    mutationFn: async (copy: () => Promise<Copied>) => {
      const { text, copies_left } = await copy();
      client.setQueryData<Profile>(queryKeys.profile, (profile) => profile && { ...profile, copies_left });
      void client.invalidateQueries({ queryKey: queryKeys.subscription.current });
      void client.invalidateQueries({ queryKey: queryKeys.recent });
      void client.invalidateQueries({ queryKey: queryKeys.history.all });
      await writeToClipboard(text, selectText);
    },
    onError: (failure) => {
      if (!isDailyLimit(failure)) toastError(failure);
      void client.invalidateQueries({ queryKey: queryKeys.profile });
    },
  });

  useEffect(() => {
    if (!isSuccess) return;
    const timer = setTimeout(reset, copiedMilliseconds);
    return () => clearTimeout(timer);
  }, [isSuccess, reset]);

  return { copy: mutate, isPending, isCopied: isSuccess, error };
}

/** Where the browser blocks the clipboard, the text is selected instead, so that a key press copies it. */
async function writeToClipboard(text: string, selectText: () => void) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    selectText();
    throw new Error(m.your_browser_blocked_copying_the_text());
  }
}
