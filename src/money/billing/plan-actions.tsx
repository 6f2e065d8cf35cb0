import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '#people/session/public/session.tsx';
import { api } from '#platform/api-client.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { formatDay } from '#ui/format.ts';
import { toast } from '#ui/toasts.tsx';
import { planQuery } from './plan-query.ts';
import type { Subscription } from './public/billing.contract.ts';

/** What can be done about a running plan. */
export function PlanActions({ plan }: { plan: Subscription }) {
  const client = useQueryClient();
  const { reloadProfile } = useSession();
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);

  async function run(work: () => Promise<unknown>) {
    setIsBusy(true);
    try {
      await work();
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'Something went wrong. Please try again.');
    }
    setIsBusy(false);
    setIsAsking(false);
  }
  const keep = async (answer: { json(): Promise<Subscription> }, message: string) => {
    client.setQueryData(planQuery.queryKey, await answer.json());
    await reloadProfile();
    toast.success(message);
  };

  return (
    <>
      {plan.can.manage_billing && (
        <Button
          size="large"
          variant="secondary"
          disabled={isBusy}
          onClick={() =>
            void run(async () => {
              const { url } = await (await api.subscription.portal.$post()).json();
              window.location.assign(url);
            })
          }
        >
          Manage billing
        </Button>
      )}
      {plan.can.resume && (
        <Button
          size="large"
          variant="secondary"
          disabled={isBusy}
          onClick={() =>
            void run(async () => keep(await api.subscription.resume.$post(), 'Your plan goes on.'))
          }
        >
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
        question={`Cancel ${plan.plan}?`}
        confirmLabel="Cancel plan"
        isBusy={isBusy}
        onConfirm={() =>
          void run(async () => keep(await api.subscription.cancel.$post(), 'Your plan is cancelled.'))
        }
      >
        {plan.next_payment_at
          ? `It stays open until ${formatDay(plan.next_payment_at)}, and nothing more is charged. Until then you can take this back.`
          : 'It ends with the present period. A payment that is due already may still be collected.'}
      </ConfirmDialog>
    </>
  );
}
