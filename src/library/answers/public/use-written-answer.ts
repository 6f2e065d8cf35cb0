import { useEffect, useEffectEvent } from 'react';
import { saveWhenLeft } from '#ui/saving/save-triggers.ts';
import type { Answer, Answering } from './use-answer.ts';

/** Calls `keep` with the answer when it ends, or with the text so far when the user leaves the page, which stops it. */
export function useWrittenAnswer({ answer, isRunning }: Answering, keep: (answer: Answer) => void) {
  const keepText = useEffectEvent(() => {
    if (answer.text) keep(isRunning ? { ...answer, state: 'stopped' } : answer);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each answer that has ended.
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
