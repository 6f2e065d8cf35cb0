import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { invalidateItems } from '#library/catalog/public/invalidate-items.ts';
import { api } from '#platform/api-client.ts';
import { privateMeta } from '#platform/page-meta.ts';
import { queryKeys } from '#platform/query-keys.ts';
import { cardAddress } from '#site/media/public/media-address.ts';
import { AdminFrame } from '#ui/admin-frame.tsx';
import { AdminTable } from '#ui/admin-table.tsx';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { plural } from '#ui/format.ts';
import { toast } from '#ui/toasts.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { PromptModal } from './prompt-modal.tsx';
import type { AdminPrompt } from './prompts-admin.contract.ts';

export const meta = () => privateMeta('Prompts Management');

const columns = ['Title', 'Category', 'Type', 'Status', 'Tier Access', 'Author', 'Actions'];
type Open = { kind: 'import' | 'create' } | { kind: 'edit' | 'delete'; prompt: AdminPrompt };

export default function PromptsAdminPage() {
  const [q, setQ] = useState('');
  const [open, setOpen] = useState<Open>();
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
  const close = () => setOpen(undefined);
  return (
    <AdminFrame
      title="Prompts Management"
      action={<Button onClick={() => setOpen({ kind: 'import' })}>Add Prompt</Button>}
    >
      <AdminTable
        label="Prompts"
        columns={columns}
        query={query}
        onSearch={setQ}
        failure="Failed to load prompts"
        empty="No prompts found"
        footer={(total) => `Showing ${plural(total, 'prompt')}`}
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
            <td>{prompt.prompt_type}</td>
            <td>{prompt.status}</td>
            <td className="whitespace-nowrap">
              {prompt.tier_access === 0 ? 'Free' : `Level ${prompt.tier_access}`}
            </td>
            <td className="max-w-48 truncate">{prompt.author ?? 'N/A'}</td>
            <td className="whitespace-nowrap">
              <Button size="small" variant="quiet" onClick={() => setOpen({ kind: 'edit', prompt })}>
                Edit<span className="sr-only"> {prompt.title}</span>
              </Button>
              <Button
                size="small"
                variant="quiet"
                className="text-signal"
                onClick={() => setOpen({ kind: 'delete', prompt })}
              >
                Delete<span className="sr-only"> {prompt.title}</span>
              </Button>
            </td>
          </tr>
        )}
      />
      {open?.kind === 'import' && (
        <ImportDialog close={close} createManually={() => setOpen({ kind: 'create' })} />
      )}
      {open?.kind === 'create' && <PromptModal prompt={undefined} close={close} />}
      {open?.kind === 'edit' && <PromptModal key={open.prompt.id} prompt={open.prompt} close={close} />}
      {open?.kind === 'delete' && <DeletePrompt prompt={open.prompt} close={close} />}
    </AdminFrame>
  );
}

function DeletePrompt({ prompt, close }: { prompt: AdminPrompt; close: () => void }) {
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: () => api.admin.prompts[':id'].$delete({ param: { id: prompt.id } }),
    async onSuccess() {
      toast.success('Prompt deleted successfully!');
      await invalidateItems(client, 'prompts');
      close();
    },
    onError: () => toast.error('Failed to delete prompt'),
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={close}
      question="Are you sure you want to delete this prompt? This action cannot be undone."
      confirmLabel="Delete"
      isBusy={removal.isPending}
      onConfirm={() => removal.mutate()}
    >
      {prompt.title}
    </ConfirmDialog>
  );
}
