import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createFillStore, type FillStore } from '#library/blanks/public/fill-store.ts';
import { api } from '#platform/api-client.ts';
import { toastError } from '#ui/toasts.tsx';
import type { MyVersion } from './my-versions.contract.ts';
import { myVersionQuery } from './public/my-version-queries.ts';

const pauseMilliseconds = 600;

/**
 * What is filled into the blanks of one's own version, saved as it is typed. What could not be saved is tried again with the next change,
 * when the connection is back, and on leaving.
 */
export function useSavedValues({ id, values }: MyVersion): FillStore {
  const client = useQueryClient();
  const [store] = useState(() => {
    const created = createFillStore();
    created.complete(Object.entries(values));
    return created;
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let queue = Promise.resolve();
    let isSaved = true;
    const save = () => {
      clearTimeout(timer);
      if (isSaved) return;
      isSaved = true;
      const json = { values: Object.fromEntries(store.values()) };
      client.setQueryData(myVersionQuery(id).queryKey, (before) => before && { ...before, ...json });
      queue = queue
        .then(async () => void (await api['my-versions'][':id'].$patch({ param: { id }, json })))
        .catch((error: Error) => {
          isSaved = false;
          toastError(error);
        });
    };
    const unsubscribe = store.subscribe(() => {
      isSaved = false;
      clearTimeout(timer);
      timer = setTimeout(save, pauseMilliseconds);
    });
    const leave = () => {
      if (document.visibilityState === 'hidden') save();
    };
    document.addEventListener('visibilitychange', leave);
    addEventListener('online', save);
    return () => {
      unsubscribe();
      document.removeEventListener('visibilitychange', leave);
      removeEventListener('online', save);
      save();
    };
  }, [store, id, client]);
  return store;
}
