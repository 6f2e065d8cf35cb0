import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { discountWords, durationWords } from '#money/offers/public/discount.ts';
import { ApiError, api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { formatMoney } from '#ui/format.ts';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import * as common from '#ui/words/messages.ts';
import * as m from '../words/messages.ts';
import type { SandboxCheckout } from './sandbox.contract.ts';
import { SandboxFrame } from './sandbox-frame.tsx';

export const meta = privateMeta(m.test_checkout);

/** Replaces the payment provider's page while none is connected. */
export default function SandboxCheckoutPage() {
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const [hasAgreed, setHasAgreed] = useState(false);
  const { data, isError, refetch } = useQuery({
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
    // Another tab has paid or replaced it meanwhile.
    onError: (failure) => failure instanceof ApiError && failure.status === 409 && void refetch(),
  });

  if (isError || (data && data.status !== 'open'))
    return (
      <SandboxFrame title={m.test_checkout()}>
        <EmptyState title={m.this_checkout_is_closed()}>
          <WayOn checkout={data} />
        </EmptyState>
      </SandboxFrame>
    );
  if (!data)
    return (
      <SandboxFrame title={m.test_checkout()}>
        <div className="skeleton h-64" role="status" aria-label={m.loading_the_checkout()} />
      </SandboxFrame>
    );
  const amount = formatMoney(data.amount, data.currency);
  const price = data.interval ? m.amount_per_interval({ amount, interval: data.interval }) : amount;
  const { discount } = data;
  const due = data.trial_days > 0 ? 0 : data.due;
  // A trial asks for a card even though nothing is due.
  const isFree = due === 0 && data.trial_days === 0;
  return (
    <SandboxFrame title={m.test_checkout()}>
      <div className="rounded-md border border-line bg-surface p-6">
        <p className="font-serif text-2xl font-medium [overflow-wrap:anywhere]">{data.name}</p>
        <p className="mt-1 text-muted">
          {data.trial_days > 0 ? m.price_and_trial({ price, trialDays: data.trial_days }) : price}
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
            <span>{data.is_tax_included ? m.test_tax_included() : m.test_tax()}</span>
            <span className="tabular-nums">{formatMoney(data.tax, data.currency)}</span>
          </p>
        )}
        {data.credit !== 0 && (
          <p className="mt-5 flex items-baseline justify-between gap-x-4 border-t border-line pt-5">
            <span>{m.email_earlier_balance()}</span>
            <span className="tabular-nums">
              {data.credit > 0 && '−'}
              {formatMoney(Math.abs(data.credit), data.currency)}
            </span>
          </p>
        )}
        <p className="mt-5 flex items-baseline justify-between border-t border-line pt-5">
          <span className="text-muted">{m.due_today()}</span>
          <span className="font-serif text-3xl font-medium tabular-nums">
            {formatMoney(due, data.currency)}
          </span>
        </p>
        <p role="alert" className="mt-4 min-h-6 text-danger">
          {error?.message}
        </p>
        {data.terms_consent && (
          <Checkbox
            label={m.agree_to_terms()}
            isOneOfMany
            checked={hasAgreed}
            onChange={(event) => setHasAgreed(event.target.checked)}
          />
        )}
        <div className="mt-4 grid gap-3">
          <Button
            size="large"
            disabled={isPending || (data.terms_consent && !hasAgreed)}
            onClick={() => conclude('pay')}
          >
            {isFree ? m.complete_order() : m.pay_with_a_test_card()}
          </Button>
          {!isFree && (
            <Button variant="secondary" disabled={isPending} onClick={() => conclude('decline')}>
              {m.try_a_declined_card()}
            </Button>
          )}
          <Button variant="quiet" disabled={isPending} onClick={() => conclude('leave')}>
            {m.leave_without_paying()}
          </Button>
        </div>
      </div>
    </SandboxFrame>
  );
}

/** From a closed checkout to what was bought, or to where it can be bought. */
function WayOn({ checkout }: { checkout: SandboxCheckout | undefined }) {
  if (checkout && !checkout.interval)
    return <ButtonLink to={checkout.cancel_url}>{m.email_open_the_playbook()}</ButtonLink>;
  if (checkout?.status === 'expired')
    return <ButtonLink to={checkout.cancel_url}>{common.see_plans()}</ButtonLink>;
  return <ButtonLink to="/subscription">{m.go_to_your_subscription()}</ButtonLink>;
}
