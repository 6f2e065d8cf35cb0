import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/api-client.ts';
import { privateMeta } from '#platform/page-meta.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { toast, toastError } from '#ui/toasts.tsx';
import { planQuery } from './plan-query.ts';
import type { SandboxAction } from './sandbox.contract.ts';
import { SandboxFrame } from './sandbox-frame.tsx';
import { setPlan } from './set-plan.ts';

export const meta = () => privateMeta('Test billing');

const actions = [
  ['renew', 'Renew the plan', 'Starts the next billing period, paid in full.'],
  ['fail', 'Fail the next payment', 'The plan stays active during the grace period.'],
  ['settle', 'Pay the failed invoice', 'As if the card had been updated.'],
  ['ask', 'Use a card that asks', 'From now on, each payment has to be confirmed, as with 3-D Secure.'],
  ['confirm', 'Confirm the payment', 'As the bank asks for it.'],
  ['expire', 'Let the confirmation expire', 'The plan stays as it is.'],
  ['refund', 'Refund the last payment', 'What it paid for ends at once.'],
  ['fail_refund', 'Fail the last refund', 'What was paid for is given back.'],
  ['dispute', 'Dispute the last payment', 'What it paid for is on hold.'],
  ['win_dispute', 'Win the dispute', 'What was paid for is given back.'],
  ['lose_dispute', 'Lose the dispute', 'What it paid for has ended.'],
  ['end', 'End the plan now', 'As the provider does after the last failed attempt to charge.'],
] as const satisfies [SandboxAction, string, string][];

/** Stands in for the payment provider's customer portal: does now what otherwise takes a month. */
export default function SandboxBillingPage() {
  const client = useQueryClient();
  const { data } = useQuery(planQuery);
  const { mutate: act, isPending } = useMutation({
    mutationFn: async (action: SandboxAction) => {
      await api.sandbox.billing.$post({ json: { action } });
      return planQuery.queryFn();
    },
    onSuccess: async (plan) => {
      await setPlan(client, plan);
      toast.success('Done.');
    },
    onError: toastError,
  });

  return (
    <SandboxFrame title="Test billing">
      <p className="mb-5 min-h-6 text-muted" role="status">
        {data && `Plan: ${data.plan}${data.status ? `, ${data.status.replace('_', ' ')}` : ''}`}
      </p>
      <ul className="border-t border-line">
        {actions.map(([action, name, explanation]) => (
          <li
            key={action}
            className="flex flex-wrap items-center justify-between gap-3 border-b border-line py-3"
          >
            <span className="min-w-0 flex-1 text-[0.8125rem] text-muted">{explanation}</span>
            <Button variant="secondary" size="small" disabled={isPending} onClick={() => act(action)}>
              {name}
            </Button>
          </li>
        ))}
      </ul>
      <ButtonLink to="/subscription" className="mt-6">
        Back to your subscription
      </ButtonLink>
    </SandboxFrame>
  );
}
