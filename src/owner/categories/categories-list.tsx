import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, reasonOr } from '#platform/client/api-client.ts';
import { Button } from '#ui/button.tsx';
import { compareNames } from '#ui/compare-names.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { formatNumber } from '#ui/format.ts';
import { MoveButtons } from '#ui/move-buttons.tsx';
import { movedMessage } from '#ui/moved-message.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { toast } from '#ui/overlays/toasts.tsx';
import { TryAgain } from '#ui/try-again.tsx';
import * as common from '#ui/words/messages.ts';
import type { AdminCategory } from './categories-admin.contract.ts';
import { adminCategoriesQuery, invalidateCategories } from './categories-query.ts';
import { CategoryModal } from './category-modal.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import * as m from './words/messages.ts';

/** Shows moves at once and saves them one after the other, so that the last one wins. */
function useOrder() {
  const client = useQueryClient();
  const mutationKey = ['order of categories'];
  // While a later move is being saved, the server's state after this one isn't shown.
  const isLast = () => client.isMutating({ mutationKey }) === 1;
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: 'order of categories' },
    mutationFn: async (ids: string[]) => (await api.admin.categories.order.$put({ json: { ids } })).json(),
    onSuccess: () => (isLast() ? invalidateCategories(client) : undefined),
    async onError(error) {
      toast.error(reasonOr(error, m.failed_to_save_order()));
      if (isLast()) await client.invalidateQueries({ queryKey: adminCategoriesQuery.queryKey });
    },
  });
  return (items: AdminCategory[]) => {
    void client.cancelQueries({ queryKey: adminCategoriesQuery.queryKey });
    client.setQueryData(adminCategoriesQuery.queryKey, items);
    mutate(items.map(({ id }) => id));
  };
}

/** All categories in order, to be renamed, described, hidden, merged and deleted. */
export function CategoriesList() {
  const { data, isPending, isError, refetch } = useQuery(adminCategoriesQuery);
  const [editing, setEditing] = useState<AdminCategory>();
  const [merging, setMerging] = useState<AdminCategory>();
  const [deleting, setDeleting] = useState<AdminCategory>();
  const [said, setSaid] = useState('');
  const saveOrder = useOrder();
  if (isPending) return <div className="skeleton h-96" role="status" aria-label={common.loading()} />;
  if (isError && !data)
    return (
      <EmptyState title={m.couldnt_load_categories()}>
        <TryAgain retry={refetch} />
      </EmptyState>
    );
  const move = (category: AdminCategory, to: number) => {
    saveOrder(data.filter(({ id }) => id !== category.id).toSpliced(to, 0, category));
    setSaid(movedMessage(category.name, to, data.length));
  };
  const byName = () => saveOrder(data.toSorted((one, other) => compareNames(one.name, other.name)));
  return (
    <>
      <div className="mb-5 flex flex-wrap items-end justify-between gap-4">
        <p className="max-w-2xl text-muted">{m.about_categories()}</p>
        {data.length > 1 && (
          <Button variant="secondary" size="small" onClick={byName}>
            {m.by_name()}
          </Button>
        )}
      </div>
      {data.length === 0 ? (
        <EmptyState title={m.no_categories_yet()}>{m.no_categories_yet_hint()}</EmptyState>
      ) : (
        <ol
          aria-label={common.categories()}
          className="divide-y divide-line border border-line bg-surface text-sm"
        >
          {data.map((category, index) => (
            <li
              key={category.id}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 pr-3 pl-1 sm:pr-4 sm:pl-2"
            >
              <span className="flex shrink-0 max-sm:self-start">
                <MoveButtons
                  name={category.name}
                  position={index}
                  count={data.length}
                  size="small"
                  moveTo={(to) => move(category, to)}
                />
              </span>
              <div className="min-w-0 flex-1 basis-52 [overflow-wrap:anywhere]">
                <Names category={category} />
                <span className="block text-muted">
                  {common.count_prompt({ count: category.prompts })} ·{' '}
                  {common.count_playbook({ count: category.playbooks })} ·{' '}
                  {m.items_published({ published: formatNumber(category.published) })}
                </span>
              </div>
              <span className="ml-auto flex shrink-0 flex-wrap justify-end">
                <Button
                  size="small"
                  variant="quiet"
                  aria-label={m.edit_name({ name: category.name })}
                  onClick={() => setEditing(category)}
                >
                  {common.edit()}
                </Button>
                <Button
                  size="small"
                  variant="quiet"
                  aria-label={m.merge_name({ name: category.name })}
                  onClick={() => setMerging(category)}
                >
                  {m.merge()}
                </Button>
                {category.is_unused && (
                  <Button
                    size="small"
                    variant="quiet"
                    className="text-signal"
                    aria-label={m.delete_name({ name: category.name })}
                    onClick={() => setDeleting(category)}
                  >
                    {common.delete_it()}
                  </Button>
                )}
              </span>
            </li>
          ))}
        </ol>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
      {editing && <CategoryModal category={editing} close={() => setEditing(undefined)} />}
      {merging && (
        <MergeDialog
          category={merging}
          others={data.filter(({ id }) => id !== merging.id)}
          close={() => setMerging(undefined)}
        />
      )}
      {deleting && <DeleteDialog category={deleting} close={() => setDeleting(undefined)} />}
    </>
  );
}

function Names({
  category: { name, slug, published, is_hidden, earlier_names },
}: {
  category: AdminCategory;
}) {
  const hasPage = !is_hidden && published > 0;
  return (
    <>
      {hasPage ? (
        <Link
          to={`/categories/${slug}`}
          className="inline-block min-h-6 font-semibold text-accent underline underline-offset-4"
        >
          {name}
        </Link>
      ) : (
        <span className="font-semibold">{name}</span>
      )}
      {is_hidden && <span className="ml-2 text-muted">{m.hidden()}</span>}
      {earlier_names.length > 0 && (
        <span className="block text-[0.8125rem] text-muted">
          {m.also_called({ names: earlier_names.join(', ') })}
        </span>
      )}
    </>
  );
}

function DeleteDialog({ category, close }: { category: AdminCategory; close: () => void }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.admin.categories[':id'].$delete({ param: { id: category.id } }),
    async onSuccess() {
      toast.success(m.category_deleted());
      await invalidateCategories(client);
    },
    onError: (error) => toast.error(reasonOr(error, m.failed_to_delete_category())),
    onSettled: close,
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={close}
      question={m.delete_category({ name: category.name })}
      confirmLabel={common.delete_it()}
      isBusy={isPending}
      onConfirm={() => mutate()}
    >
      {m.cant_be_undone()}
    </ConfirmDialog>
  );
}
