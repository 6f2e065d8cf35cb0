import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '#platform/api-client.ts';
import { queryKeys } from '#platform/query-keys.ts';
import { formatMoney, plural } from '#ui/format.ts';

/** Tells the owner about members who are charged twice, and about payments that the provider and the site disagree on. */
export function BillingWarnings() {
  const { data } = useQuery({
    queryKey: queryKeys.admin.billingWarnings,
    queryFn: async () => (await api.admin['billing-warnings'].$get()).json(),
  });
  if (!data) return null;
  return (
    <div className="space-y-3 not-empty:mb-6">
      {data.duplicates.map(({ email, subscriptions }) => (
        <Warning key={email}>
          <strong className="[overflow-wrap:anywhere]">{email}</strong> is charged for{' '}
          {plural(subscriptions.length, 'subscription')}:
          <ul className="my-1 list-disc pl-6">
            {subscriptions.map(({ id, name, amount, currency, interval }) => (
              <li key={id}>
                {name}, {formatMoney(amount, currency)} a {interval}{' '}
                <code className="text-[0.8125rem] [overflow-wrap:anywhere]">{id}</code>
              </li>
            ))}
          </ul>
          Ask which one they want to keep. Cancel the others at your payment provider, and refund what was
          paid for them.
        </Warning>
      ))}
      {data.missing > 0 && (
        <Warning>
          Your payment provider doesn't know {plural(data.missing, 'subscription')} of this site, as happens
          with the keys of another account. Members keep their plan until the period they paid for and the
          grace period are over.
        </Warning>
      )}
      {data.failing_events > 0 && (
        <Warning>
          {plural(data.failing_events, 'payment event')} can't be processed. Run{' '}
          <code>promptory billing events</code> to see why.
        </Warning>
      )}
    </div>
  );
}

const Warning = ({ children }: { children: ReactNode }) => (
  <div role="alert" className="rounded-md border border-danger px-4 py-3">
    {children}
  </div>
);
