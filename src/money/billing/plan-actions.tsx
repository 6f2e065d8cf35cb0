import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#platform/api-client.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { formatDay, formatNumber } from '#ui/format.ts';
import { toast, toastError } from '#ui/toasts.tsx';
import type { Subscription } from './public/billing.contract.ts';
import { setPlan } from './set-plan.ts';

function whatEnds({ reversal, next_payment_at }: Subscription): string {
  if (!next_payment_at)
    return 'Your plan ends with the current billing period. A payment that is already due may still be collected.';
  const end = formatDay(next_payment_at);
  return reversal
    ? `You won't be charged on ${end}. You can resume your plan until then.`
    : `You keep your plan until ${end}, and you won't be charged again. You can resume it until then.`;
}

/** What can be done about a current plan. */
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
      await setPlan(client, resumed);
      toast.success('You resumed your plan.');
    },
    onError: toastError,
  });
  const cancel = useMutation({
    mutationFn: async () => (await api.subscription.cancel.$post()).json(),
    onSuccess: async (canceled) => {
      await setPlan(client, canceled);
      toast.success('You canceled your plan.');
    },
    onError: toastError,
    onSettled: () => setIsAsking(false),
  });
  const isBusy = openPortal.isPending || resume.isPending || cancel.isPending;

  return (
    <>
      {plan.can.manage_billing && (
        <Button size="large" variant="secondary" disabled={isBusy} onClick={() => openPortal.mutate()}>
          Manage billing
        </Button>
      )}
      {plan.can.resume && (
        <Button size="large" variant="secondary" disabled={isBusy} onClick={() => resume.mutate()}>
          Resume plan
        </Button>
      )}
      {plan.can.cancel && (
        <Button size="large" variant="quiet" disabled={isBusy} onClick={() => setIsAsking(true)}>
          Cancel plan
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        question={`Cancel ${plan.reversal?.plan ?? plan.plan}?`}
        confirmLabel="Cancel plan"
        cancelLabel="Keep my plan"
        isBusy={isBusy}
        onConfirm={() => cancel.mutate()}
      >
        {plan.duplicates.length > 0 &&
          `This cancels all of your ${formatNumber(plan.duplicates.length)} subscriptions. `}
        {whatEnds(plan)}
      </ConfirmDialog>
    </>
  );
}
