import { useCallback, useEffect, useRef } from 'react';

const pauseMilliseconds = 600;

type Options = {
  /** The text as it is kept: what is typed is saved where it is another. */
  kept: string;
  /** Rejects where that failed; what failed is told to the member by whoever saves. */
  save: (text: string) => Promise<unknown>;
  /** Told whether what is typed could not be saved. */
  tellFailure: (isFailed: boolean) => void;
};

/**
 * For a field that is saved by itself: when typing pauses, and when the field, the window or the page is left. What could not be saved is tried
 * again then, and with the connection back.
 * @returns what is given to the field
 */
export function useSelfSaving(options: Options) {
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  /** What is typed and not sent, or was sent and not saved. */
  const typed = useRef<string>(undefined);
  const sends = useRef(0);
  const hasFailed = useRef(false);
  const isGone = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const flush = useCallback(() => {
    clearTimeout(timer.current);
    const text = typed.current;
    typed.current = undefined;
    // After a failure `kept` may be what was shown at once, and is nowhere.
    if (text === undefined || (text === latest.current.kept && !hasFailed.current)) return;
    sends.current += 1;
    const send = sends.current;
    const settle = (isFailed: boolean) => {
      // Of several that are under way, the last one says how it is, while there is a field.
      if (send !== sends.current || isGone.current) return;
      hasFailed.current = isFailed;
      if (isFailed) typed.current ??= text;
      latest.current.tellFailure(isFailed);
    };
    latest.current.save(text).then(
      () => settle(false),
      () => settle(true),
    );
  }, []);
  useEffect(() => {
    isGone.current = false;
    const leave = () => {
      if (document.visibilityState === 'hidden') flush();
    };
    document.addEventListener('visibilitychange', leave);
    window.addEventListener('online', flush);
    return () => {
      document.removeEventListener('visibilitychange', leave);
      window.removeEventListener('online', flush);
      flush();
      isGone.current = true;
    };
  }, [flush]);
  return {
    onChange({ target }: { target: { value: string } }) {
      typed.current = target.value;
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, pauseMilliseconds);
    },
    onBlur: flush,
  };
}
