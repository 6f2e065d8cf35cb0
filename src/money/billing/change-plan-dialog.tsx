import { useQuery, useQueryClient } from '@tanstack/react-query';
import { AlertDialog } from 'radix-ui';
import { useState } from 'react';
import { useSession } from '#people/session/public/session.tsx';
import { ApiError, api } from '#platform/api-client.ts';
import { Button } from '#ui/button.tsx';
import { formatDay, formatDollarsAndCents } from '#ui/format.ts';
import { toast } from '#ui/toasts.tsx';
import { planQuery } from './plan-query.ts';
import type { ChangePreview } from './public/billing.contract.ts';

type Props = { tier: string; interval: 'month' | 'year'; close: () => void };

/** Shows what a change of plan costs now, and makes it at that price. */
export function ChangePlanDialog({ tier, interval, close }: Props) {
  const client = useQueryClient();
  const { reloadProfile } = useSession();
  const [isBusy, setIsBusy] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['subscription', 'change', tier, interval],
    queryFn: async () => (await api.subscription.change.$get({ query: { tier, interval } })).json(),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

  async function confirm({ proration_date, amount_due, tier: { name } }: ChangePreview) {
    setIsBusy(true);
    try {
      const answer = await api.subscription.change.$post({
        json: { tier, interval, proration_date, amount_due },
      });
      client.setQueryData(planQuery.queryKey, await answer.json());
      await reloadProfile();
      toast.success(`You are on ${name} now.`);
      close();
    } catch (failure) {
      toast.error(failure instanceof Error ? failure.message : 'Something went wrong. Please try again.');
      setIsBusy(false);
      if (failure instanceof ApiError && failure.status === 409) void refetch();
    }
  }

  return (
    <AlertDialog.Root open onOpenChange={(isOpen) => !isOpen && !isBusy && close()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-50 bg-black/45" />
        <AlertDialog.Content className="fixed top-1/2 left-1/2 z-50 w-[min(30rem,calc(100vw-2.5rem))] -translate-x-1/2 -translate-y-1/2 rounded-md border border-line bg-surface p-6 shadow-raised">
          <AlertDialog.Title className="font-serif text-2xl leading-snug">
            {data ? `Change to ${data.tier.name}?` : 'Change of plan'}
          </AlertDialog.Title>
          <AlertDialog.Description asChild>
            <div className="mt-4 min-h-36">
              {data && <Costs preview={data} />}
              {error && !data && <p role="alert">{error.message}</p>}
              {!data && !error && (
                <div className="skeleton h-32" role="status" aria-label="Working out the price" />
              )}
            </div>
          </AlertDialog.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <AlertDialog.Cancel asChild>
              <Button variant="secondary" disabled={isBusy}>
                Keep my plan
              </Button>
            </AlertDialog.Cancel>
            {data && (
              <Button disabled={isBusy} onClick={() => void confirm(data)}>
                {data.amount_due > 0
                  ? `Pay ${formatDollarsAndCents(data.amount_due)} and change`
                  : 'Change plan'}
              </Button>
            )}
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

function Costs({
  preview: { amount, interval, amount_due, credit, next_payment_at },
}: {
  preview: ChangePreview;
}) {
  const rows = [
    ['Due now', formatDollarsAndCents(amount_due)],
    ...(credit > 0 ? [['Credited to your next payments', formatDollarsAndCents(credit)]] : []),
    [`From ${formatDay(next_payment_at)}`, `${formatDollarsAndCents(amount)} a ${interval}`],
  ] as const;
  return (
    <>
      <dl className="border-t border-line">
        {rows.map(([term, value]) => (
          <div key={term} className="flex justify-between gap-4 border-b border-line py-2.5">
            <dt className="text-muted">{term}</dt>
            <dd className="font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-[0.8125rem] text-muted">
        What is left of your present plan is set off to the second.
      </p>
    </>
  );
}
