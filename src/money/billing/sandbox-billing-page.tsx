import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '#people/session/public/session.tsx';
import { api } from '#platform/api-client.ts';
import { privateMeta } from '#platform/page-meta.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { toast } from '#ui/toasts.tsx';
import { planQuery } from './plan-query.ts';
import type { SandboxAction } from './sandbox.contract.ts';
import { SandboxFrame } from './sandbox-frame.tsx';

export const meta = () => privateMeta('Test billing');

const actions = [
  ['renew', 'Begin the next period, paid', 'As if a month or a year had gone by.'],
  ['fail', 'Let the next payment fail', 'The plan stays open for the days of grace.'],
  ['settle', 'Settle the failed payment', 'As with a new card.'],
  ['refund', 'Refund the last payment', 'What it paid for closes at once.'],
  ['dispute', 'Dispute the last payment', 'What it paid for closes at once.'],
  ['end', 'End the plan now', 'As the provider does when nothing more can be collected.'],
] as const satisfies [SandboxAction, string, string][];

/** Stands in for the payment provider's customer portal: makes happen what else takes a month. */
export default function SandboxBillingPage() {
  const client = useQueryClient();
  const { reloadProfile } = useSession();
  const [isBusy, setIsBusy] = useState(false);
  const { data } = useQuery(planQuery);

  async function act(action: SandboxAction) {
    setIsBusy(true);
    try {
      await api.sandbox.billing.$post({ json: { action } });
      await client.invalidateQueries({ queryKey: planQuery.queryKey });
      await reloadProfile();
      toast.success('It has happened.');
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'Something went wrong.');
    }
    setIsBusy(false);
  }

  return (
    <SandboxFrame title="Test billing">
      <p className="mb-5 text-muted" role="status">
        {data && `Plan: ${data.plan}${data.status ? `, ${data.status.replace('_', ' ')}` : ''}`}
      </p>
      <ul className="border-t border-line">
        {actions.map(([action, name, explanation]) => (
          <li
            key={action}
            className="flex flex-wrap items-center justify-between gap-3 border-b border-line py-3"
          >
            <span className="min-w-0 flex-1 text-[0.8125rem] text-muted">{explanation}</span>
            <Button variant="secondary" size="small" disabled={isBusy} onClick={() => void act(action)}>
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
