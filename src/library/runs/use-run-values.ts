import { useEffect, useState } from 'react';
import { createFillStore, type FillStore } from '#library/blanks/public/fill-store.ts';
import { isStepResult, stepResultKey } from '#library/blanks/public/step-results.ts';
import { api, mayHaveSucceeded } from '#platform/client/api-client.ts';
import { toastError } from '#ui/overlays/toasts.tsx';
import { keepUnsaved, readUnsaved } from '#ui/saving/unsaved-values.ts';
import type { Run } from './runs.contract.ts';
import { noteSave, type SavedPart, type Saves } from './saves.ts';

const pauseMilliseconds = 600;

/** What is filled into the blanks of a run: saved as it is typed, only what has changed. The results of its steps are in it too. */
export function useRunValues(
  run: Run,
  saves: Saves,
  tellFailure: (part: SavedPart, isFailed: boolean) => void,
): FillStore {
  const draftKey = `run:${run.id}:values`;
  const [kept] = useState(() => new Map(Object.entries(run.values)));
  const [store] = useState(() => {
    const created = createFillStore();
    created.complete([
      ...kept,
      ...run.steps.map(({ result }, position) => [stepResultKey(position), result] as const),
    ]);
    for (const { name, mine } of readUnsaved(draftKey, kept)) created.set(name, mine);
    return created;
  });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let queue = Promise.resolve(true);
    /** Stored or not: their answer was lost. Saved again even when they are as they were before. */
    const lost = new Set<string>();
    const changes = () => {
      const changed = [...store.values()].filter(
        ([key, value]) => !isStepResult(key) && (lost.has(key) || value !== (kept.get(key) ?? '')),
      );
      const removed = [...kept.keys()].filter(
        (key) => (lost.has(key) || kept.get(key)) && !store.values().has(key),
      );
      return Object.fromEntries([...changed, ...removed.map((key) => [key, ''] as const)]);
    };
    const save = (): Promise<boolean> => {
      clearTimeout(timer);
      const values = changes();
      if (Object.keys(values).length === 0) {
        // What could not be saved may have been taken back.
        queue = queue.then(() => {
          const isSaved = Object.keys(changes()).length === 0;
          keepUnsaved(draftKey, kept, changes());
          if (isSaved) tellFailure('values', false);
          return isSaved;
        });
        return queue;
      }
      const before = new Map(kept);
      for (const [key, value] of Object.entries(values)) kept.set(key, value);
      queue = queue.then(async () => {
        try {
          await api.runs[':id'].$patch({ param: { id: run.id }, json: { values } });
          for (const key of Object.keys(values)) lost.delete(key);
          keepUnsaved(draftKey, kept, changes());
          tellFailure('values', false);
          return true;
        } catch (error) {
          // Sent again with the next save.
          for (const key of Object.keys(values)) {
            kept.set(key, before.get(key) ?? '');
            if (mayHaveSucceeded(error)) lost.add(key);
          }
          keepUnsaved(draftKey, kept, changes());
          tellFailure('values', true);
          if (error instanceof Error) toastError(error);
          return false;
        }
      });
      noteSave(queue);
      return queue;
    };
    const unsubscribe = store.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(() => void save(), pauseMilliseconds);
    });
    const leave = () => {
      if (document.visibilityState === 'hidden') void save();
    };
    const retry = () => void save();
    document.addEventListener('visibilitychange', leave);
    window.addEventListener('online', retry);
    saves.add(save);
    void save();
    return () => {
      saves.delete(save);
      unsubscribe();
      document.removeEventListener('visibilitychange', leave);
      window.removeEventListener('online', retry);
      void save();
    };
  }, [store, kept, run.id, draftKey, saves, tellFailure]);

  return store;
}
