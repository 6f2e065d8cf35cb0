import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#platform/client/api-client.ts';
import { Button } from '#ui/button.tsx';
import { formatDay, formatNumber } from '#ui/format.ts';
import { focusOn } from '#ui/keep-row-focus.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { toast, toastError } from '#ui/overlays/toasts.tsx';
import * as common from '#ui/words/messages.ts';
import type { Subscription } from '../public/billing.contract.ts';
import { heldStatuses } from '../public/subscription-statuses.ts';
import * as m from '../words/messages.ts';
import { chargedUntilNow } from './lasting-discount.ts';
import { setPlan } from './set-plan.ts';

function whatEnds(plan: Subscription): string {
  const { reversal, next_payment_at, grace_until, status, duplicates, kept_price } = plan;
  const isOnHold = heldStatuses.includes(status ?? '') && grace_until === null;
  if (isOnHold && duplicates.length === 0) return m.your_plan_ends_at_once();
  if (!next_payment_at)
    return status === 'past_due' && grace_until !== null
      ? m.plan_ends_while_due({ graceUntil: formatDay(grace_until) })
      : m.plan_ends_with_period();
  const end = formatDay(next_payment_at);
  if (reversal && reversal.reason !== 'disputed' && duplicates.length === 0)
    return kept_price?.until
      ? m.keep_plan_uncharged({ plan: plan.plan, day: formatDay(kept_price.until) })
      : m.your_plan_ends_at_once();
  return reversal ? m.no_charge_on_day({ end }) : m.keep_plan_until({ end, charged: chargedUntilNow(plan) });
}

/** The actions for a current plan. */
export function PlanActions({ plan }: { plan: Subscription }) {
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const openPortal = useMutation({
    mutationFn: async () => (await api.subscription.portal.$post()).json(),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: toastError,
  });
  const resume = useMutation({
    mutationFn: async () => (await api.subscription.resume.$post()).json(),
    onSuccess: async (resumed) => {
      // The button disappears.
      if (document.activeElement === document.body) focusOn(document.querySelector('h1'));
      await setPlan(client, resumed);
      toast.success(m.you_resumed_your_plan());
    },
    onError: toastError,
  });
  const cancel = useMutation({
    mutationFn: async () => (await api.subscription.cancel.$post()).json(),
    onSuccess: async (canceled) => {
      await setPlan(client, canceled);
      toast.success(m.you_canceled_your_plan());
    },
    onError: toastError,
    onSettled: () => setIsAsking(false),
  });
  const isBusy = openPortal.isPending || resume.isPending || cancel.isPending;

  return (
    <>
      {plan.can.manage_billing && (
        <Button size="large" variant="secondary" disabled={isBusy} onClick={() => openPortal.mutate()}>
          {m.manage_billing()}
        </Button>
      )}
      {plan.can.resume && (
        <Button size="large" variant="secondary" disabled={isBusy} onClick={() => resume.mutate()}>
          {m.resume_plan()}
        </Button>
      )}
      {plan.can.cancel && (
        <Button size="large" variant="quiet" disabled={isBusy} onClick={() => setIsAsking(true)}>
          {m.cancel_plan()}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        question={m.cancel_plan_2({ plan: plan.paid_plan?.name ?? plan.reversal?.plan ?? plan.plan })}
        confirmLabel={m.cancel_plan()}
        cancelLabel={common.keep_my_plan()}
        isBusy={isBusy}
        onConfirm={() => cancel.mutate()}
      >
        {plan.duplicates.length > 0 &&
          m.cancels_all_duplicates({ duplicates: formatNumber(plan.duplicates.length) })}{' '}
        {whatEnds(plan)}
      </ConfirmDialog>
    </>
  );
}
