import { useEffect, useEffectEvent } from 'react';
import { saveWhenLeft } from '#ui/saving/save-triggers.ts';
import type { Answer, Answering } from './use-answer.ts';

/** Calls `keep` with the answer so far, once it is over or the page is left, which stops it. */
export function useWrittenAnswer({ answer, isRunning }: Answering, keep: (answer: Answer) => void) {
  const keepText = useEffectEvent(() => {
    if (answer.text) keep(isRunning ? { ...answer, state: 'stopped' } : answer);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer that is over.
  useEffect(() => {
    if (!isRunning) keepText();
  }, [answer, isRunning]);
  const leave = useEffectEvent(() => isRunning && keepText());
  useEffect(() => {
    const ignore = saveWhenLeft(leave);
    return () => {
      ignore();
      leave();
    };
  }, []);
}
