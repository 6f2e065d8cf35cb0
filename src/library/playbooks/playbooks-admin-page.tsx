import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { ItemsTable, rowsPerPage } from '#library/bulk/public/items-table.tsx';
import { ForgottenDay, RowActions, ShownStatus } from '#library/bulk/public/row-parts.tsx';
import { categoryNamesQuery } from '#library/catalog/public/categories-query.ts';
import { invalidateItems } from '#library/catalog/public/invalidate-items.ts';
import { levelLabel } from '#library/catalog/public/labels.ts';
import { useItemsAddress } from '#library/catalog/public/use-items-address.ts';
import { isForSale } from '#money/offers/public/for-sale.ts';
import { ApiError, api, endOfSessionOr } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { plainText } from '#platform/text/plain-text.ts';
import { useSiteSettings } from '#site/settings/public/site-settings.tsx';
import { AdminFrame } from '#ui/admin-frame.tsx';
import { Button } from '#ui/button.tsx';
import { formatMoney } from '#ui/format.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { toast } from '#ui/overlays/toasts.tsx';
import { useEditorAddress } from '#ui/tables/use-editor-address.ts';
import * as common from '#ui/words/messages.ts';
import { EditPlaybook } from './edit-playbook.tsx';
import { PlaybookModal } from './playbook-modal.tsx';
import type { AdminPlaybookRow } from './playbooks-admin.contract.ts';
import * as m from './words/messages.ts';

export const meta = privateMeta(m.playbooks_management);

const columns = [
  { label: common.title, sort: 'title' },
  { label: common.category, sort: 'category' },
  { label: m.steps, sort: 'steps' },
  { label: common.status, sort: 'status' },
  { label: common.tier_access, sort: 'tier' },
  { label: common.price, sort: 'price' },
  { label: common.actions },
];

export default function PlaybooksAdminPage() {
  const [deleting, setDeleting] = useState<Omit<DeleteProps, 'close'>>();
  const { editing, making, edit, make, close } = useEditorAddress();
  const { currency } = useSiteSettings();
  const address = useItemsAddress();
  const { values } = address;
  const { data: categories } = useQuery(categoryNamesQuery);
  const query = useQuery({
    queryKey: queryKeys.admin.playbooks.list(values),
    queryFn: async ({ signal }) => {
      const parameters = { limit: String(rowsPerPage), page: '1', ...values };
      return (await api.admin.playbooks.$get({ query: parameters }, { init: { signal } })).json();
    },
    placeholderData: keepPreviousData,
  });

  return (
    <AdminFrame
      title={m.playbooks_management()}
      action={<Button onClick={() => make('playbook')}>{m.add_playbook()}</Button>}
    >
      <ItemsTable
        collection="playbooks"
        label={common.playbooks()}
        columns={columns}
        address={address}
        query={query}
        categories={categories ?? []}
        failure={m.failed_to_load_playbooks()}
        empty={m.no_playbooks_found()}
        footer={(total) => m.showing_playbooks({ playbooks: common.count_playbook({ count: total }) })}
        renderCells={(playbook, unselect) => (
          <>
            <td className="min-w-48 md:min-w-72">
              <Link
                to={`/playbook/${playbook.slug}`}
                className="line-clamp-2 font-semibold [overflow-wrap:anywhere] hover:underline"
              >
                {playbook.title}
              </Link>
              <p className="line-clamp-1 text-muted [overflow-wrap:anywhere]">
                {plainText(playbook.description)}
              </p>
            </td>
            <td>{playbook.category}</td>
            <td className="tabular-nums">{playbook.step_count}</td>
            <td>
              <ShownStatus item={playbook} />
            </td>
            <td className="whitespace-nowrap">
              {levelLabel(playbook.tier_access)}
              {playbook.unlocks_level !== null && (
                <p className="text-[0.8125rem] font-semibold whitespace-nowrap text-signal">
                  {m.unlocks_level_unlocks_level({ unlocksLevel: playbook.unlocks_level })}
                </p>
              )}
            </td>
            <td className="tabular-nums">
              {isForSale(playbook) ? formatMoney(playbook.price, currency) : '-'}
            </td>
            <td className="whitespace-nowrap">
              <RowActions
                collection="playbooks"
                item={playbook}
                restore={() =>
                  api.admin.playbooks[':id'].restore.$post({ param: { id: playbook.id } }).then(unselect)
                }
                edit={() => edit(playbook.id)}
                remove={() => setDeleting({ playbook, unselect })}
              />
            </td>
          </>
        )}
      />
      {making && <PlaybookModal playbook={undefined} close={close} />}
      {editing && <EditPlaybook key={editing} id={editing} close={close} />}
      {deleting && <DeletePlaybook {...deleting} close={() => setDeleting(undefined)} />}
    </AdminFrame>
  );
}

type DeleteProps = { playbook: AdminPlaybookRow; unselect: () => void; close: () => void };

function DeletePlaybook({ playbook, unselect, close }: DeleteProps) {
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: () =>
      api.admin.playbooks[':id'].$delete({
        param: { id: playbook.id },
        query: playbook.deleted_at ? { forever: 'true' } : {},
      }),
    async onSuccess() {
      toast.success(m.playbook_deleted_successfully());
      unselect();
      await invalidateItems(client, 'playbooks');
      close();
    },
    onError(error) {
      const isKept = error instanceof ApiError && error.code === 'conflict';
      toast.error(isKept ? error.message : endOfSessionOr(error, m.failed_to_delete_playbook()));
    },
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={close}
      question={m.delete_playbook_question()}
      confirmLabel={common.delete_it()}
      isBusy={removal.isPending}
      onConfirm={() => removal.mutate()}
    >
      <p>{playbook.title}</p>
      <p className="mt-2">{playbook.deleted_at ? m.it_is_deleted_for_good() : m.it_stays_in_the_trash()}</p>
      <ForgottenDay item={playbook} />
    </ConfirmDialog>
  );
}
