import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { ItemsTable, rowsPerPage } from '#library/bulk/public/items-table.tsx';
import { ForgottenDay, RowActions, ShownStatus } from '#library/bulk/public/row-parts.tsx';
import { categoryNamesQuery } from '#library/catalog/public/categories-query.ts';
import { invalidateItems } from '#library/catalog/public/invalidate-items.ts';
import { levelLabel, typeLabel } from '#library/catalog/public/labels.ts';
import { useItemsAddress } from '#library/catalog/public/use-items-address.ts';
import { api, endOfSessionOr } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { useFreshQuery } from '#platform/client/use-fresh-query.ts';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { cardAddress } from '#site/media/public/media-address.ts';
import { AdminFrame } from '#ui/admin-frame.tsx';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { toast } from '#ui/overlays/toasts.tsx';
import { useEditorAddress } from '#ui/tables/use-editor-address.ts';
import * as common from '#ui/words/messages.ts';
import { EditPrompt } from './edit-prompt.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { PromptModal } from './prompt-modal.tsx';
import type { AdminPromptRow } from './prompts-admin.contract.ts';
import * as m from './words/messages.ts';

export const meta = privateMeta(m.prompts_management);

const columns = [
  { label: common.title, sort: 'title' },
  { label: common.category, sort: 'category' },
  { label: common.type, sort: 'type' },
  { label: common.status, sort: 'status' },
  { label: common.tier_access, sort: 'tier' },
  { label: m.author, sort: 'author' },
  { label: common.actions },
];

export default function PromptsAdminPage() {
  const [deleting, setDeleting] = useState<Omit<DeleteProps, 'close'>>();
  const { editing, making, edit, make, close } = useEditorAddress();
  const address = useItemsAddress();
  const { values } = address;
  const { data: categories } = useQuery(categoryNamesQuery);
  const query = useQuery({
    queryKey: queryKeys.admin.prompts.list(values),
    queryFn: async ({ signal }) => {
      const parameters = { limit: String(rowsPerPage), page: '1', ...values };
      return (await api.admin.prompts.$get({ query: parameters }, { init: { signal } })).json();
    },
    placeholderData: keepPreviousData,
  });
  return (
    <AdminFrame
      title={m.prompts_management()}
      action={<Button onClick={() => make('import')}>{m.add_prompt()}</Button>}
    >
      <ItemsTable
        collection="prompts"
        label={common.prompts()}
        columns={columns}
        address={address}
        query={query}
        categories={categories ?? []}
        failure={m.failed_to_load_prompts()}
        empty={common.no_prompts_found()}
        footer={(total) => m.showing_prompts({ prompts: common.count_prompt({ count: total }) })}
        renderCells={(prompt, unselect) => (
          <>
            <td className="min-w-48 md:min-w-72">
              <div className="flex gap-3">
                {prompt.preview_image_url ? (
                  <img
                    src={cardAddress(prompt.preview_image_url)}
                    alt=""
                    loading="lazy"
                    className="size-11 shrink-0 rounded-sm object-cover max-md:hidden"
                  />
                ) : (
                  <span className="grid size-11 shrink-0 place-items-center rounded-sm bg-sunken text-muted max-md:hidden">
                    <FileText className="size-4" aria-hidden="true" />
                  </span>
                )}
                <div className="min-w-0">
                  <Link
                    to={`/prompt/${prompt.slug}`}
                    className="line-clamp-2 font-semibold [overflow-wrap:anywhere] hover:underline"
                  >
                    {prompt.title}
                  </Link>
                  <p className="line-clamp-1 text-muted [overflow-wrap:anywhere]">{prompt.description}</p>
                </div>
              </div>
            </td>
            <td>{prompt.category}</td>
            <td>{typeLabel(prompt.prompt_type)}</td>
            <td>
              <ShownStatus item={prompt} />
            </td>
            <td className="whitespace-nowrap">{levelLabel(prompt.tier_access)}</td>
            <td className="max-w-48 truncate">{prompt.author ?? 'N/A'}</td>
            <td className="whitespace-nowrap">
              <RowActions
                collection="prompts"
                item={prompt}
                restore={() =>
                  api.admin.prompts[':id'].restore.$post({ param: { id: prompt.id } }).then(unselect)
                }
                edit={() => edit(prompt.id)}
                remove={() => setDeleting({ prompt, unselect })}
              />
            </td>
          </>
        )}
      />
      {making === 'import' && <ImportDialog close={close} createManually={() => make('prompt')} />}
      {making === 'prompt' && <PromptModal prompt={undefined} close={close} />}
      {editing && <EditPrompt key={editing} id={editing} close={close} />}
      {deleting && <DeletePrompt {...deleting} close={() => setDeleting(undefined)} />}
    </AdminFrame>
  );
}

type DeleteProps = { prompt: AdminPromptRow; unselect: () => void; close: () => void };

function DeletePrompt({ prompt, unselect, close }: DeleteProps) {
  const client = useQueryClient();
  const { data: uses, isPending } = useFreshQuery({
    queryKey: queryKeys.admin.prompts.uses(prompt.id),
    queryFn: async () =>
      (await api.admin.prompts[':id'].uses.$get({ param: { id: prompt.id }, query: {} })).json(),
  });
  const removal = useMutation({
    mutationFn: () =>
      api.admin.prompts[':id'].$delete({
        param: { id: prompt.id },
        query: prompt.deleted_at ? { forever: 'true' } : {},
      }),
    async onSuccess() {
      toast.success(m.prompt_deleted_successfully());
      unselect();
      await invalidateItems(client, 'prompts');
      close();
    },
    onError: (error) => toast.error(endOfSessionOr(error, m.failed_to_delete_prompt())),
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={close}
      question={m.delete_prompt_question()}
      confirmLabel={common.delete_it()}
      isBusy={removal.isPending || isPending}
      onConfirm={() => removal.mutate()}
    >
      <p>{prompt.title}</p>
      <p className="mt-2">{prompt.deleted_at ? m.it_is_deleted_for_good() : m.it_stays_in_the_trash()}</p>
      <ForgottenDay item={prompt} />
      {uses && uses.total > 0 && (
        <p className="mt-2 font-semibold text-signal">
          {m.used_in_playbooks({
            count: uses.total,
            titles: uses.items.map(({ title }) => title).join(', '),
          })}
        </p>
      )}
    </ConfirmDialog>
  );
}
