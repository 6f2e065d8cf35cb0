import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { toastError } from '#ui/overlays/toasts.tsx';
import { TryAgain } from '#ui/try-again.tsx';
import { collectionsQuery, type ItemName } from './collection-queries.ts';
import type { CollectionInList } from './collections.contract.ts';
import { LoadingChoices } from './loading-choices.tsx';
import { NewCollectionForm } from './new-collection-form.tsx';
import * as m from './words/messages.ts';

/** A checkbox for each of the member's collections, and a form to create another one. */
export default function CollectionChoices({ item: { type, slug } }: { item: ItemName }) {
  const client = useQueryClient();
  const query = collectionsQuery({ type, slug });
  const { data, isError, refetch } = useQuery({ ...query, staleTime: 0 });
  const show = (id: string, change: Partial<CollectionInList>) =>
    client.setQueryData(
      query.queryKey,
      (list) =>
        list && {
          ...list,
          items: list.items.map((collection) =>
            collection.id === id ? { ...collection, ...change } : collection,
          ),
        },
    );
  const add = async (id: string) =>
    (await api.collections[':id'].items.$post({ param: { id }, json: { target_type: type, slug } })).json();
  const { mutate: toggle, isPending } = useMutation({
    mutationFn: async ({ id, item_id }: CollectionInList) => {
      if (item_id === null) return (await add(id)).id;
      await api.collections[':id'].items[':item'].$delete({ param: { id, item: item_id } });
      return null;
    },
    // Keep what is already shown.
    onMutate: () => client.cancelQueries({ queryKey: query.queryKey }),
    onSuccess: (item_id, { id }) => {
      show(id, { item_id });
      void client.invalidateQueries({ queryKey: queryKeys.collections.detail(id) });
    },
    onError: (error, { id, item_id, item_count }) => {
      show(id, { item_id, item_count });
      toastError(error);
    },
    onSettled: () =>
      client.invalidateQueries({
        queryKey: queryKeys.collections.list({}),
        exact: true,
        refetchType: 'none',
      }),
  });
  return (
    <>
      {isError && !data ? (
        <div className="mt-4 space-y-3">
          <p>{m.your_collections_couldnt_be_loaded_2()}</p>
          <TryAgain retry={refetch} />
        </div>
      ) : !data ? (
        <LoadingChoices />
      ) : (
        <ul className="mt-3 divide-y divide-line border-y border-line empty:hidden">
          {data.items.map((collection) => (
            <li key={collection.id}>
              <label className="flex min-h-12 cursor-pointer items-center gap-3 py-2">
                <input
                  type="checkbox"
                  className="size-5 shrink-0 accent-accent"
                  checked={collection.item_id !== null}
                  // A disabled one would lose the focus.
                  aria-disabled={isPending || undefined}
                  onChange={() => {
                    if (isPending) return;
                    const { id, item_id, item_count } = collection;
                    // Update synchronously, or the checkbox flips back for a moment.
                    show(id, {
                      item_id: item_id === null ? id : null,
                      item_count: item_count + (item_id === null ? 1 : -1),
                    });
                    toggle(collection);
                  }}
                />
                <span dir="auto" className="min-w-0 flex-1 truncate font-semibold">
                  {collection.name}
                </span>
                <span className="text-[0.8125rem] text-muted">
                  {m.count_item({ count: collection.item_count })}
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-5">
        <NewCollectionForm
          submitLabel={m.create_and_add()}
          onCreated={async ({ id }) => {
            await add(id).catch(toastError);
            // Cancel a pending first request: its response would be stale, and React Query would not refetch.
            await client.cancelQueries({ queryKey: queryKeys.collections.all });
            await client.invalidateQueries({ queryKey: queryKeys.collections.all });
          }}
        />
      </div>
    </>
  );
}
