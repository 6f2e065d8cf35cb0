import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatMoney } from '#ui/format.ts';
import { RichText } from '#ui/rich-text.tsx';
import * as m from '../words/messages.ts';
import { billingWarningsQuery } from './billing-warnings-query.ts';

/** Warns the owner about members who are charged twice, and about payments on which the provider and the site disagree. */
export function BillingWarnings() {
  const { data } = useQuery(billingWarningsQuery);
  if (!data) return null;
  return (
    <div className="space-y-3 not-empty:mb-6">
      {data.duplicates.map(({ email, subscriptions }) => (
        <Warning key={email}>
          <RichText
            parts={m.charged_for_several({
              email,
              count: subscriptions.length,
              strong: (text) => <strong className="[overflow-wrap:anywhere]">{text}</strong>,
            })}
          />
          <ul className="my-1 list-disc pl-6">
            {subscriptions.map(({ id, name, amount, currency, interval }) => (
              <li key={id}>
                {name}, {m.amount_per_interval({ amount: formatMoney(amount, currency), interval })}{' '}
                <code className="text-[0.8125rem] [overflow-wrap:anywhere]">{id}</code>
              </li>
            ))}
          </ul>
          {m.duplicates_what_to_do()}
        </Warning>
      ))}
      {data.missing > 0 && <Warning>{m.provider_misses_subscriptions({ count: data.missing })}</Warning>}
      {data.failing_events > 0 && (
        <Warning>
          <RichText
            parts={m.failing_events({ count: data.failing_events, code: (text) => <code>{text}</code> })}
          />
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
