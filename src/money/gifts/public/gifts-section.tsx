import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#platform/client/api-client.ts';
import { cursorPages } from '#platform/client/cursor-pages.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { Button } from '#ui/button.tsx';
import { formatDay } from '#ui/format.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { copyLink } from '#ui/overlays/copy-with-toast.ts';
import { toast, toastError } from '#ui/overlays/toasts.tsx';
import { RichText } from '#ui/rich-text.tsx';
import { saveFile } from '#ui/save-file.ts';
import { AdminTable } from '#ui/tables/admin-table.tsx';
import * as common from '#ui/words/messages.ts';
import { GiftModal } from '../gift-modal.tsx';
import type { AdminGift } from '../gifts-admin.contract.ts';
import { invalidateGifts } from '../invalidate-gifts.ts';
import * as m from '../words/messages.ts';
import { lengthWords } from './gift-words.ts';

/** Few enough columns for a phone. */
const columns = [common.code, common.status, common.actions];

const giftCodesId = 'gift-codes';
/** The list is shown late, so the browser can't scroll to it when the page opens. */
const scrollIfAsked = (heading: HTMLElement | null) => {
  if (location.hash === `#${giftCodesId}`) heading?.scrollIntoView();
};

/** The admins' list of gift codes. */
export function GiftsSection() {
  const [q, setQ] = useState('');
  const [isCreating, setIsCreating] = useState(false);
  const [revoking, setRevoking] = useState<AdminGift>();
  const query = useInfiniteQuery({
    queryKey: queryKeys.admin.gifts.list(q),
    queryFn: async ({ pageParam, signal }) => {
      const parameters = { limit: '50', ...(q ? { q } : {}), ...(pageParam ? { cursor: pageParam } : {}) };
      return (await api.admin.offers.gifts.$get({ query: parameters }, { init: { signal } })).json();
    },
    ...cursorPages,
    placeholderData: keepPreviousData,
  });
  const { mutate: save, isPending: isSaving } = useMutation({
    mutationFn: async () => (await api.admin.offers.gifts.export.$get()).blob(),
    onSuccess: (csv) => saveFile(csv, 'gifts.csv', 'text/csv'),
    onError: toastError,
  });
  return (
    <div>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-4">
        <div>
          <h2 id={giftCodesId} ref={scrollIfAsked} className="scroll-mt-20 text-2xl">
            {m.gift_codes()}
          </h2>
          <p className="mt-1 max-w-2xl text-muted">{m.no_gift_codes_about()}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" disabled={isSaving} onClick={() => save()}>
            {m.export_csv()}
          </Button>
          <Button onClick={() => setIsCreating(true)}>{m.create_gift_codes()}</Button>
        </div>
      </div>
      <AdminTable
        label={m.gift_codes()}
        columns={columns}
        hasActions
        isStacked
        query={query}
        onSearch={setQ}
        searchHint={m.search_codes()}
        failure={m.failed_to_load_gift_codes()}
        empty={q ? m.no_gift_codes_found() : m.no_gift_codes_yet()}
        footer={(total) => m.showing_gift_codes({ giftCodes: m.count_gift_code({ count: total }) })}
        renderRow={(gift) => <GiftRow key={gift.id} gift={gift} revoke={() => setRevoking(gift)} />}
      />
      {isCreating && <GiftModal close={() => setIsCreating(false)} />}
      {revoking && <RevokeGift gift={revoking} close={() => setRevoking(undefined)} />}
    </div>
  );
}

function statusWords({ status, ends_at, redeem_by }: AdminGift): string {
  if (status === 'running' && ends_at) return m.runs_until_ends_at({ endsAt: formatDay(ends_at) });
  if (status === 'over' && ends_at) return m.ended_ends_at({ endsAt: formatDay(ends_at) });
  if (status === 'open' && redeem_by) return m.open_until_redeem_by({ redeemBy: formatDay(redeem_by) });
  return {
    open: m.open(),
    expired: m.expired(),
    waiting: m.waits(),
    revoked: m.revoked(),
    running: '',
    over: '',
  }[status];
}

function GiftRow({ gift, revoke }: { gift: AdminGift; revoke: () => void }) {
  const link = `${location.origin}/gift?code=${gift.code}`;
  const name = <span className="sr-only"> {gift.code}</span>;
  const canRevoke = ['open', 'waiting', 'running'].includes(gift.status);
  return (
    <tr>
      <td className="min-w-44 [overflow-wrap:anywhere]">
        <span translate="no" className="font-mono whitespace-nowrap">
          {gift.code}
        </span>
        <span className="block">
          {gift.plan ?? m.deleted_plan()}, {lengthWords(gift)}
        </span>
        <span className="block text-muted">{gift.note}</span>
      </td>
      <td className="min-w-40 [overflow-wrap:anywhere]">
        {statusWords(gift)}
        {gift.redeemed_at && (
          <span className="block text-muted">
            <RichText
              parts={m.redeemed_by_who({
                who: gift.redeemed_by ?? m.deleted_account(),
                day: formatDay(gift.redeemed_at),
                hidden: (text) => <span className="sr-only">{text}</span>,
              })}
            />
          </span>
        )}
      </td>
      <td className="whitespace-nowrap">
        {gift.status === 'open' && (
          <Button size="small" variant="quiet" onClick={() => void copyLink(link)}>
            {common.copy_link()}
            {name}
          </Button>
        )}
        {canRevoke && (
          <Button size="small" variant="quiet" className="text-signal" onClick={revoke}>
            {m.revoke()}
            {name}
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
      toast.success(m.gift_revoked());
      await invalidateGifts(client);
    },
    onError: toastError,
    onSettled: close,
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={close}
      question={m.revoke_code({ code: gift.code })}
      confirmLabel={m.revoke()}
      isBusy={isPending}
      onConfirm={() => revoke()}
    >
      {gift.redeemed_by
        ? m.redeemed_by_loses_plan_at_once({ redeemedBy: gift.redeemed_by, plan: gift.plan ?? m.the_plan() })
        : m.nobody_can_redeem_it_any_more()}
    </ConfirmDialog>
  );
}
