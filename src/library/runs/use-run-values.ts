import { useEffect, useState } from 'react';
import { createFillStore, type FillStore } from '#library/blanks/public/fill-store.ts';
import { isStepResult, stepResultKey } from '#library/blanks/public/step-results.ts';
import { api } from '#platform/client/api-client.ts';
import { savePauseMilliseconds, saveWhenLeft } from '#ui/saving/save-triggers.ts';
import { createValuesSaver } from '#ui/saving/values-saver.ts';
import type { Run } from './runs.contract.ts';
import { noteSave, type SavedPart, type Saves } from './saves.ts';

/**
 * The values of a run's blanks, including its steps' results. Changes are saved as the member types, and only what has
 * changed.
 */
export function useRunValues(
  run: Run,
  saves: Saves,
  tellFailure: (part: SavedPart, isFailed: boolean) => void,
): FillStore {
  const [saver] = useState(() => createValuesSaver({ draftKey: `run:${run.id}:values`, loaded: run.values }));
  const [store] = useState(() => {
    const created = createFillStore();
    created.complete([
      ...saver.stored,
      ...run.steps.map(({ result }, position) => [stepResultKey(position), result] as const),
    ]);
    for (const { name, mine } of saver.unsaved) created.set(name, mine);
    return created;
  });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const save = () => {
      clearTimeout(timer);
      const saved = saver.save({
        typed: () => new Map([...store.values()].filter(([key]) => !isStepResult(key))),
        send: (values) => api.runs[':id'].$patch({ param: { id: run.id }, json: { values } }),
        tellFailure: (isFailed) => tellFailure('values', isFailed),
      });
      noteSave(saved);
      return saved;
    };
    const unsubscribe = store.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(() => void save(), savePauseMilliseconds);
    });
    const stop = saveWhenLeft(save);
    saves.add(save);
    void save();
    return () => {
      saves.delete(save);
      unsubscribe();
      stop();
      void save();
    };
  }, [store, saver, run.id, saves, tellFailure]);

  return store;
}
