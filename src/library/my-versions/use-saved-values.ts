import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createFillStore, type FillStore } from '#library/blanks/public/fill-store.ts';
import { api, mayHaveSucceeded } from '#platform/client/api-client.ts';
import { toastError } from '#ui/overlays/toasts.tsx';
import { keepUnsaved, readUnsaved } from '#ui/saving/unsaved-values.ts';
import type { MyVersion } from './my-versions.contract.ts';
import { myVersionQuery } from './public/my-version-queries.ts';

const pauseMilliseconds = 600;

/**
 * Autosaves changed blank values of a member's version. What could not be saved is tried again with the next change,
 * when the connection is back, and on leaving.
 */
export function useSavedValues(
  { id, values }: MyVersion,
  tellFailure: (part: 'values', isFailed: boolean) => void,
): FillStore {
  const client = useQueryClient();
  const draftKey = `my-version:${id}:values`;
  const [saved] = useState(() => new Map(Object.entries(values)));
  const [store] = useState(() => {
    const created = createFillStore();
    created.complete(saved);
    for (const { name, mine } of readUnsaved(draftKey, saved)) created.set(name, mine);
    return created;
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let queue = Promise.resolve();
    /** Stored or not: their answer was lost. Saved again even when they are as they were before. */
    const lost = new Set<string>();
    const changedKeys = () => {
      const typed = store.values();
      const keys = new Set([...saved.keys(), ...typed.keys()]);
      return [...keys].filter((key) => lost.has(key) || (typed.get(key) ?? '') !== (saved.get(key) ?? ''));
    };
    /** Where the member cannot save now, what is not saved stays in this browser. */
    const keep = () => {
      const typed = store.values();
      const unsaved = changedKeys().map((key) => [key, typed.get(key) ?? ''] as const);
      keepUnsaved(draftKey, saved, Object.fromEntries(unsaved));
    };
    const show = (values: ReadonlyMap<string, string>) =>
      client.setQueryData(
        myVersionQuery(id).queryKey,
        (mine) => mine && { ...mine, values: Object.fromEntries(values) },
      );
    const save = () => {
      clearTimeout(timer);
      const typed = store.values();
      const changed = changedKeys();
      if (changed.length === 0) {
        // What could not be saved may have been taken back.
        queue = queue.then(() => {
          keep();
          if (changedKeys().length === 0) tellFailure('values', false);
        });
        return;
      }
      const before = changed.map((key) => [key, saved.get(key) ?? ''] as const);
      const values = Object.fromEntries(changed.map((key) => [key, typed.get(key) ?? '']));
      for (const [key, value] of Object.entries(values)) saved.set(key, value);
      show(typed);
      const json = { values };
      queue = queue
        .then(async () => {
          await api['my-versions'][':id'].$patch({ param: { id }, json });
          for (const key of changed) lost.delete(key);
          keep();
          tellFailure('values', false);
        })
        .catch((error: Error) => {
          for (const [key, value] of before) {
            if (saved.get(key) === values[key]) saved.set(key, value);
            if (mayHaveSucceeded(error)) lost.add(key);
          }
          show(saved);
          keep();
          tellFailure('values', true);
          toastError(error);
        });
    };
    const unsubscribe = store.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(save, pauseMilliseconds);
    });
    const leave = () => {
      if (document.visibilityState === 'hidden') save();
    };
    document.addEventListener('visibilitychange', leave);
    addEventListener('online', save);
    save();
    return () => {
      unsubscribe();
      document.removeEventListener('visibilitychange', leave);
      removeEventListener('online', save);
      save();
    };
  }, [store, saved, id, draftKey, client, tellFailure]);
  return store;
}
