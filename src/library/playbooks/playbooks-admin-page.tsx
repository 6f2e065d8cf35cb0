import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { invalidateItems } from '#library/catalog/public/invalidate-items.ts';
import { statusLabel } from '#library/catalog/public/labels.ts';
import { isForSale } from '#money/billing/public/for-sale.ts';
import { ApiError, api } from '#platform/api-client.ts';
import { privateMeta } from '#platform/page-meta.ts';
import { plainText } from '#platform/plain-text.ts';
import { queryKeys } from '#platform/query-keys.ts';
import { useSiteSettings } from '#site/settings/public/site-settings.tsx';
import { AdminFrame } from '#ui/admin-frame.tsx';
import { AdminTable } from '#ui/admin-table.tsx';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { formatMoney } from '#ui/format.ts';
import { toast } from '#ui/toasts.tsx';
import { useEditorAddress } from '#ui/use-editor-address.ts';
import * as common from '#ui/words/messages.ts';
import { EditPlaybook } from './edit-playbook.tsx';
import { PlaybookModal } from './playbook-modal.tsx';
import type { AdminPlaybook } from './playbooks-admin.contract.ts';
import * as m from './words/messages.ts';

export const meta = () => privateMeta(m.playbooks_management());

const columns = [
  common.title,
  common.category,
  m.steps,
  common.status,
  common.tier_access,
  common.price,
  common.actions,
];
type Row = Omit<AdminPlaybook, 'steps'>;

export default function PlaybooksAdminPage() {
  const [q, setQ] = useState('');
  const [deleting, setDeleting] = useState<Row>();
  const { editing, making, edit, make, close } = useEditorAddress();
  const { currency } = useSiteSettings();
  const query = useInfiniteQuery({
    queryKey: queryKeys.admin.playbooks.list(q),
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const parameters = { limit: '50', ...(q ? { q } : {}), ...(pageParam ? { cursor: pageParam } : {}) };
      return (await api.admin.playbooks.$get({ query: parameters }, { init: { signal } })).json();
    },
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });

  return (
    <AdminFrame
      title={m.playbooks_management()}
      action={<Button onClick={() => make('playbook')}>{m.add_playbook()}</Button>}
    >
      <AdminTable
        label={common.playbooks()}
        columns={columns}
        query={query}
        onSearch={setQ}
        failure={m.failed_to_load_playbooks()}
        empty={m.no_playbooks_found()}
        footer={(total) => m.showing_playbooks({ playbooks: common.count_playbook({ count: total }) })}
        renderRow={(playbook) => (
          <tr key={playbook.id}>
            <td className="min-w-72">
              <p className="line-clamp-2 font-semibold [overflow-wrap:anywhere]">{playbook.title}</p>
              <p className="line-clamp-1 text-muted [overflow-wrap:anywhere]">
                {plainText(playbook.description)}
              </p>
            </td>
            <td>{playbook.category}</td>
            <td className="tabular-nums">{playbook.step_count}</td>
            <td>{statusLabel(playbook.status)}</td>
            <td className="whitespace-nowrap">
              {playbook.tier_access === 0
                ? common.free()
                : common.level_tier_access({ tierAccess: playbook.tier_access })}
              {playbook.unlocks_level !== null && (
                <p className="text-[0.8125rem] font-semibold text-signal">
                  {m.unlocks_level_unlocks_level({ unlocksLevel: playbook.unlocks_level })}
                </p>
              )}
            </td>
            <td className="tabular-nums">
              {isForSale(playbook) ? formatMoney(playbook.price, currency) : '-'}
            </td>
            <td className="whitespace-nowrap">
              <Button size="small" variant="quiet" onClick={() => edit(playbook.id)}>
                {common.edit()}
                <span className="sr-only"> {playbook.title}</span>
              </Button>
              <Button
                size="small"
                variant="quiet"
                className="text-signal"
                onClick={() => setDeleting(playbook)}
              >
                {common.delete_it()}
                <span className="sr-only"> {playbook.title}</span>
              </Button>
            </td>
          </tr>
        )}
      />
      {making && <PlaybookModal playbook={undefined} close={close} />}
      {editing && <EditPlaybook key={editing} id={editing} close={close} />}
      {deleting && <DeletePlaybook playbook={deleting} close={() => setDeleting(undefined)} />}
    </AdminFrame>
  );
}

function DeletePlaybook({ playbook, close }: { playbook: Row; close: () => void }) {
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: () => api.admin.playbooks[':id'].$delete({ param: { id: playbook.id } }),
    async onSuccess() {
      toast.success(m.playbook_deleted_successfully());
      await invalidateItems(client, 'playbooks');
      close();
    },
    onError(error) {
      const isKept = error instanceof ApiError && error.code === 'conflict';
      toast.error(isKept ? error.message : m.failed_to_delete_playbook());
    },
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
      {playbook.title}
    </ConfirmDialog>
  );
}
