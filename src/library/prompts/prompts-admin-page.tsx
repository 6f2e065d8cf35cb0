import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { invalidateItems } from '#library/catalog/public/invalidate-items.ts';
import { statusLabel, typeLabel } from '#library/catalog/public/labels.ts';
import { api } from '#platform/api-client.ts';
import { privateMeta } from '#platform/page-meta.ts';
import { queryKeys } from '#platform/query-keys.ts';
import { cardAddress } from '#site/media/public/media-address.ts';
import { AdminFrame } from '#ui/admin-frame.tsx';
import { AdminTable } from '#ui/admin-table.tsx';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toast } from '#ui/toasts.tsx';
import { useEditorAddress } from '#ui/use-editor-address.ts';
import * as common from '#ui/words/messages.ts';
import { EditPrompt } from './edit-prompt.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { PromptModal } from './prompt-modal.tsx';
import type { AdminPrompt } from './prompts-admin.contract.ts';
import * as m from './words/messages.ts';

export const meta = () => privateMeta(m.prompts_management());

const columns = [
  common.title,
  common.category,
  common.type,
  common.status,
  common.tier_access,
  m.author,
  common.actions,
];

export default function PromptsAdminPage() {
  const [q, setQ] = useState('');
  const [deleting, setDeleting] = useState<AdminPrompt>();
  const { editing, making, edit, make, close } = useEditorAddress();
  const query = useInfiniteQuery({
    queryKey: queryKeys.admin.prompts.list(q),
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const parameters = { limit: '50', ...(q ? { q } : {}), ...(pageParam ? { cursor: pageParam } : {}) };
      return (await api.admin.prompts.$get({ query: parameters }, { init: { signal } })).json();
    },
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
  return (
    <AdminFrame
      title={m.prompts_management()}
      action={<Button onClick={() => make('import')}>{m.add_prompt()}</Button>}
    >
      <AdminTable
        label={common.prompts()}
        columns={columns}
        query={query}
        onSearch={setQ}
        failure={m.failed_to_load_prompts()}
        empty={common.no_prompts_found()}
        footer={(total) => m.showing_prompts({ prompts: common.count_prompt({ count: total }) })}
        renderRow={(prompt) => (
          <tr key={prompt.id}>
            <td className="min-w-72">
              <div className="flex gap-3">
                {prompt.preview_image_url ? (
                  <img
                    src={cardAddress(prompt.preview_image_url)}
                    alt=""
                    loading="lazy"
                    className="size-11 shrink-0 rounded-sm object-cover"
                  />
                ) : (
                  <span className="grid size-11 shrink-0 place-items-center rounded-sm bg-sunken text-muted">
                    <FileText className="size-4" aria-hidden="true" />
                  </span>
                )}
                <div className="min-w-0">
                  <p className="line-clamp-2 font-semibold [overflow-wrap:anywhere]">{prompt.title}</p>
                  <p className="line-clamp-1 text-muted [overflow-wrap:anywhere]">{prompt.description}</p>
                </div>
              </div>
            </td>
            <td>{prompt.category}</td>
            <td>{typeLabel(prompt.prompt_type)}</td>
            <td>{statusLabel(prompt.status)}</td>
            <td className="whitespace-nowrap">
              {prompt.tier_access === 0
                ? common.free()
                : common.level_tier_access({ tierAccess: prompt.tier_access })}
            </td>
            <td className="max-w-48 truncate">{prompt.author ?? 'N/A'}</td>
            <td className="whitespace-nowrap">
              <Button size="small" variant="quiet" onClick={() => edit(prompt.id)}>
                {common.edit()}
                <span className="sr-only"> {prompt.title}</span>
              </Button>
              <Button
                size="small"
                variant="quiet"
                className="text-signal"
                onClick={() => setDeleting(prompt)}
              >
                {common.delete_it()}
                <span className="sr-only"> {prompt.title}</span>
              </Button>
            </td>
          </tr>
        )}
      />
      {making === 'import' && <ImportDialog close={close} createManually={() => make('prompt')} />}
      {making === 'prompt' && <PromptModal prompt={undefined} close={close} />}
      {editing && <EditPrompt key={editing} id={editing} close={close} />}
      {deleting && <DeletePrompt prompt={deleting} close={() => setDeleting(undefined)} />}
    </AdminFrame>
  );
}

function DeletePrompt({ prompt, close }: { prompt: AdminPrompt; close: () => void }) {
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: () => api.admin.prompts[':id'].$delete({ param: { id: prompt.id } }),
    async onSuccess() {
      toast.success(m.prompt_deleted_successfully());
      await invalidateItems(client, 'prompts');
      close();
    },
    onError: () => toast.error(m.failed_to_delete_prompt()),
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={close}
      question={m.are_you_sure_you_want_to()}
      confirmLabel={common.delete_it()}
      isBusy={removal.isPending}
      onConfirm={() => removal.mutate()}
    >
      {prompt.title}
    </ConfirmDialog>
  );
}
