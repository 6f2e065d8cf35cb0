import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#platform/client/api-client.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { toast, toastError } from '#ui/overlays/toasts.tsx';
import { saveFile } from '#ui/save-file.ts';
import { GiftModal } from '../gift-modal.tsx';
import type { AdminGift } from '../gifts-admin.contract.ts';
import { GiftsTable } from '../gifts-table.tsx';
import { invalidateGifts } from '../invalidate-gifts.ts';
import * as m from '../words/messages.ts';

const giftCodesId = 'gift-codes';
/** The list is shown late, so the browser can't scroll to it when the page opens. */
const scrollIfAsked = (heading: HTMLElement | null) => {
  if (location.hash === `#${giftCodesId}`) heading?.scrollIntoView();
};

/** The admins' list of gift codes. */
export function GiftsSection() {
  const [isCreating, setIsCreating] = useState(false);
  const [revoking, setRevoking] = useState<AdminGift>();
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
      <GiftsTable revoke={setRevoking} />
      {isCreating && <GiftModal close={() => setIsCreating(false)} />}
      {revoking && <RevokeGift gift={revoking} close={() => setRevoking(undefined)} />}
    </div>
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
        ? (gift.status === 'waiting' ? m.redeemed_by_never_gets_plan : m.redeemed_by_loses_plan_at_once)({
            redeemedBy: gift.redeemed_by,
            plan: gift.plan ?? m.the_plan(),
          })
        : m.nobody_can_redeem_it_any_more()}
    </ConfirmDialog>
  );
}
