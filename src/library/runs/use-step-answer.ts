import { useState } from 'react';
import { type Answer, useAnswer } from '#library/answers/public/use-answer.ts';
import { useWrittenAnswer } from '#library/answers/public/use-written-answer.ts';
import type { FillStore } from '#library/blanks/public/fill-store.ts';
import { streamingApi } from '#platform/client/api-client.ts';
import { forgetAnswer, keepAnswer, readAnswer } from '#ui/saving/unsaved-values.ts';
import type { Run } from './runs.contract.ts';
import type { SavedResult } from './use-saved-result.ts';

type Step = { run: Run; slug: string | undefined; position: number; store: FillStore };

/**
 * Has the model answer a prompt of a step. A complete answer becomes the step's result; the text that it replaces can
 * be restored.
 */
export function useStepAnswer(
  { run, slug, position, store }: Step,
  { result, change, save }: Pick<SavedResult, 'result' | 'change' | 'save'>,
) {
  const [replaced, setReplaced] = useState<string>();
  const place = `${run.id} ${position}`;
  const [kept] = useState(() => readAnswer<{ asked: number; answer: Answer }>(place));
  const [asked, setAsked] = useState(kept?.asked);
  const replace = (text: string) => {
    setReplaced(result || undefined);
    change(text);
    void save();
  };
  const answering = useAnswer({ tell: replace, kept: kept?.answer });
  const { answer, isRunning } = answering;
  useWrittenAnswer(answering, (written) =>
    // A complete answer is stored as the result.
    written.state === 'done' ? forgetAnswer() : keepAnswer(place, { asked, answer: written }),
  );
  return {
    answering,
    /** Whether the answer belongs to this prompt of the step. */
    isTo: (prompt: number) => asked === prompt,
    ask(prompt: number) {
      setAsked(prompt);
      answering.start((signal) =>
        streamingApi.playbooks[':slug'].steps[':step'].prompts[':prompt'].answers.$post(
          {
            param: { slug: slug ?? '', step: String(position), prompt: String(prompt) },
            query: { version: String(run.version) },
            json: { values: Object.fromEntries([...store.values()].filter(([, value]) => value)) },
          },
          { init: { signal } },
        ),
      );
    },
    /** Uses an incomplete answer as the result. */
    takeUnfinished() {
      replace(answer.text);
      forgetAnswer();
      answering.clear();
    },
    canBringBack: replaced !== undefined && !isRunning && replaced !== result,
    bringBack() {
      if (replaced === undefined) return;
      change(replaced);
      setReplaced(undefined);
    },
  };
}

export type StepAnswer = ReturnType<typeof useStepAnswer>;
