import { useCallback, useEffect, useRef, useState } from 'react';
import { limits } from '#constants';
import { api, mayHaveSucceeded } from '#platform/client/api-client.ts';
import { toast, toastError } from '#ui/overlays/toasts.tsx';
import { forgetDraft, keepDraft, readDraft } from '#ui/saving/drafts.ts';
import { savePauseMilliseconds, saveWhenLeft } from '#ui/saving/save-triggers.ts';
import { withUnanswered } from '#ui/saving/unsaved-values.ts';
import type { Run } from './runs.contract.ts';
import { noteSave, type Saves } from './saves.ts';
import * as m from './words/messages.ts';

type Step = Run['steps'][number];

const draftKey = (id: string, position: number) => `run:${id}:${position}`;

/** A text and a check mark that couldn't be saved before, and the text that the former was based on. */
function readUnsaved(id: string, position: number, step: Step) {
  const { version, fields } = readDraft(draftKey(id, position)) ?? {};
  const typed = fields?.result?.mine ?? step.result;
  const done = fields?.done?.mine ?? step.done;
  const wanted = done === step.done ? undefined : { done: done === true };
  if (typed === step.result) {
    if (!wanted) forgetDraft(draftKey(id, position));
    return { typed: step.result, known: step, unanswered: [], wanted };
  }
  return {
    typed: String(typed),
    known: { ...step, result: String(fields?.result?.base), updated_at: version ?? null },
    unanswered: fields?.result?.unanswered ?? [],
    wanted,
  };
}

/**
 * The result of a step. Saves one at a time when typing pauses. If another device has saved since, both texts are
 * shown. `status` tells whether the text is saved.
 */
export function useSavedResult(
  id: string,
  position: number,
  step: Step,
  { saved, saves }: { saved: (step: Step) => void; saves: Saves },
) {
  const [before] = useState(() => readUnsaved(id, position, step));
  const [result, setResult] = useState(before.typed);
  const [status, setStatus] = useState<'saved' | 'typing' | 'failed'>(
    before.typed === before.known.result && before.unanswered.length === 0 && !before.wanted
      ? 'saved'
      : 'typing',
  );
  const typed = useRef(before.typed);
  const known = useRef(before.known);
  /** The latest checkbox state, until it is stored. */
  const wanted = useRef<Pick<Step, 'done'> | undefined>(before.wanted);
  /** Texts sent without a response: they may have been saved, and don't count as another device's. */
  const unanswered = useRef(before.unanswered);
  /** Send the text even if it equals the known one, as long as an unanswered one may be stored instead. */
  const isUnsaved = useCallback(
    () =>
      typed.current !== known.current.result || unanswered.current.length > 0 || wanted.current !== undefined,
    [],
  );
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const queue = useRef(Promise.resolve(true));
  const tell = useRef(saved);
  useEffect(() => {
    tell.current = saved;
  });

  const save = useCallback(
    (change: { done?: boolean } = {}) => {
      clearTimeout(timer.current);
      if (change.done !== undefined) wanted.current = { done: change.done };
      // Show a changed checkbox immediately.
      if (wanted.current) tell.current({ ...known.current, result: typed.current, ...wanted.current });
      queue.current = queue.current.then(async () => {
        const sent = typed.current;
        const mark = wanted.current;
        if (!isUnsaved()) {
          forgetDraft(draftKey(id, position));
          setStatus('saved');
          return true;
        }
        const json = {
          ...mark,
          result: sent,
          updated_at: known.current.updated_at,
          unanswered: [...unanswered.current],
        };
        try {
          const answer = await api.runs[':id'].steps[':n'].$put({ param: { id, n: String(position) }, json });
          const { is_merged, ...kept } = await answer.json();
          const isTypedOn = typed.current !== sent;
          // Another device's text contains what was sent, but not what was typed since: the next save merges the two.
          const isMergedNext = is_merged && isTypedOn && !kept.result.startsWith(sent);
          known.current = isMergedNext ? { ...kept, updated_at: known.current.updated_at } : kept;
          unanswered.current = [];
          forgetDraft(draftKey(id, position));
          if (wanted.current === mark) wanted.current = undefined;
          if (is_merged && !isMergedNext) {
            // Text typed during the save takes precedence.
            typed.current = isTypedOn ? typed.current + kept.result.slice(sent.length) : kept.result;
            setResult(typed.current);
            toast.info(m.step_saved_elsewhere());
          }
          setStatus(typed.current === kept.result ? 'saved' : 'typing');
          tell.current({ ...kept, ...wanted.current });
          return true;
        } catch (error) {
          setStatus('failed');
          if (mayHaveSucceeded(error))
            unanswered.current = withUnanswered(unanswered.current, sent, limits.unansweredResults);
          if (isUnsaved())
            keepDraft(draftKey(id, position), {
              id,
              version: known.current.updated_at ?? undefined,
              fields: {
                result: {
                  base: known.current.result,
                  mine: typed.current,
                  unanswered: unanswered.current,
                },
                ...(wanted.current && { done: { base: known.current.done, mine: wanted.current.done } }),
              },
            });
          tell.current({ ...known.current, result: typed.current, ...wanted.current });
          if (error instanceof Error) toastError(error);
          return false;
        }
      });
      noteSave(queue.current);
      return queue.current;
    },
    [id, position, isUnsaved],
  );
  const change = (text: string) => {
    typed.current = text;
    setResult(text);
    setStatus('typing');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void save(), savePauseMilliseconds);
  };

  // Save immediately when leaving or hiding the page.
  useEffect(() => {
    const stop = saveWhenLeft(save);
    saves.add(save);
    if (isUnsaved()) void save();
    return () => {
      saves.delete(save);
      stop();
      if (isUnsaved()) void save();
    };
  }, [save, saves, isUnsaved]);

  return { result, status, change, save };
}

export type SavedResult = ReturnType<typeof useSavedResult>;
