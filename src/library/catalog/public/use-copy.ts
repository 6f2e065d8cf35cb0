import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { copiedMilliseconds } from '#constants';
import { ApiError, mayHaveSucceeded } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { copyText } from '#ui/copy-text.ts';
import { toast, toastError } from '#ui/overlays/toasts.tsx';
import { useRecordId } from '#ui/saving/use-record-id.ts';
import * as common from '#ui/words/messages.ts';
import * as m from '../words/messages.ts';
import { invalidateDailyUse } from './invalidate-daily-use.ts';
import { reloadRefused } from './reload-refused.ts';

/**
 * The response to a recorded copy: the text for the clipboard, and the copies left today (null: no limit; undefined:
 * the copy doesn't count).
 */
export type Copied = {
  text: string;
  copies_left?: number | null;
  /** Whether the visible text is a different one, so that it can't be selected as a fallback. */
  isNotShown?: boolean;
  /** To be said once the text is copied. */
  notice?: string | undefined;
};
export type Copying = ReturnType<typeof useCopy>;

export const isDailyLimit = (error: Error | null) =>
  error instanceof ApiError && error.code === 'daily_copy_limit_reached';

/** Records a copy and resolves to its text. With the same `id`, which changes with each copy, it isn't recorded twice. */
export type AskForCopy = (id: string) => Promise<Copied>;

/**
 * Copies a text once the server has recorded it. Call `copy` during a click, with a function that sends the request;
 * `then` is called on success. `isCopied` is true for two seconds afterward. `selectText` selects the text on the page,
 * as a fallback for browsers that block the clipboard.
 */
export function useCopy(selectText: () => void) {
  const client = useQueryClient();
  const [id, renewId] = useRecordId();
  const { mutate, reset, isPending, isSuccess, error } = useMutation({
    mutationFn: async ({ copied, written }: { copied: Promise<Copied>; written: Promise<void> }) => {
      const { copies_left, isNotShown, notice } = await copied;
      if (copies_left !== undefined) invalidateDailyUse(client, copies_left);
      try {
        await written;
      } catch {
        if (isNotShown) throw new Error(common.your_browser_blocked_copying());
        selectText();
        throw new Error(m.copying_blocked());
      }
      if (notice) toast.info(notice);
    },
    onError: (failure) => {
      if (!isDailyLimit(failure)) toastError(failure);
      void client.invalidateQueries({ queryKey: queryKeys.profile });
      reloadRefused(client, failure);
    },
  });

  useEffect(() => {
    if (!isSuccess) return;
    const timer = setTimeout(reset, copiedMilliseconds);
    return () => clearTimeout(timer);
  }, [isSuccess, reset]);

  const copy = (ask: AskForCopy, then?: () => void) => {
    const copied = ask(id);
    // The next attempt after a lost response is still the same copy.
    copied.then(renewId, (failure) => mayHaveSucceeded(failure) || renewId());
    const written = copyText(copied.then(({ text }) => text));
    // Failures are reported when `copied` is awaited.
    written.catch(() => undefined);
    mutate({ copied, written }, { onSuccess: then });
  };
  return { copy, isPending, isCopied: isSuccess, error };
}
