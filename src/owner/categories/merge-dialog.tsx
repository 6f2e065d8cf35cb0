import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, reasonOr } from '#platform/client/api-client.ts';
import { Select } from '#ui/forms/select.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { toast } from '#ui/overlays/toasts.tsx';
import type { AdminCategory } from './categories-admin.contract.ts';
import { invalidateCategories } from './categories-query.ts';
import * as m from './words/messages.ts';

type Props = { category: AdminCategory; others: AdminCategory[]; close: () => void };

/** Asks which category to merge into, and states the consequences first. */
export function MergeDialog({ category, others, close }: Props) {
  const client = useQueryClient();
  const [intoId, setIntoId] = useState('');
  const into = others.find(({ id }) => id === intoId);
  const { mutate, isPending } = useMutation({
    mutationFn: async (target: AdminCategory) => {
      const param = { id: category.id };
      await api.admin.categories[':id'].merge.$post({ param, json: { into: target.id } });
      return target;
    },
    async onSuccess({ name }) {
      toast.success(m.merged({ name }));
      await invalidateCategories(client);
      close();
    },
    onError: (error) => toast.error(reasonOr(error, m.failed_to_merge())),
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={close}
      question={m.merge_title({ name: category.name })}
      confirmLabel={isPending ? m.merging() : m.merge()}
      isBusy={isPending || !into}
      onConfirm={() => into && mutate(into)}
    >
      <Select
        label={m.merge_into()}
        value={intoId}
        onChange={({ target }) => setIntoId(target.value)}
        options={[{ value: '', label: '–' }, ...others.map(({ id, name }) => ({ value: id, label: name }))]}
      />
      <p className="mt-4 min-h-24" role="status">
        {into ? (
          <>
            {m.merge_text({
              prompts: category.prompts,
              playbooks: category.playbooks,
              from: category.name,
              into: into.name,
            })}{' '}
            {m.cant_be_undone()}
          </>
        ) : (
          m.choose_to_see()
        )}
      </p>
    </ConfirmDialog>
  );
}
