import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { discountWords, durationWords } from '#money/offers/public/discount.ts';
import { api } from '#platform/api-client.ts';
import { privateMeta } from '#platform/page-meta.ts';
import { queryKeys } from '#platform/query-keys.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { formatMoney } from '#ui/format.ts';
import { SandboxFrame } from './sandbox-frame.tsx';

export const meta = () => privateMeta('Test checkout');

/** Stands in for the payment provider's page while none is connected. */
export default function SandboxCheckoutPage() {
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const [hasAgreed, setHasAgreed] = useState(false);
  const { data, isError } = useQuery({
    queryKey: queryKeys.sandbox(id),
    queryFn: async () => (await api.sandbox.checkouts[':id'].$get({ param: { id } })).json(),
    retry: false,
    staleTime: 0,
  });
  const {
    mutate: conclude,
    isPending,
    error,
  } = useMutation({
    mutationFn: async (outcome: 'pay' | 'decline' | 'leave') =>
      (await api.sandbox.checkouts[':id'].$post({ param: { id }, json: { outcome } })).json(),
    onSuccess: ({ url }) => window.location.assign(url),
  });

  if (isError || (data && data.status !== 'open'))
    return (
      <SandboxFrame title="Test checkout">
        <EmptyState title="This checkout is closed">
          <ButtonLink to="/subscription">Go to your subscription</ButtonLink>
        </EmptyState>
      </SandboxFrame>
    );
  if (!data)
    return (
      <SandboxFrame title="Test checkout">
        <div className="skeleton h-64" role="status" aria-label="Loading the checkout" />
      </SandboxFrame>
    );
  const price = `${formatMoney(data.amount, data.currency)}${data.interval ? ` a ${data.interval}` : ''}`;
  const { discount } = data;
  const due = data.trial_days > 0 ? 0 : data.due;
  // A trial asks for a card all the same.
  const isFree = due === 0 && data.trial_days === 0;
  return (
    <SandboxFrame title="Test checkout">
      <div className="rounded-md border border-line bg-surface p-6">
        <p className="font-serif text-2xl [overflow-wrap:anywhere]">{data.name}</p>
        <p className="mt-1 text-muted">
          {price}
          {data.trial_days > 0 && `, after a ${data.trial_days}-day free trial`}
        </p>
        {discount && (
          <p className="mt-5 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-5">
            <span>
              {discount.code}
              <span className="block text-[0.8125rem] text-muted">
                {data.interval
                  ? `${discountWords(discount, data.currency)} ${durationWords(discount, data.interval, data.amount, data.currency)}`
                  : discountWords(discount, data.currency)}
              </span>
            </span>
            <span className="ml-auto tabular-nums">−{formatMoney(discount.first_amount, data.currency)}</span>
          </p>
        )}
        {data.tax > 0 && (
          <p className="mt-5 flex items-baseline justify-between gap-x-4 border-t border-line pt-5">
            <span>{data.is_tax_included ? 'Test tax, included' : 'Test tax'}</span>
            <span className="tabular-nums">{formatMoney(data.tax, data.currency)}</span>
          </p>
        )}
        <p className="mt-5 flex items-baseline justify-between border-t border-line pt-5">
          <span className="text-muted">Due today</span>
          <span className="font-serif text-3xl tabular-nums">{formatMoney(due, data.currency)}</span>
        </p>
        <p role="alert" className="mt-4 min-h-6 text-danger">
          {error?.message}
        </p>
        {data.terms_consent && (
          <label className="flex items-center gap-3 text-sm">
            <input
              type="checkbox"
              className="size-4 accent-(--accent)"
              checked={hasAgreed}
              onChange={(event) => setHasAgreed(event.target.checked)}
            />
            I agree to the terms of service
          </label>
        )}
        <div className="mt-4 grid gap-3">
          <Button
            size="large"
            disabled={isPending || (data.terms_consent && !hasAgreed)}
            onClick={() => conclude('pay')}
          >
            {isFree ? 'Complete order' : 'Pay with a test card'}
          </Button>
          {!isFree && (
            <Button variant="secondary" disabled={isPending} onClick={() => conclude('decline')}>
              Try a declined card
            </Button>
          )}
          <Button variant="quiet" disabled={isPending} onClick={() => conclude('leave')}>
            Leave without paying
          </Button>
        </div>
      </div>
    </SandboxFrame>
  );
}
