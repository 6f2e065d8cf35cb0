import { useQuery } from '@tanstack/react-query';
import { privateMeta } from '#features/seo/meta.ts';
import { useSiteSettings } from '#features/settings/site-settings.tsx';
import { api } from '#platform/api-client.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { formatDollarsAndCents, formatNumber } from '#ui/format.ts';

export const meta = () => privateMeta('Subscription');

export default function SubscriptionPage() {
  const { support_email } = useSiteSettings();
  const { data, isError, refetch } = useQuery({
    queryKey: ['subscription'],
    queryFn: async () => (await api.subscription.$get()).json(),
  });
  const facts = [
    ['Plan', data?.plan ?? 'Free'],
    ['Billing cycle', data?.billing_cycle ?? 'Monthly'],
    ['Price', data && (data.price > 0 ? `${formatDollarsAndCents(data.price)} a month` : 'Nothing to pay')],
    [
      'Copies today',
      data &&
        (data.copies_left === null
          ? 'Unlimited'
          : `${formatNumber(data.copies_left)} of ${formatNumber(data.daily_copy_limit)} left`),
    ],
  ] as const;
  return (
    <div className="max-w-3xl">
      <h1 className="mb-6 text-3xl">Subscription</h1>
      {isError && (
        <p className="mb-6 text-muted">
          Your plan could not be loaded.{' '}
          <Button size="small" variant="secondary" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      <dl className="grid border-t border-l border-line sm:grid-cols-2">
        {facts.map(([term, value]) => (
          <div key={term} className="border-r border-b border-line bg-surface px-5 py-4">
            <dt className="text-[0.8125rem] text-muted">{term}</dt>
            <dd className="mt-1 min-h-8 font-serif text-2xl [overflow-wrap:anywhere]">
              {value ?? <span className="skeleton mt-1 block h-6 w-24" />}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-4">
        <ButtonLink to="/pricing" size="large">
          Upgrade Plan
        </ButtonLink>
        <p className="text-muted">
          Questions about your plan?{' '}
          <a
            href={`mailto:${support_email}`}
            className="font-semibold text-accent underline underline-offset-4"
          >
            Contact support
          </a>
        </p>
      </div>
    </div>
  );
}
