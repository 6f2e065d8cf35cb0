import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { api } from '#platform/api-client.ts';
import { privateMeta } from '#platform/page-meta.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { formatDollarsAndCents, plural } from '#ui/format.ts';
import { SandboxFrame } from './sandbox-frame.tsx';

export const meta = () => privateMeta('Test checkout');

/** Stands in for the payment provider's page while none is connected. */
export default function SandboxCheckoutPage() {
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const [notice, setNotice] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const { data, isError } = useQuery({
    queryKey: ['sandbox', id],
    queryFn: async () => (await api.sandbox.checkouts[':id'].$get({ param: { id } })).json(),
    retry: false,
    staleTime: 0,
  });

  async function conclude(outcome: 'pay' | 'decline' | 'leave') {
    setIsBusy(true);
    setNotice('');
    try {
      const answer = await api.sandbox.checkouts[':id'].$post({ param: { id }, json: { outcome } });
      window.location.assign((await answer.json()).url);
    } catch (error) {
      setNotice(error instanceof Error ? error.message : 'Something went wrong.');
      setIsBusy(false);
    }
  }

  if (isError || (data && data.status !== 'open'))
    return (
      <SandboxFrame title="Test checkout">
        <EmptyState title="This checkout is closed">
          <ButtonLink to="/subscription">Your subscription</ButtonLink>
        </EmptyState>
      </SandboxFrame>
    );
  if (!data)
    return (
      <SandboxFrame title="Test checkout">
        <div className="skeleton h-64" role="status" aria-label="Loading the checkout" />
      </SandboxFrame>
    );
  const price = `${formatDollarsAndCents(data.amount)}${data.interval ? ` a ${data.interval}` : ''}`;
  const due = data.trial_days > 0 ? 0 : data.amount;
  return (
    <SandboxFrame title="Test checkout">
      <div className="rounded-md border border-line bg-surface p-6">
        <p className="font-serif text-2xl [overflow-wrap:anywhere]">{data.name}</p>
        <p className="mt-1 text-muted">
          {price}
          {data.trial_days > 0 && `, after ${plural(data.trial_days, 'free day')}`}
        </p>
        <p className="mt-5 flex items-baseline justify-between border-t border-line pt-5">
          <span className="text-muted">Due today</span>
          <span className="font-serif text-3xl tabular-nums">{formatDollarsAndCents(due)}</span>
        </p>
        <p role="alert" className="mt-4 min-h-6 text-danger">
          {notice}
        </p>
        <div className="mt-2 grid gap-3">
          <Button size="large" disabled={isBusy} onClick={() => void conclude('pay')}>
            Pay with a test card
          </Button>
          <Button variant="secondary" disabled={isBusy} onClick={() => void conclude('decline')}>
            Try a card that is declined
          </Button>
          <Button variant="quiet" disabled={isBusy} onClick={() => void conclude('leave')}>
            Back without paying
          </Button>
        </div>
      </div>
    </SandboxFrame>
  );
}
