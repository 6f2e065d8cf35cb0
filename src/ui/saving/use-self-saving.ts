import { useCallback, useEffect, useRef, useState } from 'react';
import { mayHaveSucceeded } from '#platform/client/api-client.ts';
import { savePauseMilliseconds, saveWhenLeft } from './save-triggers.ts';
import { keepUnsaved, readUnsaved, withUnanswered } from './unsaved-values.ts';

type Options = {
  /** Names the field and its record, such as "run:1:name". */
  draftKey: string;
  /** The saved text; typed text is only saved if it differs. */
  kept: string;
  /** Rejects on failure, after telling the member. */
  save: (text: string) => Promise<unknown>;
  /** Called with whether saving the text failed. */
  tellFailure: (isFailed: boolean) => void;
};

/**
 * For a field that saves automatically: when typing pauses, and when the field, the window or the page is left. Text that couldn't be saved
 * is tried again at these times, when the connection is back, and when the field is shown again, even after a new sign-in.
 * @returns the props of the field
 */
export function useSelfSaving(options: Options) {
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const [unsaved] = useState(() => readUnsaved(options.draftKey, new Map([['text', options.kept]]))[0]);
  /** The text that the server is known to have. */
  const stored = useRef(unsaved?.base ?? options.kept);
  /** Text that is typed and not sent, or was sent and not saved. */
  const typed = useRef(unsaved?.mine);
  /** Texts that were sent without an answer, so they may be stored. */
  const unanswered = useRef(unsaved?.unanswered ?? []);
  const sends = useRef(0);
  const underWay = useRef(0);
  const hasFailed = useRef(unsaved !== undefined);
  /** Whether the connection came back during a save, which may still fail. */
  const isBack = useRef(false);
  const isUnmounted = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const flush = useCallback(() => {
    clearTimeout(timer.current);
    const text = typed.current;
    typed.current = undefined;
    // After a failure, `kept` may be an optimistic value that isn't stored anywhere.
    if (text === undefined || (text === latest.current.kept && !hasFailed.current)) return;
    sends.current += 1;
    underWay.current += 1;
    const send = sends.current;
    const { draftKey } = latest.current;
    const settle = (isFailed: boolean, error?: unknown) => {
      underWay.current -= 1;
      if (!isFailed) {
        stored.current = text;
        unanswered.current = [];
      } else if (mayHaveSucceeded(error)) unanswered.current = withUnanswered(unanswered.current, text);
      // If several are under way, the last one decides.
      if (send !== sends.current) return;
      keepUnsaved(
        draftKey,
        new Map([['text', stored.current]]),
        isFailed ? { text } : {},
        new Map([['text', unanswered.current]]),
      );
      if (isUnmounted.current) return;
      hasFailed.current = isFailed;
      if (isFailed) typed.current ??= text;
      latest.current.tellFailure(isFailed);
      if (isFailed && isBack.current) flush();
      isBack.current = false;
    };
    latest.current.save(text).then(
      () => settle(false),
      (error) => settle(true, error),
    );
  }, []);
  useEffect(() => {
    isUnmounted.current = false;
    flush();
    const stop = saveWhenLeft(flush, () => {
      isBack.current = underWay.current > 0;
      flush();
    });
    return () => {
      stop();
      flush();
      isUnmounted.current = true;
    };
  }, [flush]);
  return {
    defaultValue: unsaved?.mine ?? options.kept,
    onChange({ target }: { target: { value: string } }) {
      // Otherwise `kept` may be an optimistic value that isn't stored anywhere.
      if (typed.current === undefined && underWay.current === 0) stored.current = latest.current.kept;
      typed.current = target.value;
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, savePauseMilliseconds);
    },
    onBlur: flush,
  };
}
