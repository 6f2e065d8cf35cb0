import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createFillStore, type FillStore } from '#library/blanks/public/fill-store.ts';
import { api } from '#platform/client/api-client.ts';
import { savePauseMilliseconds, saveWhenLeft } from '#ui/saving/save-triggers.ts';
import { createValuesSaver } from '#ui/saving/values-saver.ts';
import type { MyVersion } from './my-versions.contract.ts';
import { myVersionQuery } from './public/my-version-queries.ts';

/**
 * Saves changed blank values of a member's version automatically. If that fails, it is retried with the next change,
 * when the connection is back, and on leaving the page.
 */
export function useSavedValues(
  { id, values }: MyVersion,
  tellFailure: (part: 'values', isFailed: boolean) => void,
): FillStore {
  const client = useQueryClient();
  const [saver] = useState(() => createValuesSaver({ draftKey: `my-version:${id}:values`, loaded: values }));
  const [store] = useState(() => {
    const created = createFillStore();
    created.complete(saver.stored);
    for (const { name, mine } of saver.unsaved) created.set(name, mine);
    return created;
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (shown: ReadonlyMap<string, string>) =>
      client.setQueryData(
        myVersionQuery(id).queryKey,
        (mine) => mine && { ...mine, values: Object.fromEntries(shown) },
      );
    const send = async (changed: Record<string, string>) => {
      try {
        await api['my-versions'][':id'].$patch({ param: { id }, json: { values: changed } });
        show(store.values());
      } catch (error) {
        show(saver.stored);
        throw error;
      }
    };
    const save = () => {
      clearTimeout(timer);
      if (saver.changes(store.values()).length > 0) show(store.values());
      void saver.save({
        typed: store.values,
        send,
        tellFailure: (isFailed) => tellFailure('values', isFailed),
      });
    };
    const unsubscribe = store.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(save, savePauseMilliseconds);
    });
    const stop = saveWhenLeft(save);
    save();
    return () => {
      unsubscribe();
      stop();
      save();
    };
  }, [store, saver, id, client, tellFailure]);
  return store;
}
