import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { invalidateItems } from '#library/catalog/public/invalidate-items.ts';
import type { ItemsAddress } from '#library/catalog/public/use-items-address.ts';
import { api, reasonOr } from '#platform/client/api-client.ts';
import { Button } from '#ui/button.tsx';
import { formatNumber } from '#ui/format.ts';
import { keepFocusClear } from '#ui/keep-focus-clear.ts';
import { focusOn } from '#ui/keep-row-focus.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { toast } from '#ui/overlays/toasts.tsx';
import * as common from '#ui/words/messages.ts';
import type { BulkChange } from './bulk.contract.ts';
import { BulkForm } from './bulk-form.tsx';
import * as m from './words/messages.ts';

type Change = BulkChange['change'];
type Props = {
  collection: 'prompts' | 'playbooks';
  ids: string[];
  /** Instead of ids: all items that match these filters. */
  filters: ItemsAddress['filters'] | undefined;
  count: number;
  isTrash: boolean;
  /** The table still shows rows for the previous URL. */
  isWaiting: boolean;
  clear: () => void;
  children: ReactNode;
};

const doneWords = ({ is_deleted }: Change) =>
  is_deleted === undefined ? m.changed_rows : is_deleted ? m.deleted_rows : m.restored_rows;

/** The bar disappears with the selection, so the focus moves to the table. */
function handFocusToTable(pathname: string) {
  queueMicrotask(() => {
    if (location.pathname === pathname && document.activeElement === document.body)
      focusOn(document.querySelector<HTMLElement>('main .table-scroll'));
  });
}

/** The actions for the selected rows. */
export function BulkBar({ collection, ids, filters, count, isTrash, isWaiting, clear, children }: Props) {
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const undo = (id: string) =>
    api.admin['bulk-changes'][':id'].undo
      .$post({ param: { id } })
      .then((answer) => answer.json())
      .then(async ({ restored, kept }) => {
        await invalidateItems(client, collection);
        toast.success(
          kept > 0 ? m.undone_for_restored({ restored: formatNumber(restored), kept }) : m.undone(),
        );
      })
      .catch((error: unknown) => toast.error(reasonOr(error, m.failed_to_undo())));
  const { mutate, isPending } = useMutation({
    mutationFn: async (change: Change) => {
      const { tier, ...others } = filters ?? {};
      const matching = { ...others, ...(tier !== undefined && { tier: Number(tier) }) };
      return (
        await api.admin[':collection'].bulk.$post({
          param: { collection },
          json: filters ? { matching, change } : { ids, change },
        })
      ).json();
    },
    async onSuccess({ id, changed }, change) {
      setIsAsking(false);
      clear();
      await invalidateItems(client, collection);
      toast.withUndo(doneWords(change)({ count: changed }), common.undo(), () => void undo(id));
    },
    onError(error) {
      setIsAsking(false);
      toast.error(reasonOr(error, m.failed_to_change_rows()));
    },
  });
  useEffect(() => {
    const { pathname } = location;
    return () => handFocusToTable(pathname);
  }, []);
  const isBusy = isPending || isWaiting;
  return (
    <section
      ref={keepFocusClear}
      aria-label={m.selected_rows()}
      className="sticky top-16 z-20 mb-4 flex flex-wrap items-center gap-2 rounded-md border border-accent bg-surface p-3 text-sm shadow-raised"
    >
      <p className="mr-2 font-semibold" role="status">
        {m.selected({ count })}
      </p>
      {children}
      {!isTrash && <BulkForm isBusy={isBusy} apply={mutate} />}
      {isTrash ? (
        <Button size="small" disabled={isBusy} onClick={() => mutate({ is_deleted: false })}>
          {m.restore()}
        </Button>
      ) : (
        <Button
          size="small"
          variant="quiet"
          className="text-signal max-sm:px-2"
          disabled={isBusy}
          onClick={() => setIsAsking(true)}
        >
          {m.delete_selected()}
        </Button>
      )}
      <Button size="small" variant="quiet" className="ml-auto max-sm:px-2" onClick={clear}>
        {m.clear_selection()}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        question={m.delete_count({ count })}
        confirmLabel={common.delete_it()}
        isBusy={isPending}
        onConfirm={() => mutate({ is_deleted: true })}
      >
        {m.deleted_stay_in_trash({ count })}
      </ConfirmDialog>
    </section>
  );
}
