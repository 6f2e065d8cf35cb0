import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#platform/api-client.ts';
import { queryKeys } from '#platform/query-keys.ts';
import { AdminTable } from '#ui/admin-table.tsx';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { formatDay, plural } from '#ui/format.ts';
import { saveFile } from '#ui/save-file.ts';
import { toast, toastError } from '#ui/toasts.tsx';
import { GiftModal } from '../gift-modal.tsx';
import type { AdminGift } from '../gifts-admin.contract.ts';
import { lengthWords } from './gift-words.ts';

const columns = ['Code', 'Gives', 'Note', 'Status', 'Redeemed by', 'Actions'];

/** The admins' list of gift codes. */
export function GiftsSection() {
  const [q, setQ] = useState('');
  const [isCreating, setIsCreating] = useState(false);
  const [revoking, setRevoking] = useState<AdminGift>();
  const query = useInfiniteQuery({
    queryKey: queryKeys.admin.gifts.list(q),
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const parameters = { limit: '50', ...(q ? { q } : {}), ...(pageParam ? { cursor: pageParam } : {}) };
      return (await api.admin.offers.gifts.$get({ query: parameters }, { init: { signal } })).json();
    },
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
  const { mutate: save, isPending: isSaving } = useMutation({
    mutationFn: async () => (await api.admin.offers.gifts.export.$get()).text(),
    onSuccess: (csv) => saveFile(csv, 'gifts.csv', 'text/csv'),
    onError: toastError,
  });
  return (
    <div>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-4">
        <div>
          <h2 className="text-2xl">Gift codes</h2>
          <p className="mt-1 max-w-2xl text-muted">
            Each gives one person a plan for some time, without payment.
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" disabled={isSaving} onClick={() => save()}>
            Export CSV
          </Button>
          <Button onClick={() => setIsCreating(true)}>Create Gift Codes</Button>
        </div>
      </div>
      <AdminTable
        label="Gift codes"
        columns={columns}
        query={query}
        onSearch={setQ}
        searchHint="Search notes"
        failure="Failed to load gift codes"
        empty={q ? 'No gift codes found' : 'No gift codes yet'}
        footer={(total) => `Showing ${plural(total, 'gift code')}`}
        renderRow={(gift) => <GiftRow key={gift.id} gift={gift} revoke={() => setRevoking(gift)} />}
      />
      {isCreating && <GiftModal close={() => setIsCreating(false)} />}
      {revoking && <RevokeGift gift={revoking} close={() => setRevoking(undefined)} />}
    </div>
  );
}

function statusWords({ status, ends_at, redeem_by }: AdminGift): string {
  if (status === 'running' && ends_at) return `Runs until ${formatDay(ends_at)}`;
  if (status === 'over' && ends_at) return `Ended ${formatDay(ends_at)}`;
  if (status === 'open' && redeem_by) return `Open until ${formatDay(redeem_by)}`;
  return { open: 'Open', expired: 'Expired', waiting: 'Waits', revoked: 'Revoked', running: '', over: '' }[
    status
  ];
}

function GiftRow({ gift, revoke }: { gift: AdminGift; revoke: () => void }) {
  const link = `${location.origin}/gift?code=${gift.code}`;
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => toast.success('Link copied'),
      () => toast.info(link),
    );
  const name = <span className="sr-only"> {gift.code}</span>;
  const canRevoke = ['open', 'waiting', 'running'].includes(gift.status);
  return (
    <tr>
      <td className="font-mono whitespace-nowrap">{gift.code}</td>
      <td className="whitespace-nowrap">
        {gift.plan ?? 'Deleted plan'}, {lengthWords(gift)}
      </td>
      <td className="max-w-56 min-w-40 [overflow-wrap:anywhere]">{gift.note}</td>
      <td className="whitespace-nowrap">{statusWords(gift)}</td>
      <td className="max-w-64 [overflow-wrap:anywhere]">
        {gift.redeemed_at && (
          <>
            {gift.redeemed_by ?? 'Deleted account'}
            <span className="block text-muted">{formatDay(gift.redeemed_at)}</span>
          </>
        )}
      </td>
      <td className="whitespace-nowrap">
        {gift.status === 'open' && (
          <Button size="small" variant="quiet" onClick={copy}>
            Copy link{name}
          </Button>
        )}
        {canRevoke && (
          <Button size="small" variant="quiet" className="text-signal" onClick={revoke}>
            Revoke{name}
          </Button>
        )}
      </td>
    </tr>
  );
}

function RevokeGift({ gift, close }: { gift: AdminGift; close: () => void }) {
  const client = useQueryClient();
  const { mutate: revoke, isPending } = useMutation({
    mutationFn: () => api.admin.offers.gifts[':id'].revoke.$post({ param: { id: gift.id } }),
    async onSuccess() {
      toast.success('Gift revoked');
      await client.invalidateQueries({ queryKey: queryKeys.admin.gifts.all });
    },
    onError: toastError,
    onSettled: close,
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={close}
      question={`Revoke ${gift.code}?`}
      confirmLabel="Revoke"
      isBusy={isPending}
      onConfirm={() => revoke()}
    >
      {gift.redeemed_by
        ? `${gift.redeemed_by} loses ${gift.plan ?? 'the plan'} at once, and gets an email.`
        : 'Nobody can redeem it any more.'}
    </ConfirmDialog>
  );
}
