import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ApiError, api } from '#platform/api-client.ts';
import { privateMeta } from '#platform/page-meta.ts';
import { queryKeys } from '#platform/query-keys.ts';
import { useSiteSettings } from '#site/settings/public/site-settings.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { toast } from '#ui/toasts.tsx';
import { takeReturnPath } from './return-path.ts';

export const meta = () => privateMeta('Your payment');

const pollMilliseconds = 1_000;
/** After this many answers the page says that it takes longer than usual. */
const patience = 15;

const isUnknown = (error: Error | null) => error instanceof ApiError && [404, 422].includes(error.status);
/** No later answer will differ. */
const isOver = (data: { status: string } | undefined, error: Error | null) =>
  isUnknown(error) || (data !== undefined && data.status !== 'open');

/** Waits until the payment has arrived, then leads to what was bought. */
export default function CheckoutPage() {
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const navigate = useNavigate();
  const client = useQueryClient();
  const { support_email } = useSiteSettings();
  const { data, error, errorUpdateCount } = useQuery({
    queryKey: queryKeys.checkout(id),
    queryFn: async () => (await api.checkouts[':id'].$get({ param: { id } })).json(),
    refetchInterval: ({ state }) =>
      isOver(state.data, state.error)
        ? false
        : pollMilliseconds * (state.dataUpdateCount + state.errorUpdateCount > patience ? 4 : 1),
    retry: false,
  });
  const updates = client.getQueryState(queryKeys.checkout(id))?.dataUpdateCount ?? 0;
  const isLate = updates + errorUpdateCount > patience;

  const hasLeft = useRef(false);
  useEffect(() => {
    if (data?.status !== 'complete' || hasLeft.current) return;
    hasLeft.current = true;
    // What is in the cache was read with fewer rights.
    client.removeQueries({ type: 'inactive' });
    void client.invalidateQueries({ queryKey: queryKeys.profile }).then(() => {
      if (!data.is_trial_refused) toast.success(`${data.name} is yours. Thank you!`);
      void navigate(takeReturnPath() ?? data.path, { replace: true });
    });
  }, [data, client, navigate]);

  if (data?.status === 'expired')
    return (
      <Notice title="This checkout wasn't completed">
        You haven't been charged.
        <ButtonLink to="/pricing" className="mt-6">
          See plans
        </ButtonLink>
      </Notice>
    );
  if (data?.status === 'processing')
    return (
      <Notice title="Your bank is processing the payment">
        This can take a few days. You'll get access as soon as the payment arrives.
        <ButtonLink to={data.path} className="mt-6">
          Continue
        </ButtonLink>
      </Notice>
    );
  if (isUnknown(error))
    return (
      <Notice title="Checkout not found">
        <ButtonLink to="/subscription" className="mt-2">
          Go to your subscription
        </ButtonLink>
      </Notice>
    );
  return (
    <Notice title="Thank you! Your payment is being processed">
      <span>
        {isLate
          ? "This is taking longer than usual. You can leave this page: you'll get access as soon as the payment arrives."
          : 'This usually takes a few seconds.'}
      </span>
      <Spinner />
      {isLate && (
        <a
          className="font-semibold text-accent underline underline-offset-4"
          href={`mailto:${support_email}`}
        >
          Contact support
        </a>
      )}
    </Notice>
  );
}

function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="status" className="mx-auto flex max-w-xl flex-col items-center py-20 text-center text-muted">
      <h1 key={title} className="mb-4 text-3xl text-ink">
        {title}
      </h1>
      {children}
    </div>
  );
}
