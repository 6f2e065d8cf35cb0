import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { leaving } from '#ui/overlays/leaving.ts';
import { toast, toastError } from '#ui/overlays/toasts.tsx';
import { useForgetOnLeave } from '#ui/saving/use-forget-on-leave.ts';
import { collectionQuery } from './collection-queries.ts';
import type { Collection, CollectionChange, CollectionItem } from './collections.contract.ts';
import * as m from './words/messages.ts';

/** A removed item, and its former position. */
export type Removed = { item: CollectionItem; position: number };

/** A member's changes to a collection. Each is shown at once; if the server refuses it, it is undone with a message. */
export function useCollectionChanges(id: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { queryKey } = collectionQuery(id);
  const deleted = useForgetOnLeave(queryKey, queryKeys.collections.all);
  const [removed, setRemoved] = useState<Removed>();
  /** An answer that was asked for before would hide the change. */
  const cancelEarlier = () => void client.cancelQueries({ queryKey, exact: true });
  const show = (change: (collection: Collection) => Partial<Collection>) => {
    cancelEarlier();
    client.setQueryData(queryKey, (before) => before && { ...before, ...change(before) });
  };
  const mutationKey = ['changes of a collection', id];
  /** Reads it again after the last change only: an answer from before a change is saved would hide it. */
  const readAgain = () => {
    const isLast = client.isMutating({ mutationKey }) === 1;
    void client.invalidateQueries({
      queryKey: queryKeys.collections.all,
      refetchType: isLast ? 'active' : 'none',
    });
  };
  const onError = (error: Error) => {
    toastError(error);
    readAgain();
  };
  const onSuccess = () => {
    cancelEarlier();
    readAgain();
  };
  const options = { mutationKey, onError, onSuccess, scope: { id: `collection ${id}` } };
  const items = api.collections[':id'].items;

  const {
    mutate: update,
    mutateAsync: save,
    isPending: isUpdating,
  } = useMutation({
    ...options,
    mutationFn: async (json: CollectionChange) =>
      (await api.collections[':id'].$patch({ param: { id }, json })).json(),
    onMutate: ({ name, note }) =>
      show(() => ({ ...(name === undefined ? {} : { name }), ...(note === undefined ? {} : { note }) })),
    onSuccess({ link, updated_at }) {
      show(() => ({ link, updated_at }));
      onSuccess();
    },
  });
  const { mutateAsync: saveNote } = useMutation({
    ...options,
    mutationFn: async ({ item, note }: { item: CollectionItem; note: string }) =>
      items[':item'].$patch({ param: { id, item: item.id }, json: { note } }),
    onMutate: ({ item, note }) =>
      show((before) => ({
        items: before.items.map((listed) => (listed.id === item.id ? { ...listed, note } : listed)),
      })),
  });
  const { mutate: move } = useMutation({
    ...options,
    mutationFn: async ({ item, position }: Removed) =>
      items[':item'].$patch({ param: { id, item: item.id }, json: { position } }),
    onMutate: ({ item, position }) =>
      show((before) => ({
        items: before.items.filter(({ id: listed }) => listed !== item.id).toSpliced(position, 0, item),
      })),
  });
  const { mutate: remove } = useMutation({
    ...options,
    mutationFn: async ({ item }: Removed) => items[':item'].$delete({ param: { id, item: item.id } }),
    onMutate: (taken) => {
      setRemoved(taken);
      show((before) => ({ items: before.items.filter((item) => item.id !== taken.item.id) }));
    },
    onError(error) {
      setRemoved(undefined);
      onError(error);
    },
  });
  const { mutate: putBack } = useMutation({
    ...options,
    mutationFn: async ({ item: { target_type, slug, note }, position }: Removed) => {
      const added = await items.$post({ param: { id }, json: { target_type, slug, note } });
      const { id: item } = await added.json();
      await items[':item'].$patch({ param: { id, item }, json: { position } });
    },
    // Until then, the item and its note exist nowhere else.
    onSuccess(_added, taken) {
      setRemoved((shown) => (shown === taken ? undefined : shown));
      return client.invalidateQueries({ queryKey: queryKeys.collections.all });
    },
  });
  const { mutate: erase, isPending: isErasing } = useMutation({
    ...options,
    mutationFn: async () => api.collections[':id'].$delete({ param: { id } }),
    async onSuccess() {
      toast.success(m.collection_deleted());
      deleted();
      await navigate('/collections', { state: leaving });
    },
  });
  return { update, save, isUpdating, saveNote, move, remove, removed, putBack, erase, isErasing };
}
