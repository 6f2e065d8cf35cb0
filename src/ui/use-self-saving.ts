import { useCallback, useEffect, useRef } from 'react';

const pauseMilliseconds = 600;

/**
 * For a field that is saved by itself: when typing pauses, and when the field, the window or the page is left.
 * @returns what is given to the field
 */
export function useSelfSaving(save: (text: string) => void) {
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  const typed = useRef<string>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const flush = useCallback(() => {
    clearTimeout(timer.current);
    const text = typed.current;
    typed.current = undefined;
    if (text !== undefined) latest.current(text);
  }, []);
  useEffect(() => {
    const leave = () => {
      if (document.visibilityState === 'hidden') flush();
    };
    document.addEventListener('visibilitychange', leave);
    return () => {
      document.removeEventListener('visibilitychange', leave);
      flush();
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
